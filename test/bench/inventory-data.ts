/** Items in any number, as a shop's years leave them: read from the platform, some edited, some incomplete, some scarce. */
import { DatabaseSync } from 'node:sqlite'
import { createDatabase } from '../../main/database/database.ts'
import { createInventoryStore } from '../../main/inventory/store.ts'
import { conditions } from '../../shared/inventory/item.ts'
import type { JsonObject } from '../../shared/inventory/json.ts'

const kinds = ['Lamp', 'Camera', 'Radio', 'Vase', 'Clock', 'Plane', 'Book', 'Kettle'] as const

export const skuOfNumber = (number: number): string => `ITM-${String(number).padStart(6, '0')}`

/** The same item for the same number. It has no picture, so that nothing is fetched while measuring. */
export const recordOfNumber = (number: number): JsonObject => ({
  availability: { shipToLocationAvailability: { quantity: number % 7 } },
  ...(number % 9 === 0 ? {} : { condition: conditions[number % conditions.length] ?? 'NEW' }),
  product: {
    title: `${kinds[number % kinds.length]} number ${number}, ${1900 + (number % 120)}, in good working order`,
    description: `<p>Item ${number} of the shelf.</p>`,
    aspects: { Brand: [`Maker ${number % 50}`], Colour: ['Red', 'Green'] },
    ean: String(4_000_000_000_000 + number),
  },
})

/** Fills the database of a connection that an app has made and closed. */
export const fillItems = (file: string, count: number): void => {
  const connection = new DatabaseSync(file)
  try {
    connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON;')
    const database = createDatabase(connection)
    const store = createInventoryStore(database)
    const skus = Array.from({ length: count }, (_, index) => skuOfNumber(index + 1))
    database.transaction(() => {
      store.add(skus, Date.UTC(2024, 0, 1))
      for (const [index, sku] of skus.entries()) store.putRecord(sku, recordOfNumber(index + 1), Date.UTC(2024, 5, 1))
    })
  } finally {
    connection.close()
  }
}
