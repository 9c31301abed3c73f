import { expect, it } from 'vitest'
import { createListingStore } from '../../../main/listing/offers/listing-store.ts'
import { openTestDatabase } from '../../support/test-database.ts'

it('LST-01 a refusal that 0.2.2 stored still says which field to fix', () => {
  const database = openTestDatabase()
  const stored = [
    { message: 'Enter a price.', mend: { at: 'offer', field: 'price' } },
    { message: 'The account is restricted.', mend: null },
  ]
  database.run('INSERT INTO listings (sku, refusals) VALUES (?, ?)', ['LAMP-1', JSON.stringify(stored)])
  const { load, putRefusals } = createListingStore(database, 'SVC_US')
  const refusals = [
    { message: 'Enter a price.', fix: { at: 'offer', field: 'price' } },
    { message: 'The account is restricted.', fix: null },
  ] as const
  expect(load('LAMP-1').refusals).toEqual(refusals)
  putRefusals('LAMP-1', refusals)
  expect(load('LAMP-1').refusals).toEqual(refusals)
})
