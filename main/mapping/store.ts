/**
 * The mapping feature's store. Nothing is deleted or overwritten by a later attempt: each attempt is a separate task.
 */
import type { Database } from '../database/database.ts'
import { createProductStore } from './products/product-store.ts'
import { createResultStore } from './results/result-store.ts'
import { createStartStore } from './tasks/start-store.ts'
import { createTaskStore } from './tasks/task-store.ts'

export type MappingStore = ReturnType<typeof createMappingStore>

export const createMappingStore = (database: Database) => {
  const products = createProductStore(database)
  const results = createResultStore(database, products)
  const tasks = createTaskStore(database, results)
  return { ...products, ...results, ...tasks, ...createStartStore(database, products, tasks.saveWatch) }
}
