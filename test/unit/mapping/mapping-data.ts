/** Any number of mapping tasks in every state, as after a few years of use. */
import type { Database } from '../../../main/database/database.ts'
import { isEnded, type TaskState, taskStateSchema } from '../../../shared/mapping/task.ts'

const states = taskStateSchema.options
const endings = ['completed', 'completed', 'completedWithError', 'failed'] as const satisfies readonly TaskState[]

/** The state of the task with this number: every state occurs, endings most often. */
export const taskStateFor = (number: number): TaskState =>
  number % 5 === 0
    ? (states[(number / 5) % states.length] ?? 'completed')
    : (endings[number % endings.length] ?? 'completed')

/** Adds tasks numbered 1 to `count`, with fourteen polls each. The numbers are their refs in an empty database. */
export const fillTasks = (database: Database, count: number): void => {
  const firstMs = Date.UTC(2024, 0, 1)
  const counts = { listingPreviews: 3, invalidProducts: 0, unmappedProducts: 0, unprocessedProducts: 0 }
  database.transaction(() => {
    for (let number = 1; number <= count; number += 1) {
      const state = taskStateFor(number)
      const createdAtMs = firstMs + number * 600_000
      database.run(
        `INSERT INTO mapping_task (task_id, origin, state, paused, created_at_ms, ended_at_ms, product_count, about, counts)
         VALUES (?, 'started', ?, ?, ?, ?, 3, ?, ?)`,
        [
          `T${number}`,
          state,
          state === 'processing' && number % 3 === 0 ? 1 : 0,
          createdAtMs,
          isEnded(state) ? createdAtMs + 5_000 + (number % 97) * 6_000 : null,
          `Product ${number}`,
          isEnded(state) ? JSON.stringify(counts) : null,
        ],
      )
    }
    database.run(`INSERT INTO mapping_poll (task_ref, at_ms, settled_at_ms, outcome)
      WITH RECURSIVE poll (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM poll WHERE number < 14)
      SELECT task_ref, created_at_ms + number * 1000, created_at_ms + number * 1000, 'processing' FROM mapping_task, poll`)
  })
}
