/**
 * The connections there are: profiles in the settings, without a secret, and which of them is open.
 *
 * The practice connection is always there. A stored profile that does not parse stays where it is, byte for byte, and is
 * named; nothing is dropped because a newer or an older Stallhand wrote it.
 */
import {
  type GivenProfile,
  idOfProfile,
  type ProfileFile,
  practiceProfileFile,
  profileFileSchema,
} from '../../shared/connection/profile.ts'
import { type ProfileIssue, profileIssues } from '../../shared/connection/profile-issues.ts'
import { Failure } from '../../shared/result.ts'
import type { Settings } from '../ports.ts'

export type StoredProfile = ProfileFile & { readonly id: string }

export type Connection = {
  readonly id: string
  readonly profile: StoredProfile
  readonly source: 'practice' | 'stored' | 'file'
  readonly fileName: string | null
}

export type Connections = {
  /** The practice connection first, then in the order in which they were made. */
  readonly all: () => readonly Connection[]
  /** Throws `notFound` for an id that is not there. */
  readonly byId: (id: string) => Connection
  readonly unreadable: () => readonly { readonly name: string; readonly problem: string }[]
  /** The one to open at the start: the given one, or that which was open last. */
  readonly first: () => { readonly id: string; readonly isThere: boolean }
  /** Remembers which one is open, unless it is there for this run only. */
  readonly rememberOpen: (id: string) => void
  /** Each throws `validation` where the profile is not whole; paths begin with `input.profile`. */
  readonly create: (profile: ProfileFile) => Connection
  /** Throws `conflict` where its kind would change, or it comes from a file. */
  readonly update: (id: string, profile: ProfileFile) => Connection
  /** Throws `conflict` for the practice connection and one that comes from a file. */
  readonly remove: (id: string) => void
}

const PROFILES_KEY = 'connections'
const OPEN_KEY = 'openConnection'
const PRACTICE_ID = 'practice'
const LONGEST_ID = 40

const practice: StoredProfile = { ...practiceProfileFile, id: PRACTICE_ID }

const withId = (profile: ProfileFile, id: string): StoredProfile => ({ ...profile, id })

const refuse = (message: string): Failure => new Failure({ kind: 'conflict', message })

const nameOf = (raw: unknown, number: number): string =>
  typeof raw === 'object' && raw !== null && 'name' in raw && typeof raw.name === 'string'
    ? raw.name.slice(0, 60)
    : `Connection ${number}`

const sentenceOf = (issues: readonly ProfileIssue[]): string => {
  const [first] = issues
  if (first === undefined) return ''
  return `${first.path === '' ? '' : `${first.path}: `}${first.message}.`
}

const demandWhole = (profile: ProfileFile): void => {
  const issues = profileIssues(profile)
  if (issues.length === 0) return
  throw new Failure({
    kind: 'validation',
    message: sentenceOf(issues),
    issues: issues.map(({ path, message }) => ({ path: `input.profile.${path}`, message })),
  })
}

const originsOf = ({ baseUrl }: ProfileFile): string => (baseUrl === undefined ? '' : new URL(baseUrl).origin)

/**
 * RCV-11: a file that names the id of a kept connection would open that one's database with that one's secrets. It may,
 * where it is the same kind at the same address; the practice shop holds nothing worth keeping apart.
 */
const demandNoStranger = (given: GivenProfile, kept: StoredProfile | undefined): void => {
  if (kept === undefined) return
  const { profile, file } = given
  if (profile.kind === 'practice' && kept.kind === 'practice') return
  if (profile.kind === kept.kind && originsOf(profile) === originsOf(kept)) return
  throw refuse(
    `The connection profile ${file} has the id "${kept.id}", which belongs to "${kept.name}" (${kept.kind}) here. Give the profile another id.`,
  )
}

/**
 * `isTaken` says whether something of that id is there already besides a profile: a database that was set aside, for one,
 * so that no new shop ever inherits an old one's backups.
 */
