/**
 * Erases users whose accounts were closed on the platform (PLT-18) from the database, its search indexes and captures,
 * while the receiver and the window keep running.
 *
 * The platform reports every closed account (https://developer.ebay.com/marketplace-account-deletion), and nearly all
 * belong to strangers. For those, only the notification itself is erased. Older backups age out (backups.ts); a restore
 * or an import erases again.
 */
import type { ErasedCounts } from '../../shared/notifications/erasure.ts'
import { forgetPerson } from '../app/handlers.ts'
import type { Database } from '../database/database.ts'
import { dropRemains } from '../database/remains.ts'
import {
  type Closing,
  erasePersons,
  type Found,
  findGivenUp,
  findMentions,
  findPersons,
  removeTraces,
} from '../erasure/erase.ts'
import { createErasedPersons, loadErasureKey, matchNames } from '../erasure/erased-persons.ts'
import { ERASED } from '../erasure/personal-data.ts'
import { createErasureStore, type ErasureHandlers } from '../notifications/feature.ts'
import type { Clock, Log, Settings } from '../ports.ts'
import { createMentionStore } from './erasure-mentions.ts'
import { personalData } from './personal-data.ts'

const NOTHING: ErasedCounts = { conversations: 0, messages: 0, notifications: 0 }

/** The keys that identify the user in a closed-account notification, as the platform spells them. */
const NAMES_USER = /^(?:username|userId|eiasToken)$/i

const parseBody = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    // An erased body contains no names.
    return null
  }
}

/** The names in a closed-account notification. */
export const readClosedAccount = (body: Uint8Array): readonly string[] => {
  const found = new Set<string>()
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'string' && NAMES_USER.test(key) && value.trim() !== '') found.add(value.trim())
    else if (typeof value === 'object' && value !== null) {
      for (const [inner, one] of Object.entries(value)) walk(one, inner)
    }
  }
  walk(parseBody(body), '')
  return [...found].filter((name) => name !== ERASED)
}

/** When the account was closed, as the platform says, in milliseconds since 1970; undefined if it doesn't. */
const readClosedAt = (body: Uint8Array): number | undefined => {
  const parsed = parseBody(body) as { readonly notification?: { readonly eventDate?: unknown } | null } | null
  const atMs = Date.parse(String(parsed?.notification?.eventDate))
  return Number.isNaN(atMs) ? undefined : atMs
}

/** Removes the names from the notification. */
export const clearClosedAccount = (body: Uint8Array): Uint8Array =>
  Buffer.from(
    JSON.stringify(parseBody(body), (key, value: unknown) =>
      typeof value === 'string' && NAMES_USER.test(key) ? ERASED : value,
    ),
  )

const loadBody = (database: Database, deliveryId: number): Uint8Array =>
  database.get<{ body: NodeJS.NonSharedUint8Array }>('SELECT body FROM notification_captures WHERE id = ?', [
    deliveryId,
  ])?.body ?? new Uint8Array()

/** The names in a database's open requests, and when each account was closed. */
export const readOpenRequests = (database: Database) =>
  createErasureStore(database)
    .openErasures()
    .map((request) => {
      const body = loadBody(database, request.deliveryId)
      return { ...request, names: readClosedAccount(body), closedAtMs: readClosedAt(body) ?? request.requestedAtMs }
    })
type Request = ReturnType<typeof readOpenRequests>[number]

/**
 * Clears the notification and records the request as completed. Returns false for a repeated notification, which leaves
 * no record.
 */
export const completeRequest = (
  database: Database,
  { erasureId, deliveryId }: Request,
  erased: ErasedCounts,
  atMs: number,
): boolean => {
  const body = clearClosedAccount(loadBody(database, deliveryId))
  database.run('UPDATE notification_captures SET body = ? WHERE id = ?', [body, deliveryId])
  return createErasureStore(database).recordErasure(erasureId, atMs, erased)
}

/** What has the name now may be dated by a clock that is ahead. */
export const closingOf = ({ closedAtMs }: Pick<Request, 'closedAtMs'>): Closing => ({
  atMs: closedAtMs,
  untilMs: Number.MAX_SAFE_INTEGER,
})

const listConversations = ({ subjects }: Found): readonly string[] =>
  subjects.flatMap((subject) => (subject.startsWith('conversation:') ? [subject.slice('conversation:'.length)] : []))

/**
 * Erases what was found, and lists texts for the seller to review under `erasureId`. Returns what was erased. Yields,
 * then changes everything in one transaction, which also runs `record`.
 */
