/** Any number of events for the notification log: nearly all verified and processed, some in every other state. */

import type { Database } from '../../main/database/database.ts'
import { createNotificationStore } from '../../main/notifications/store.ts'
import type { Origin } from '../../shared/notifications/event.ts'
import { noErasedPersons } from '../support/no-erased-persons.ts'
import { seededRandom } from './inbox-data.ts'

const names = [
  'FixedPriceTransaction',
  'ItemSold',
  'AuctionCheckoutComplete',
  'BidReceived',
  'FeedbackLeft',
  'ItemEndedBySeller',
]

/** Fills an empty log with this many events, one delivery each. Buyers are `buyer0` to `buyer7999`. */
export const fillLog = (database: Database, count: number): void => {
  const store = createNotificationStore(database, noErasedPersons)
  const random = seededRandom(3)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() ** 2 * list.length)] as T
  const body = Buffer.from('<s:Envelope/>'.padEnd(700, ' '))
  database.transaction(() => {
    for (let index = 0; index < count; index += 1) {
      const isVerified = random() < 0.97
      const chance = random()
      const origin: Origin = chance < 0.95 ? 'platform' : 'replay'
      const receivedAtMs = Date.UTC(2026, 0, 1) + index * 60_000
      const deliveryId = store.addDelivery({
        receivedAtMs,
        format: 'soap',
        origin,
        replayOf: null,
        headers: '[]',
        body,
        bodyDigest: String(index),
        sender: null,
      })
      const occurrence = {
        itemId: String(110_000_000_000 + Math.floor(random() * 5_000)),
        sku: null,
        transactionId: String(7_000_000 + index),
        buyer: `buyer${Math.floor(random() * 8_000)}`,
        price: '12.50',
        currency: 'USD',
        commentType: null,
      }
      const signature = isVerified ? 'verified' : 'wrong'
      const eventId = store.saveEvent(
        `event:${index}`,
        { receivedAtMs, origin },
        {
          name: pick(names),
          format: 'soap',
          timestamp: '2026-11-21T09:00:00.000Z',
          notificationId: null,
          occurrences: [occurrence],
        },
        {
          signature,
          signatureMessage: 'Signed by the platform with key k.',
          processing: !isVerified ? 'quarantined' : random() < 0.97 ? 'processed' : 'failed',
          why: null,
          raises: null,
          isTest: false,
          sameSaleAs: null,
        },
      )
      store.assignDelivery(deliveryId, { eventId, state: 'settled', signature })
    }
  })
}
