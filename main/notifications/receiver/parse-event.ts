/** Reads a verified delivery as an event, and builds the keys under which its occurrences are claimed (RCV-07, RCV-09). */
import { createHash } from 'node:crypto'
import { ACCOUNT_DELETION, UNVERIFIED } from '../../../shared/notifications/event-types.ts'
import type { Occurrence } from '../../../shared/notifications/occurrence.ts'
import type { EventNode } from '../../../shared/notifications/tree.ts'
import type { Delivery } from '../log/delivery-store.ts'
import type { EventFacts } from '../log/event-store.ts'
import { findHeader, parseHeaders } from '../log/headers.ts'
import { MAX_OCCURRENCES } from './bounds.ts'
import { dedupKey, notificationIdKey, twinKey } from './dedup-key.ts'
import { parseJsonEvent } from './json-event.ts'
import { type Content, parseBody } from './parse-body.ts'
import { EventRefusal, type ParsedEvent } from './parsed-event.ts'
import { parseSoapEvent } from './soap-event.ts'

/** `event`: undefined if the body wasn't read, or isn't an event. `problem`: what is wrong or missing. */
export type Reading = {
  readonly facts: EventFacts
  readonly event: ParsedEvent | undefined
  readonly problem: string | null
}

const NOTHING = { timestamp: null, notificationId: null, occurrences: [] } as const

/**
 * The reading of an unverified delivery. SECURITY (SEC-09): its body isn't parsed, so a stranger can't make this
 * computer store or show more than was sent.
 */
export const leaveUnread = (format: Delivery['format']): Reading => ({
  facts: { ...NOTHING, name: UNVERIFIED, format },
  event: undefined,
  problem: null,
})

/** The reading of a verified delivery that can't be read. `problem`: the reason, as a sentence. */
export const failReading = (format: Delivery['format'], problem: string): Reading => ({
  facts: { ...NOTHING, name: 'Unreadable', format },
  event: undefined,
  problem,
})

const parse = (body: Uint8Array): Content => {
  const parsed = parseBody(body)
  if ('refused' in parsed) throw new EventRefusal(parsed.refused)
  return parsed.content
}

/** Reads the body of a verified delivery. */
export const readDelivery = ({ format, headers }: Pick<Delivery, 'format' | 'headers'>, body: Uint8Array): Reading => {
  try {
    const content = parse(body)
    const event =
      content.format === 'json'
        ? parseJsonEvent(content.value)
        : parseSoapEvent(content.root, findHeader(parseHeaders(headers), 'soapaction'))
    const { name, timestamp, notificationId, occurrences, omitted } = event
    const problem =
      omitted === 0
        ? null
        : `It reports ${MAX_OCCURRENCES + omitted} things at once. The first ${MAX_OCCURRENCES} are listed and processed.`
    return { facts: { name, format, timestamp, notificationId, occurrences }, event, problem }
  } catch (error) {
    if (!(error instanceof EventRefusal)) throw error
    return failReading(format, error.message)
  }
}

/** Occurrences, and the keys that claim them: an event that has one of the keys reported them before. */
type Claim = { readonly keys: readonly [string, ...string[]]; readonly occurrences: readonly Occurrence[] }

const digest = (node: EventNode): string => createHash('sha256').update(JSON.stringify(node)).digest('hex')

/** The key of a message's data and date (PLT-40); none without both, or if it could identify an erased user. */
const findTwinKey = ({ name, timestamp, tree }: ParsedEvent): string | undefined => {
  const notification = tree().children.find((child) => child.name === 'notification')
  const data = notification?.children.find((child) => child.name === 'data')
  if (timestamp === null || data === undefined || data.children.length === 0 || name === ACCOUNT_DELETION)
    return undefined
  return twinKey(name, timestamp, digest(data))
}

/**
 * Returns the claims of an event: one for each occurrence, or one for its notification id (RCV-07). `canHaveTwin`: whether
 * the same content under another notification id is the same event. Tests repeat one sample, so theirs isn't.
 */
export const buildClaims = (event: ParsedEvent, canHaveTwin: boolean): readonly Claim[] => {
  const { name, timestamp, notificationId, occurrences } = event
  if (notificationId !== null) {
    const twin = canHaveTwin ? findTwinKey(event) : undefined
    return [{ keys: [notificationIdKey(notificationId), ...(twin === undefined ? [] : [twin])], occurrences }]
  }
  const contentDigest = (): string => digest(event.tree())
  return occurrences.map((occurrence) => {
    const { itemId, transactionId } = occurrence
    return { keys: [dedupKey({ name, timestamp, itemId, transactionId, contentDigest })], occurrences: [occurrence] }
  })
}