export const eraseFound = async (
  database: Database,
  found: Found,
  erasureId: number | undefined,
  record: (erased: ErasedCounts, conversationIds: readonly string[]) => void,
): Promise<void> => {
  const mentions = createMentionStore(database)
  const texts = await findMentions(database, personalData, found.names)
  database.transaction(() => {
    if (erasureId !== undefined) mentions.add(erasureId, texts, found.subjects)
    const rows = erasePersons(database, personalData, found)
    const conversationIds = listConversations(found)
    record(
      {
        conversations: conversationIds.length,
        messages: rows.messages ?? 0,
        notifications: rows.notification_events ?? 0,
      },
      conversationIds,
    )
  })
}

export type Erasures = {
  readonly handlers: ErasureHandlers
  /** Whether a request is open, including from before a crash, or data kept for an unsent text can be erased. */
  readonly hasOpen: () => boolean
  /**
   * Carries out open requests. Returns whether anything besides the notifications changed. Never closes the database.
   */
  readonly run: () => Promise<boolean>
}

export const createErasures = (deps: {
  readonly database: Database
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  readonly changed: () => void
}): Erasures => {
  const { database, settings, clock, log } = deps
  const store = createErasureStore(database)
  const mentions = createMentionStore(database)
  const persons = createErasedPersons(database, loadErasureKey(settings))

  const complete = (request: Request, erased: ErasedCounts): void => {
    if (!completeRequest(database, request, erased, clock.nowMs())) mentions.dismiss(request.erasureId)
  }

  /**
   * Up to which date data of the account's names is refused: until now, unless the name was given up since the closing. The
   * platform's clock may be ahead.
   */
  const refusedUntil = ({ names, closedAtMs }: Request): number =>
    findGivenUp(database, personalData, matchNames(names), closedAtMs) ?? Math.max(clock.nowMs(), closedAtMs)

  /** Once the seller has sent or discarded the unsent text, erases the rest of the conversation. */
  const finishUnsent = (): boolean =>
    database.transaction(() => {
      const finished = mentions.finishedSubjects()
      if (finished.length === 0) return false
      const names = finished.flatMap((subject) =>
        subject.startsWith('person:') ? [subject.slice('person:'.length)] : [],
      )
      // What was sent to the person since the erasure is deleted too. Anything else with the name may be someone else's.
      erasePersons(database, personalData, { names: [], untilMs: new Map(), subjects: finished, rows: new Map() })
      const untilMs = new Map(names.map((name) => [name, persons.erasedUntil(name) ?? clock.nowMs()]))
      erasePersons(database, personalData, { names, untilMs, subjects: [], rows: new Map() })
      mentions.forgetSubjects(finished)
      return true
    })

  const eraseKnown = async (request: Request): Promise<void> => {
    const isPerson = matchNames(request.names)
    forgetPerson(settings, isPerson)
    const atMs = refusedUntil(request)
    const found = await findPersons(database, personalData, isPerson, () => closingOf(request))
    await eraseFound(database, found, request.erasureId, (erased, conversationIds) => {
      persons.remember({ names: request.names, conversationIds }, atMs, true)
      for (const name of found.names) {
        persons.remember({ names: [name] }, Math.min(atMs, found.untilMs.get(name) ?? atMs), true)
      }
      complete(request, erased)
    })
    log.info('a closed account was erased')
  }

  return {
    hasOpen: () => store.openErasures().length > 0 || mentions.finishedSubjects().length > 0,

    run: async () => {
      const hasFinished = finishUnsent()
      const requests = readOpenRequests(database)
      if (requests.length === 0) {
        if (hasFinished) {
          await removeTraces(database, personalData)
          dropRemains(database, log)
        }
        return hasFinished
      }
      // Runs first: from here on, nothing that arrives can bring them back.
      database.transaction(() => {
        for (const request of requests) persons.remember({ names: request.names }, refusedUntil(request), false)
        persons.forgetStrangers(clock.nowMs())
      })
      const { names } = await findPersons(database, personalData, matchNames(requests.flatMap((one) => one.names)))
      const isKnown = (request: Request): boolean => names.some(matchNames(request.names))
      for (const request of requests) {
        if (isKnown(request)) await eraseKnown(request)
        else database.transaction(() => complete(request, NOTHING))
      }
      await removeTraces(database, names.length > 0 ? personalData : [])
      if (names.length > 0 || hasFinished) dropRemains(database, log)
      deps.changed()
      return hasFinished || names.length > 0
    },

    handlers: {
      erasures: () => ({
        withoutData: store.countErasuresWithoutData(),
        erasures: store.erasures().map((erasure) => ({
          ...erasure,
          mentions: [...mentions.load(erasure.erasureId)],
          unsent: [...mentions.loadUnsent(erasure.erasureId)],
        })),
      }),
      dismissMentions: ({ erasureId }) => {
        mentions.dismiss(erasureId)
        deps.changed()
      },
    },
  }
}
