/** The contract's methods for all connections, open or not. */
import { existsSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { connectionContract } from '../../shared/connection/contract.ts'
import { addsOrigin, completeProfile, getPlatform, type ProfileFile } from '../../shared/connection/profile.ts'
import type { ReceiverStatus } from '../../shared/connection/receivers.ts'
import type { FeatureEmit, FeatureHandlers } from '../../shared/ipc/define.ts'
import { conflict, validation } from '../../shared/result.ts'
import { formatStamp } from '../database/backups.ts'
import type { Clock, Ports } from '../ports.ts'
import type { RunSerially } from '../serial-queue.ts'
import type { Connection, Connections, StoredProfile } from './connections.ts'
import { createSecretTimes, deleteSecrets } from './secrets.ts'
import { createStoredLimits } from './stated-limits.ts'
import { createStoredCalls } from './stored-calls.ts'

type All = FeatureHandlers<typeof connectionContract>
export type ConnectionListHandlers = Pick<
  All,
  'list' | 'receivers' | 'get' | 'create' | 'update' | 'duplicate' | 'delete' | 'open' | 'draft' | 'keepDraft'
>

type ConnectionListDeps = {
  readonly ports: Ports
  readonly connections: Connections
  readonly openId: () => string
  /** Called after a connection was deleted, so that others delete their data about it. */
  readonly onDeleted: (id: string) => void
  /** Opens another connection, or the current one again. Reopens the previous one on failure. */
  readonly switchTo: (connection: Connection) => Promise<void>
  readonly receivers: () => Promise<readonly ReceiverStatus[]>
  /** Closes a connection that isn't on screen, whose receiver may be open. */
  readonly release: (id: string) => Promise<void>
  /** Reopens the receiver if it is registered. Never rejects. */
  readonly resume: (connection: Connection) => Promise<void>
  readonly runSerially: RunSerially
  readonly emit: FeatureEmit<typeof connectionContract>
}

export const databaseFile = (dataDir: string, id: string): string => join(dataDir, `${id}.sqlite`)

/** Whether the folder contains a database of this id: open, deleted, damaged or backed up. */
export const hasDatabase = (dataDir: string, id: string): boolean =>
  [dataDir, join(dataDir, 'backups')].some(
    (folder) => existsSync(folder) && readdirSync(folder).some((name) => name.startsWith(`${id}.sqlite`)),
  )

/** The ids of databases in the folder that no connection uses, as after the loss of the settings (SEC-12). */
export const findUnlisted = (dataDir: string, listed: ReadonlySet<unknown>): readonly string[] =>
  readdirSync(dataDir).flatMap((name) => {
    const id = /^([a-z0-9-]{1,40})\.sqlite$/.exec(name)?.[1]
    return id === undefined || listed.has(id) ? [] : [id]
  })

const DRAFTS_KEY = 'connectionDrafts'

type Drafts = Readonly<Record<string, Readonly<Record<string, string>>>>

const readDrafts = (stored: unknown): Drafts =>
  typeof stored === 'object' && stored !== null ? (stored as Drafts) : {}

/** Renames a closed database and returns its new path; null if there was none. */
export const setAside = (file: string, clock: Clock): string | null => {
  if (!existsSync(file)) return null
  const aside = `${file}.deleted-${formatStamp(clock)}`
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(`${file}${suffix}`)) renameSync(`${file}${suffix}`, `${aside}${suffix}`)
  }
  return aside
}

const withoutId = ({ id: _, ...profile }: StoredProfile): Omit<ProfileFile, 'id'> => profile

export const createConnectionListHandlers = (deps: ConnectionListDeps): ConnectionListHandlers => {
  const { ports, connections, emit, runSerially } = deps
  const drafts = (): Drafts => readDrafts(ports.settings.get(DRAFTS_KEY))
  const keepDraft = (id: string, fields: Drafts[string] | null): void => {
    const { [id]: _, ...others } = drafts()
    ports.settings.set(DRAFTS_KEY, fields === null ? others : { ...others, [id]: fields })
  }

  return {
    draft: ({ id }) => ({ fields: Object.hasOwn(drafts(), id) ? (drafts()[id] ?? null) : null }),
    keepDraft: ({ id, fields }) => keepDraft(id, fields),
    list: () => ({
      connections: connections.all().map(({ id, profile, source, fileName }) => ({
        id,
        name: profile.name,
        kind: profile.kind,
        platform: getPlatform(profile).id,
        baseUrl: profile.kind === 'practice' ? (profile.baseUrl ?? null) : completeProfile(profile).baseUrl,
        isOpen: id === deps.openId(),
        source,
        fileName,
      })),
      unreadable: [...connections.unreadable()],
    }),
    receivers: async () => ({ receivers: [...(await deps.receivers())] }),
    get: ({ id }) => {
      const { profile, source } = connections.byId(id)
      return { id, source, isOpen: id === deps.openId(), profile: withoutId(profile) }
    },
    create: ({ profile }) =>
      runSerially(async () => {
        const { id } = connections.create(profile)
        emit('listChanged', {})
        return { id }
      }),
    update: ({ id, profile }) =>
      runSerially(async () => {
        const before = connections.byId(id)
        const isShown = id === deps.openId()
        const signedOut = addsOrigin(before.profile, connections.checkUpdate(id, profile))
        // SECURITY (SEC-01): deleted before the new address is stored, so a crash in between leaves neither.
        if (signedOut) await deleteSecrets(ports.vault, createSecretTimes(ports.settings), id)
        if (!isShown) await deps.release(id)
        try {
          const after = connections.update(id, profile)
          if (isShown) await deps.switchTo(after)
          else await deps.resume(after)
        } catch (error) {
          if (!isShown) await deps.resume(before)
          connections.update(id, before.profile)
          throw error
        }
        emit('listChanged', {})
        return { signedOut }
      }),
    duplicate: ({ id }) =>
      runSerially(async () => {
        const { profile } = connections.byId(id)
        const copy = connections.create({ ...withoutId(profile), name: `${profile.name.slice(0, 54).trim()} copy` })
        emit('listChanged', {})
        return { id: copy.id }
      }),
    delete: ({ id, name }) =>
      runSerially(async () => {
        const connection = connections.byId(id)
        const { profile, source } = connection
        if (id === deps.openId() && source === 'stored') {
          throw conflict(`“${profile.name}” is open. Open another connection first, then delete this one.`)
        }
        if (name.trim() !== profile.name) {
          throw validation('input.name', `Type the connection’s name, “${profile.name}”, to delete it.`)
        }
        await deps.release(id)
        try {
          if (source === 'stored') await deleteSecrets(ports.vault, createSecretTimes(ports.settings), id)
          connections.remove(id)
        } catch (error) {
          await deps.resume(connection)
          throw error
        }
        createStoredCalls(ports.settings, id).remove()
        createStoredLimits(ports.settings, id).remove()
        keepDraft(id, null)
        deps.onDeleted(id)
        const setAsideAs = setAside(databaseFile(ports.dataDir, id), ports.clock)
        emit('listChanged', {})
        return { setAsideAs }
      }),
    open: ({ id }) =>
      runSerially(async () => {
        if (id === deps.openId()) return {}
        await deps.switchTo(connections.byId(id))
        connections.rememberOpen(id)
        emit('listChanged', {})
        return {}
      }),
  }
}
