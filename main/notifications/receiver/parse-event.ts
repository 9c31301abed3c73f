/** Reads a stored delivery as an event, and builds the keys under which its occurrences are claimed (RCV-07, RCV-09). */
import { createHash } from 'node:crypto'
import type { Occurrence } from '../../../shared/notifications/occurrence.ts'
import type { Delivery } from '../log/delivery-store.ts'
import type { EventFacts } from '../log/event-store.ts'
import { findHeader, parseHeaders } from '../log/headers.ts'
import { dedupKey, notificationIdKey } from './dedup-key.ts'
import { parseJsonEvent } from './json-event.ts'
import { type Content, parseBody } from './parse-body.ts'
import { EventRefusal, type ParsedEvent } from './parsed-event.ts'
import { parseSoapEvent } from './soap-event.ts'

/** `event` is undefined if the body can't be read as one; `problem` then says why. */
export type Reading = {
  readonly facts: EventFacts
  readonly event: ParsedEvent | undefined
  readonly problem: string | null
}

const parse = (body: Uint8Array | Content): Content => {
  if (!(body instanceof Uint8Array)) return body
  const parsed = parseBody(body)
  if ('refused' in parsed) throw new EventRefusal(parsed.refused)
  return parsed.content
}

/** Reads a body, parsed or not. */
export const readDelivery = (
  { format, headers }: Pick<Delivery, 'format' | 'headers'>,
  body: Uint8Array | Content,
): Reading => {
  try {
    const content = parse(body)
    const event =
      content.format === 'json'
        ? parseJsonEvent(content.value)
        : parseSoapEvent(content.root, findHeader(parseHeaders(headers), 'soapaction'))
    const { name, timestamp, notificationId, occurrences } = event
    return { facts: { name, format, timestamp, notificationId, occurrences }, event, problem: null }
  } catch (error) {
    if (!(error instanceof EventRefusal)) throw error
    const facts = { name: 'Unreadable', format, timestamp: null, notificationId: null, occurrences: [] }
    return { facts, event: undefined, problem: error.message }
  }
}

/** A key and what it stands for. */
type Claim = { readonly key: string; readonly occurrences: readonly Occurrence[] }

/** Returns the keys of an event: one for each occurrence, or its notification id (RCV-07). */
export const buildClaims = (event: ParsedEvent): readonly Claim[] => {
  const { name, timestamp, notificationId, occurrences } = event
  if (notificationId !== null) {
    return [{ key: notificationIdKey(notificationId), occurrences }]
  }
  const contentDigest = (): string => createHash('sha256').update(JSON.stringify(event.tree())).digest('hex')
  return occurrences.map((occurrence) => {
    const { itemId, transactionId } = occurrence
    return { key: dedupKey({ name, timestamp, itemId, transactionId, contentDigest }), occurrences: [occurrence] }
  })
}
