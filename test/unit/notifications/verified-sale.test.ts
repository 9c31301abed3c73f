import { expect, it } from 'vitest'
import { migrations } from '../../../main/app.ts'
import { hasVerifiedSale } from '../../../main/notifications/verified-sale.ts'
import { openTestDatabase } from '../../support/test-database.ts'

it('RCV-04 a sale counts only with a good signature, and other events do not', () => {
  const database = openTestDatabase(...migrations.map(({ sql }) => sql))
  const keep = (name: string, signature: string): void =>
    void database.run(
      `INSERT INTO notification_events (identity, received_at_ms, last_delivery_at_ms, delivery_count, name, format, occurrences, signature, signature_words, processing)
       VALUES (?, 0, 0, 1, ?, 'soap', '[]', ?, '', 'processed')`,
      [`${name} ${signature}`, name, signature],
    )
  expect(hasVerifiedSale(database)).toBe(false)
  keep('BidReceived', 'verified')
  keep('ItemSold', 'wrong')
  expect(hasVerifiedSale(database)).toBe(false)
  keep('FixedPriceTransaction', 'verified')
  expect(hasVerifiedSale(database)).toBe(true)
})
