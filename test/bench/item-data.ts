/** Any number of items, as after years of use: read from the platform, some incomplete, some low in stock. */
import type { Database } from '../../main/database/database.ts'
import { createInventoryStore } from '../../main/inventory/store.ts'
import { platforms } from '../../shared/connection/platforms.ts'
import type { JsonObject } from '../../shared/inventory/json.ts'

const { conditions } = platforms.neutral
const kinds = ['Lamp', 'Camera', 'Radio', 'Vase', 'Clock', 'Plane', 'Book', 'Kettle'] as const

/** Returns the same item for the same number. It has no picture, so nothing is fetched while measuring. */
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

/** The unique part of an item's title. */
export const numberInTitle = (sku: string): string => ` number ${Number(sku.slice('ITM-'.length))},`

/** Adds items from `ITM-000001` on to an empty list. */
export const fillItems = (database: Database, count: number): void => {
  const store = createInventoryStore(database, platforms.neutral)
  const skus = Array.from({ length: count }, (_, index) => `ITM-${String(index + 1).padStart(6, '0')}`)
  database.transaction(() => {
    store.add(skus, Date.UTC(2024, 0, 1))
    for (const [index, sku] of skus.entries()) store.putRecord(sku, createRecord(index + 1), Date.UTC(2024, 5, 1))
  })
}
