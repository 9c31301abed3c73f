/**
 * The mapping room's store: tasks, the products and bodies that were sent, every poll, and results as they came.
 *
 * Nothing here is ever deleted or overwritten by a later attempt: an attempt is a task of its own. The big texts (bodies,
 * results) have tables of their own, so that a page of the list reads none of them.
 */
import type { Database } from '../database/database.ts'
import { createProductStore } from './product-store.ts'
import { createResultStore } from './result-store.ts'
import { createStartStore } from './start-store.ts'
import { createTaskStore } from './task-store.ts'

export { mappingSchema } from './migrations.ts'

export type MappingStore = ReturnType<typeof createMappingStore>

export const createMappingStore = (database: Database) => {
  const products = createProductStore(database)
  const results = createResultStore(database, products)
  const tasks = createTaskStore(database, results)
  return {
    ...tasks,
    ...createStartStore(database, products, tasks.saveWatch),
    ...results,
    productsSent: products.sent,
    sentForSku: products.forSku,
  }
}
