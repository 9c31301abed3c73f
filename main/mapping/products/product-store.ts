/** Stores the products of a task as they were sent. */

import type { Product } from '../../../shared/mapping/product.ts'
import type { Database } from '../../database/database.ts'
import { parseStored } from '../../database/stored-json.ts'

export type ProductStore = ReturnType<typeof createProductStore>

export const createProductStore = (database: Database) => {
  const select = (where: string, params: readonly (string | number | null)[]): Product[] =>
    database
      .all<{ content: string }>(`SELECT content FROM mapping_product WHERE task_ref = ?1 ${where}`, params)
      .flatMap(({ content }) => parseStored<Product | undefined>(content, undefined) ?? [])

  return {
    add: (taskRef: number, products: readonly Product[]): void => {
      for (const [position, product] of products.entries()) {
        database.run('INSERT INTO mapping_product (task_ref, position, content) VALUES (?, ?, ?)', [
          taskRef,
          position,
          JSON.stringify(product),
        ])
      }
    },

    /** The newest task that was sent with this SKU. */
    newestTaskOf: (sku: string): number | undefined =>
      database.get<{ task_ref: number }>(
        'SELECT task_ref FROM mapping_product WHERE sku = ? ORDER BY task_ref DESC LIMIT 1',
        [sku],
      )?.task_ref,

    productsSent: (taskRef: number): Product[] => select('ORDER BY position', [taskRef]),

    /** Finds products by the seller's own id or the SKU, whichever the platform returns. An own id takes precedence. */
    sentById: (taskRef: number, ids: readonly (string | null)[]): ReadonlyMap<string | null, Product> => {
      const found = (column: string): readonly Product[] =>
        select(`AND ${column} IN (SELECT value FROM json_each(?2))`, [taskRef, JSON.stringify(ids)])
      return new Map([
        ...found('sku').map((product) => [product.sku ?? null, product] as const),
        ...found('external_product_id').map((product) => [product.externalProductId, product] as const),
      ])
    },

    /** The product a preview answers. Only the SKU links the two, so it must be unique or the task have one product. */
    sentForSku: (taskRef: number, sku: string | null): Product | undefined => {
      const [only, ...others] = select(
        'AND (sku = ?2 OR (SELECT product_count FROM mapping_task WHERE task_ref = ?1) = 1) LIMIT 2',
        [taskRef, sku],
      )
      return others.length > 0 ? undefined : only
    },
  }
}