export const createConnections = (deps: {
  readonly settings: Settings
  readonly given: GivenProfile | undefined
  readonly isTaken: (id: string) => boolean
}): Connections => {
  const { settings } = deps

  const raw = (): readonly unknown[] => {
    const stored = settings.get(PROFILES_KEY)
    return Array.isArray(stored) ? stored : []
  }

  type Read = { readonly profiles: readonly StoredProfile[]; readonly unreadable: { name: string; problem: string }[] }
  const read = (): Read => {
    const profiles: StoredProfile[] = []
    const unreadable: Read['unreadable'] = []
    raw().forEach((entry, index) => {
      const issues = profileIssues(entry)
      const parsed = profileFileSchema.safeParse(entry)
      const id = parsed.success ? parsed.data.id : undefined
      const name = nameOf(entry, index + 1)
      if (!parsed.success || issues.length > 0) unreadable.push({ name, problem: sentenceOf(issues) })
      else if (id === undefined || profiles.some((profile) => profile.id === id)) {
        unreadable.push({ name, problem: 'Another connection has its id.' })
      } else if (id === PRACTICE_ID && parsed.data.kind !== 'practice') {
        unreadable.push({ name, problem: 'Its id belongs to the practice shop.' })
      } else profiles.push(withId(parsed.data, id))
    })
    return { profiles, unreadable }
  }

  const idOfRaw = (entry: unknown): unknown =>
    typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : undefined

  /** Puts `next` in the place of the readable entry with that id; null takes it out. Everything else stays as it is. */
  const replace = (id: string, next: StoredProfile | null): void => {
    const isIt = (entry: unknown): boolean => idOfRaw(entry) === id && profileIssues(entry).length === 0
    const at = raw().findIndex(isIt)
    if (at < 0) settings.set(PROFILES_KEY, next === null ? raw() : [...raw(), next])
    else settings.set(PROFILES_KEY, raw().toSpliced(at, 1, ...(next === null ? [] : [next])))
  }

  const given: Connection | undefined =
    deps.given === undefined
      ? undefined
      : {
          id: idOfProfile(deps.given.profile),
          profile: withId(deps.given.profile, idOfProfile(deps.given.profile)),
          source: 'file',
          fileName: deps.given.file,
        }
  if (deps.given !== undefined) {
    const id = idOfProfile(deps.given.profile)
    const kept = read().profiles.find((profile) => profile.id === id) ?? (id === PRACTICE_ID ? practice : undefined)
    demandNoStranger(deps.given, kept)
  }

  const all = (): readonly Connection[] => {
    const { profiles } = read()
    const ownPractice = profiles.find(({ id }) => id === PRACTICE_ID) ?? practice
    const kept: Connection[] = [
      { id: PRACTICE_ID, profile: ownPractice, source: 'practice', fileName: null },
      ...profiles
        .filter(({ id }) => id !== PRACTICE_ID)
        .map((profile): Connection => ({ id: profile.id, profile, source: 'stored', fileName: null })),
    ]
    if (given === undefined) return kept
    return kept.some(({ id }) => id === given.id)
      ? kept.map((one) => (one.id === given.id ? given : one))
      : [...kept, given]
  }

  const byId = (id: string): Connection => {
    const found = all().find((one) => one.id === id)
    if (found !== undefined) return found
    throw new Failure({ kind: 'notFound', message: 'This connection is not there any more.' })
  }

  const freeId = (name: string): string => {
    const wanted = idOfProfile({ name })
    // `new` is the address of the form for one that is not there yet.
    const taken = new Set<unknown>(['new', ...all().map(({ id }) => id), ...raw().map(idOfRaw)])
    const isFree = (id: string): boolean => !taken.has(id) && !deps.isTaken(id)
    if (isFree(wanted)) return wanted
    for (let number = 2; ; number += 1) {
      const end = `-${number}`
      const id = `${wanted.slice(0, LONGEST_ID - end.length).replace(/-+$/, '')}${end}`
      if (isFree(id)) return id
    }
  }

  return {
    all,
    byId,
    unreadable: () => read().unreadable,
    first: () => {
      if (given !== undefined) return { id: given.id, isThere: true }
      const remembered = settings.get(OPEN_KEY)
      if (typeof remembered !== 'string') return { id: PRACTICE_ID, isThere: true }
      return all().some(({ id }) => id === remembered)
        ? { id: remembered, isThere: true }
        : { id: PRACTICE_ID, isThere: false }
    },
    rememberOpen: (id) => {
      if (id === PRACTICE_ID || read().profiles.some((profile) => profile.id === id)) settings.set(OPEN_KEY, id)
    },
    create: (profile) => {
      demandWhole(profile)
      const id = freeId(profile.name)
      settings.set(PROFILES_KEY, [...raw(), withId(profile, id)])
      return byId(id)
    },
    update: (id, profile) => {
      const before = byId(id)
      if (before.source === 'file') {
        throw refuse(`"${before.profile.name}" comes from a file. Duplicate it to change it here, or change the file.`)
      }
      if (profile.kind !== before.profile.kind) {
        throw refuse(
          `"${before.profile.name}" stays a ${before.profile.kind} connection, with its own database and secrets. Add another one for ${profile.kind}.`,
        )
      }
      demandWhole(withId(profile, id))
      replace(id, withId(profile, id))
      return byId(id)
    },
    remove: (id) => {
      const { source, profile } = byId(id)
      if (source === 'practice') throw refuse('The practice shop is always there and cannot be deleted.')
      if (source === 'file')
        throw refuse(`"${profile.name}" comes from a file, for this run only. It is not kept here.`)
      replace(id, null)
    },
  }
}
