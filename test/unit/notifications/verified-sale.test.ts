import { expect, it } from 'vitest'
import { createNotificationStore } from '../../../main/notifications/store.ts'
import { noErasedPersons } from '../../support/no-erased-persons.ts'
import { openTestDatabase } from '../../support/test-database.ts'

it('RCV-04 a sale counts only with a good signature, and other events do not', () => {
  const database = openTestDatabase()
  const keep = (name: string, signature: string): void =>
    void database.run(
      `INSERT INTO notification_events (identity, received_at_ms, origin, name, format, occurrences, signature, signature_message, processing)
       VALUES (?, 0, 'platform', ?, 'soap', '[]', ?, '', 'processed')`,
      [`${name} ${signature}`, name, signature],
    )
  expect(createNotificationStore(database, noErasedPersons).hasVerifiedSale()).toBe(false)
  keep('BidReceived', 'verified')
  keep('ItemSold', 'wrong')
  expect(createNotificationStore(database, noErasedPersons).hasVerifiedSale()).toBe(false)
  keep('FixedPriceTransaction', 'verified')
  expect(createNotificationStore(database, noErasedPersons).hasVerifiedSale()).toBe(true)
})
