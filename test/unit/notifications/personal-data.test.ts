import { expect, it } from 'vitest'
import { erasePersons, findPersons } from '../../../main/erasure/erase.ts'
import { matchNames } from '../../../main/erasure/erased-persons.ts'
import { packOccurrences, unpackOccurrences } from '../../../main/notifications/log/event-store.ts'
import { notificationsPersonalData } from '../../../main/notifications/personal-data.ts'
import { openTestDatabase } from '../../support/test-database.ts'

it('PLT-18 erases a buyer from an order with several items, and keeps its items', async () => {
  const database = openTestDatabase()
  const line = { sku: null, price: '1', currency: 'USD', commentType: null }
  database.run(
    `INSERT INTO notification_events (identity, received_at_ms, origin, name, format, item_id, buyer, occurrences,
       signature, signature_message, processing) VALUES ('e', 1, 'platform', 'ItemSold', 'soap', '1', 'anna', ?, 'verified', '', 'processed')`,
    [
      packOccurrences([
        { ...line, itemId: '1', transactionId: 't1', buyer: 'anna' },
        { ...line, itemId: '2', transactionId: 't2', buyer: 'anna' },
        { ...line, itemId: '3', transactionId: 't3', buyer: 'bert' },
      ]),
    ],
  )
  const data = [notificationsPersonalData]
  const found = await findPersons(database, data, matchNames(['anna']))
  database.transaction(() => erasePersons(database, data, found))
  const row = database.get<{ buyer: string | null; occurrences: string }>(
    'SELECT buyer, occurrences FROM notification_events',
  )
  expect(row?.buyer).toBeNull()
  expect(unpackOccurrences(row?.occurrences ?? '').map(({ itemId, buyer }) => [itemId, buyer])).toEqual([
    ['1', null],
    ['2', null],
    ['3', 'bert'],
  ])
})
