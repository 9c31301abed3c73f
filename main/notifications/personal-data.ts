/**
 * Personal data in the log (PLT-18). An event stays, without the person, because it describes the seller's item. The
 * bytes of its deliveries are erased, because a name or address can be anywhere in them.
 */
import { ACCOUNT_DELETION } from '../../shared/notifications/event-types.ts'
import type { EventNode } from '../../shared/notifications/tree.ts'
import type { IsPerson } from '../erasure/erased-persons.ts'
import { ERASED, IN_FOUND, IN_NAMES, type PersonalData } from '../erasure/personal-data.ts'
import { toEventNode } from './event-node.ts'
import { ERASED_BODY } from './log/delivery-store.ts'
import { INDEXED_TEXT, packOccurrences, unpackOccurrences } from './log/event-store.ts'
import { toNodes } from './receiver/json-event.ts'
import { parseBody } from './receiver/parse-body.ts'

/** Elements that name a person, in eBay's and in neutral messages. */
const NAMES_PERSON = /user|buyer|sender|recipient|bidder/i

/** The names in a body; none if it can't be read. */
export const readBodyNames = (body: Uint8Array): readonly string[] => {
  const parsed = parseBody(body)
  if ('refused' in parsed) return []
  const { content } = parsed
  const found: string[] = []
  const walk = ({ name, text, children }: EventNode, parent: string): void => {
    const isName = NAMES_PERSON.test(name) || (/^(?:name|id)$/i.test(name) && NAMES_PERSON.test(parent))
    if (isName && text.trim() !== '') found.push(text.trim())
    for (const child of children) walk(child, name)
  }
  const roots = content.format === 'json' ? toNodes('message', content.value) : [toEventNode(content.root)]
  for (const root of roots) walk(root, '')
  return found
}

/** Removes these persons from the occurrences. */
export const clearBuyers = <T extends { readonly buyer: string | null }>(
  occurrences: readonly T[],
  isPerson: IsPerson,
): readonly T[] => occurrences.map((one) => (isPerson(one.buyer) ? { ...one, buyer: null } : one))

/**
 * SECURITY (SEC-09): the largest unverified body that is parsed. The quarantine's retention deletes larger ones in any
 * case.
 */
const MAX_UNVERIFIED_BYTES = 65_536

/** When an event happened, to the second before. */
const EVENT_TIME = `coalesce(unixepoch(occurred) * 1000, received_at_ms)`

/** Excludes deliveries that wait for their key: once verified, they are filed without the person (file-delivery.ts). */
const DELIVERIES_OF_FOUND = `SELECT id FROM notification_deliveries WHERE state = 'settled' AND event_id ${IN_FOUND}`

export const notificationsPersonalData: PersonalData = {
  searchIndexes: ['notification_search'],
  tables: [
    {
      table: 'notification_events',
      // The buyer of the first occurrence.
      ofPerson: ['buyer'],
      scanned: {
        occurrences: {
          rows: `SELECT id, occurrences AS value, ${EVENT_TIME} AS atMs FROM notification_events
            WHERE id > ? AND name <> '${ACCOUNT_DELETION}' ORDER BY id LIMIT 1000`,
          read: (value) => unpackOccurrences(String(value)).flatMap(({ buyer }) => buyer ?? []),
          clear: (value, isPerson) => packOccurrences(clearBuyers(unpackOccurrences(String(value)), isPerson)),
        },
      },
      ownTexts: { note: [{ place: 'eventNote', ref: 'id', where: `note <> ''` }] },
      withoutPersons: [
        ...['identity', 'origin', 'name', 'format', 'occurred', 'notification_id', 'item_id', 'transaction_id'],
        ...['signature', 'signature_message', 'processing', 'why', 'raises'],
      ],
      change: [
        `UPDATE notification_events SET buyer = NULL WHERE id ${IN_FOUND} AND buyer ${IN_NAMES}`,
        `UPDATE notification_captures SET body = CAST('${ERASED}' AS BLOB) WHERE id IN (${DELIVERIES_OF_FOUND})`,
        `REPLACE INTO notification_search (rowid, text)
           SELECT id, ${INDEXED_TEXT} FROM notification_events WHERE id ${IN_FOUND}`,
      ],
    },
    {
      table: 'notification_captures',
      scanned: {
        body: {
          rows: `SELECT c.id, c.body AS value, d.received_at_ms AS atMs FROM notification_captures c JOIN notification_deliveries d ON d.id = c.id
            WHERE c.id > ? AND d.state = 'settled' AND (d.signature = 'verified' OR length(c.body) <= ${MAX_UNVERIFIED_BYTES})
            ORDER BY c.id LIMIT 100`,
          isOnlyForKnown: true,
          read: (value) => (value instanceof Uint8Array ? readBodyNames(value) : []),
          clear: () => ERASED_BODY,
        },
      },
      withoutPersons: ['headers', 'body_digest'],
    },
    {
      table: 'notification_deliveries',
      // sender: a network address and a program.
      withoutPersons: ['format', 'origin', 'state', 'signature', 'sender'],
    },
    { table: 'notification_claims', withoutPersons: ['key'] },
    { table: 'notification_keys', withoutPersons: ['kid', 'key', 'algorithm', 'digest'] },
    { table: 'notification_erasures', withoutPersons: ['ids'] },
    { table: 'notification_listings', withoutPersons: ['item_id', 'sku'] },
    { table: 'notification_settings', withoutPersons: ['name', 'value'] },
    { table: 'notification_search' },
  ],
}
