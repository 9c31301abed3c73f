/**
 * All connections: their profiles, stored in the settings without secrets, and which one is open. The practice
 * connection always exists. An unreadable profile is left unchanged and reported, so nothing is lost if another version
 * of Stallhand wrote it.
 */
import {
  addsOrigin,
  firstPracticeProfileFile,
  type GivenProfile,
  listSecretOrigins,
  type ProfileFile,
  practiceProfileFile,
  profileFileSchema,
  toProfileId,
} from '../../shared/connection/profile.ts'
import { type ProfileIssue, profileIssues } from '../../shared/connection/profile-issues.ts'
import { conflict, Failure, notFound } from '../../shared/result.ts'
import type { Settings } from '../ports.ts'
import { upgradeProfile } from './old-profiles.ts'

export type StoredProfile = ProfileFile & { readonly id: string }

export type Connection = {
  readonly id: string
  readonly profile: StoredProfile
  readonly source: 'practice' | 'stored' | 'file'
  readonly fileName: string | null
}

export type Connections = {
  /** The practice connection first, then in the order of creation. */
  readonly all: () => readonly Connection[]
  /** Throws `notFound`. */
  readonly byId: (id: string) => Connection
  /** Names, ids and hosts of the seller's connections, without the practice shop. */
  readonly identifiers: () => readonly string[]
  /** The ids of all stored profiles, unreadable ones included. */
  readonly storedIds: () => ReadonlySet<unknown>
  readonly unreadable: () => readonly { readonly name: string; readonly problem: string }[]
  /** The connection to open at the start: the given one, or the last one that was open. */
  readonly first: () => { readonly id: string; readonly isThere: boolean }
  /** Remembers the open connection, unless it was given for this run only. */
  readonly rememberOpen: (id: string) => void
  /** Throws `validation` if the profile is incomplete; paths begin with `input.profile`. */
  readonly create: (profile: ProfileFile) => Connection
  /** Returns what `update` would store. Also throws `conflict` if its kind would change or it comes from a file. */
  readonly checkUpdate: (id: string, profile: ProfileFile) => StoredProfile
  /** Throws what `checkUpdate` throws. */
  readonly update: (id: string, profile: ProfileFile) => Connection
  /** Throws `conflict` for the practice connection and one that comes from a file. */
  readonly remove: (id: string) => void
}

const PROFILES_KEY = 'connections'
const OPEN_KEY = 'openConnection'
const PRACTICE_ID = 'practice'
const MAX_ID_LENGTH = 40

const readField = (entry: unknown, name: string): unknown =>
  typeof entry === 'object' && entry !== null ? Reflect.get(entry, name) : undefined

const formatFirstIssue = ([first]: readonly ProfileIssue[]): string => {
  if (first === undefined) return ''
  return `${first.path === '' ? '' : `${first.path}: `}${first.message}.`
}

const requireComplete = (profile: ProfileFile): void => {
  const issues = profileIssues(profile)
  if (issues.length === 0) return
  throw new Failure({
    kind: 'validation',
    message: formatFirstIssue(issues),
    issues: issues.map(({ path, message }) => ({ path: `input.profile.${path}`, message })),
  })
}

/**
 * RCV-11, SEC-01: a given profile with the id of a stored connection would open that connection's database. Allowed
 * only for the same kind without an additional origin, and for two practice shops.
 */
const requireSameShop = (given: GivenProfile, stored: StoredProfile | undefined): void => {
  if (stored === undefined) return
  const { profile, file } = given
  if (profile.kind === stored.kind && (profile.kind === 'practice' || !addsOrigin(stored, profile))) return
  throw conflict(
    `The connection profile ${file} has the ID “${stored.id}”, which belongs to “${stored.name}” (${stored.kind}) here. Give the profile another ID.`,
  )
}

type Parsed = {
  readonly profiles: readonly StoredProfile[]
  readonly unreadable: readonly { readonly name: string; readonly problem: string }[]
}

const parseStored = (entries: readonly unknown[]): Parsed => {
  const profiles: StoredProfile[] = []
  const findProblem = (entry: unknown): string | undefined => {
    const issues = profileIssues(entry)
    const parsed = profileFileSchema.safeParse(entry)
    if (!parsed.success || issues.length > 0) return formatFirstIssue(issues)
    const { id, kind } = parsed.data
    if (id === undefined || profiles.some((profile) => profile.id === id)) return 'Another connection has its ID.'
    if (id === PRACTICE_ID && kind !== 'practice') return 'Its ID belongs to the practice shop.'
    profiles.push({ ...parsed.data, id })
    return undefined
  }
  const unreadable = entries.flatMap((entry, index) => {
    const problem = findProblem(entry)
    const name = readField(entry, 'name')
    const label = typeof name === 'string' ? name.slice(0, 60) : `Connection ${index + 1}`
    return problem === undefined ? [] : [{ name: label, problem }]
  })
  return { profiles, unreadable }
}

