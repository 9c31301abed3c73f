/** A shop of items on disk and the CSV file that it exports: always the same ones. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import Papa from 'papaparse'
import { createDatabase, type Database } from '../../../main/database/database.ts'
import { CONNECTION_SETTINGS } from '../../../main/database/open-database.ts'
import { csvHeader, toCsvCells } from '../../../main/inventory/items/columns.ts'
import { createInventoryStore, type InventoryStore, inventorySchema } from '../../../main/inventory/store.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import { readItemView } from '../../../shared/inventory/item.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'

type FilledShop = { readonly database: Database; readonly store: InventoryStore; readonly close: () => void }

const skuAt = (index: number): string => `SKU-${String(index).padStart(6, '0')}`

const recordAt = (index: number): JsonObject => ({
  availability: { shipToLocationAvailability: { quantity: index % 40 } },
  condition: index % 3 === 0 ? 'USED_GOOD' : 'NEW',
  product: {
    title: `Old camera number ${index}, with its "case"`,
    description: `<p>Item ${index} of the shop, as seen.</p><p>${'Works, was used with care. '.repeat(4)}</p>`,
    imageUrls: index % 4 === 0 ? [] : [`https://p.example/${index}/1.jpg`, `https://p.example/${index}/2.jpg`],
    upc: '012345678905',
    aspects: { Brand: ['Kodak'], Colour: index % 2 === 0 ? ['Black', 'Chrome'] : ['Red'] },
  },
})

/** A shop on disk, its items in no order of their SKU. */
export const fillShop = (items: number): FilledShop => {
  const folder = mkdtempSync(join(tmpdir(), 'stallhand-test-'))
  const connection = new DatabaseSync(join(folder, 'shop.sqlite'))
  connection.exec(CONNECTION_SETTINGS)
  connection.exec(inventorySchema)
  const database = createDatabase(connection)
  const store = createInventoryStore(database, platforms.documents)
  database.transaction(() => {
    for (let at = 0; at < items; at += 1) {
      const index = (at * 7_919) % items
      const sku = skuAt(index)
      store.add([sku], at)
      store.putRecord(sku, recordAt(index), at)
    }
  })
  return {
    database,
    store,
    close: () => {
      connection.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The shop as the file that it exports, with another quantity in every `changeEvery`th row. */
export const csvOfShop = (items: number, changeEvery: number): string => {
  const names = ['Brand', 'Colour']
  const rows = Array.from({ length: items }, (_, index) => {
    const cells = [...toCsvCells(skuAt(index), readItemView(recordAt(index)), names)]
    if (index % changeEvery === 0) cells[2] = '99'
    return cells
  })
  return Papa.unparse([[...csvHeader(names)], ...rows], { newline: '\r\n' })
}
