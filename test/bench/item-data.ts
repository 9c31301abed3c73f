/** Items in any number, as years of a shop leave them: read from the platform, some incomplete, some scarce. */
import type { Database } from '../../main/database/database.ts'
import { createInventoryStore } from '../../main/inventory/store.ts'
import { platforms } from '../../shared/connection/platforms.ts'
import type { JsonObject } from '../../shared/inventory/json.ts'

const { conditions } = platforms.documents
const kinds = ['Lamp', 'Camera', 'Radio', 'Vase', 'Clock', 'Plane', 'Book', 'Kettle'] as const

/** Always the same item for a number. It has no picture, so nothing is fetched while measuring. */
const createRecord = (number: number): JsonObject => ({
  availability: { shipToLocationAvailability: { quantity: number % 7 } },
  ...(number % 9 === 0 ? {} : { condition: conditions[number % conditions.length] ?? 'NEW' }),
  product: {
    title: `${kinds[number % kinds.length]} number ${number}, ${1900 + (number % 120)}, in good working order`,
    description: `<p>Item ${number} of the shelf.</p>`,
    aspects: { Brand: [`Maker ${number % 50}`], Colour: ['Red', 'Green'] },
    ean: String(4_000_000_000_000 + number),
  },
})

/** The part of an item's title that no other item's has. */
export const numberInTitle = (sku: string): string => ` number ${Number(sku.slice('ITM-'.length))},`

/** Adds `ITM-000001` and on to an empty list of items. */
export const fillItems = (database: Database, count: number): void => {
  const store = createInventoryStore(database, platforms.documents)
  const skus = Array.from({ length: count }, (_, index) => `ITM-${String(index + 1).padStart(6, '0')}`)
  database.transaction(() => {
    store.add(skus, Date.UTC(2024, 0, 1))
    for (const [index, sku] of skus.entries()) store.putRecord(sku, createRecord(index + 1), Date.UTC(2024, 5, 1))
  })
}