/** `isTaken`: whether files of that id exist, so that a new shop never inherits an old one's backups. */
export const createConnections = (deps: {
  readonly settings: Settings
  readonly given: GivenProfile | undefined
  readonly isTaken: (id: string) => boolean
}): Connections => {
  const { settings } = deps

  const load = (): readonly unknown[] => {
    const stored = settings.get(PROFILES_KEY)
    return Array.isArray(stored) ? stored.map(upgradeProfile) : []
  }
  const parse = (): Parsed => parseStored(load())

  /** Replaces the readable entry with that id, or removes it. Everything else stays unchanged. */
  const replace = (id: string, next: StoredProfile | null): void => {
    const entries = load()
    const at = entries.findIndex((entry) => readField(entry, 'id') === id && profileIssues(entry).length === 0)
    const added = next === null ? [] : [next]
    settings.set(PROFILES_KEY, at < 0 ? [...entries, ...added] : entries.toSpliced(at, 1, ...added))
  }

  const findPractice = (): StoredProfile =>
    parse().profiles.find(({ id }) => id === PRACTICE_ID) ?? { ...practiceProfileFile, id: PRACTICE_ID }

  const loadGiven = ({ profile, file }: GivenProfile): Connection => {
    const id = toProfileId(profile)
    const stored = parse().profiles.find((one) => one.id === id) ?? (id === PRACTICE_ID ? findPractice() : undefined)
    requireSameShop({ profile, file }, stored)
    return { id, profile: { ...profile, id }, source: 'file', fileName: file }
  }
  const given = deps.given === undefined ? undefined : loadGiven(deps.given)
  // Kept, so that a folder stays what it began as.
  if (given?.id !== PRACTICE_ID && load().length === 0 && !deps.isTaken(PRACTICE_ID)) {
    replace(PRACTICE_ID, { ...firstPracticeProfileFile, id: PRACTICE_ID })
  }

  const all = (): readonly Connection[] => {
    const stored = parse().profiles.filter(({ id }) => id !== PRACTICE_ID)
    const connections: Connection[] = [
      { id: PRACTICE_ID, profile: findPractice(), source: 'practice', fileName: null },
      ...stored.map((profile): Connection => ({ id: profile.id, profile, source: 'stored', fileName: null })),
    ]
    if (given === undefined) return connections
    return connections.some(({ id }) => id === given.id)
      ? connections.map((one) => (one.id === given.id ? given : one))
      : [...connections, given]
  }

  const byId = (id: string): Connection => {
    const found = all().find((one) => one.id === id)
    if (found !== undefined) return found
    throw notFound('This connection no longer exists.')
  }

  const findFreeId = (name: string): string => {
    const wanted = toProfileId({ name })
    // `new` is the address of the form for a new connection.
    const taken = new Set<unknown>(['new', ...all().map(({ id }) => id), ...load().map((one) => readField(one, 'id'))])
    const isFree = (id: string): boolean => !taken.has(id) && !deps.isTaken(id)
    if (isFree(wanted)) return wanted
    for (let number = 2; ; number += 1) {
      const suffix = `-${number}`
      const id = `${wanted.slice(0, MAX_ID_LENGTH - suffix.length).replace(/-+$/, '')}${suffix}`
      if (isFree(id)) return id
    }
  }

  const checkUpdate = (id: string, profile: ProfileFile): StoredProfile => {
    const { source, profile: before } = byId(id)
    const { name, kind } = before
    if (source === 'file') {
      throw conflict(`“${name}” comes from a file. Duplicate it to change it here, or change the file.`)
    }
    if (profile.kind !== kind) {
      throw conflict(
        `“${name}” stays a ${kind} connection, with its own database and secrets. Add another connection for ${profile.kind}.`,
      )
    }
    const next = { ...profile, id }
    requireComplete(next)
    return next
  }

  return {
    all,
    byId,
    checkUpdate,
    identifiers: () => [
      ...all()
        .filter(({ id }) => id !== PRACTICE_ID)
        .flatMap(({ id, profile }) => [
          id,
          profile.name,
          ...listSecretOrigins(profile).map((url) => new URL(url).host),
        ]),
      ...parse().unreadable.map(({ name }) => name),
    ],
    storedIds: () => new Set([...all().map(({ id }) => id), ...load().map((one) => readField(one, 'id'))]),
    unreadable: () => parse().unreadable,
    first: () => {
      if (given !== undefined) return { id: given.id, isThere: true }
      const remembered = settings.get(OPEN_KEY)
      if (typeof remembered !== 'string') return { id: PRACTICE_ID, isThere: true }
      const isThere = all().some(({ id }) => id === remembered)
      return { id: isThere ? remembered : PRACTICE_ID, isThere }
    },
    rememberOpen: (id) => {
      if (id === PRACTICE_ID || parse().profiles.some((profile) => profile.id === id)) settings.set(OPEN_KEY, id)
    },
    create: (profile) => {
      requireComplete(profile)
      const id = findFreeId(profile.name)
      settings.set(PROFILES_KEY, [...load(), { ...profile, id }])
      return byId(id)
    },
    update: (id, profile) => {
      replace(id, checkUpdate(id, profile))
      return byId(id)
    },
    remove: (id) => {
      const { source, profile } = byId(id)
      if (source === 'practice') throw conflict('The practice shop can’t be deleted.')
      if (source === 'file') throw conflict(`“${profile.name}” comes from a file and exists for this run only.`)
      replace(id, null)
    },
  }
}
