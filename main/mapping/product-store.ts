/** The products of a task as they were sent. */
import type { SentProduct } from '../../shared/mapping/contract.ts'
import type { Product } from '../../shared/mapping/product.ts'
import type { Database } from '../database/database.ts'

type ProductRecord = {
  external_product_id: string
  sku: string | null
  title: string | null
  images: string
  aspects: string
}

const sentProductOf = (record: ProductRecord): SentProduct => ({
  externalProductId: record.external_product_id,
  sku: record.sku,
  title: record.title,
  images: JSON.parse(record.images) as string[],
  aspects: JSON.parse(record.aspects) as { name: string; values: string[] }[],
})

const COLUMNS = 'external_product_id, sku, title, images, aspects'

export type ProductStore = ReturnType<typeof createProductStore>

export const createProductStore = (database: Database) => ({
  add: (taskRef: number, products: readonly Product[]): void => {
    for (const [position, product] of products.entries()) {
      database.run(
        `INSERT INTO mapping_product (task_ref, position, external_product_id, sku, title, images, aspects)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        [
          taskRef,
          position,
          product.externalProductId,
          product.sku ?? null,
          product.title ?? null,
          JSON.stringify(product.images),
          JSON.stringify(product.aspects),
        ],
      )
    }
  },

  /** All of them, in their order. */
  sent: (taskRef: number): SentProduct[] =>
    database
      .all<ProductRecord>(`SELECT ${COLUMNS} FROM mapping_product WHERE task_ref = ? ORDER BY position`, [taskRef])
      .map(sentProductOf),

  /** Those that the ids stand for: one each, since ids stand once in a task. */
  byIds: (taskRef: number, ids: readonly (string | null)[]): ReadonlyMap<string, SentProduct> =>
    new Map(
      database
        .all<ProductRecord>(
          `SELECT ${COLUMNS} FROM mapping_product
           WHERE task_ref = ? AND external_product_id IN (SELECT value FROM json_each(?))`,
          [taskRef, JSON.stringify(ids)],
        )
        .map((record) => [record.external_product_id, sentProductOf(record)]),
    ),

  /**
   * The product that a preview answers. Only the SKU links the two (document 1 section 2), so that a product without one,
   * or two with the same, cannot be told, unless there was only one.
   */
  forSku: (taskRef: number, sku: string | null): SentProduct | undefined => {
    const records = database.all<ProductRecord>(
      `SELECT external_product_id, sku, title, images, aspects FROM mapping_product
         WHERE task_ref = ?1 AND (sku = ?2 OR (SELECT product_count FROM mapping_task WHERE task_ref = ?1) = 1) LIMIT 2`,
      [taskRef, sku],
    )
    const [only] = records
    return only === undefined || records.length > 1 ? undefined : sentProductOf(only)
  },
})
