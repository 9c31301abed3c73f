/** Mapping tasks in any number, in every state, as a few years of work leave them. */
import type { Database } from '../../main/database/database.ts'
import { type TaskState, taskStateSchema } from '../../shared/mapping/task.ts'

const states = taskStateSchema.options

/** The state of the task with this number: each comes up, the ends most often. */
export const stateOfNumber = (number: number): TaskState => {
  const ends = ['completed', 'completed', 'completedWithError', 'failed'] as const satisfies readonly TaskState[]
  return number % 5 === 0
    ? (states[(number / 5) % states.length] ?? 'completed')
    : (ends[number % ends.length] ?? 'completed')
}

/** Adds tasks with the numbers 1 to `count`, which are their refs in an empty database. */
export const fillTasks = (database: Database, count: number): void => {
  const dots = Array.from({ length: 14 }, () => 'processing').join(' ')
  const beganMs = Date.UTC(2024, 0, 1)
  database.transaction(() => {
    for (let number = 1; number <= count; number += 1) {
      const state = stateOfNumber(number)
      const hasEnded = state === 'completed' || state === 'completedWithError' || state === 'failed'
      const createdAtMs = beganMs + number * 600_000
      database.run(
        `INSERT INTO mapping_task (task_id, origin, state, paused, step, watched_ms, offline_streak, created_at_ms,
           ended_at_ms, part, parts, product_count, about, dots, preview_count)
         VALUES (?, 'started', ?, ?, 0, 0, 0, ?, ?, 1, 1, 3, ?, ?, ?)`,
        [
          `T${number}`,
          state,
          state === 'processing' && number % 3 === 0 ? 1 : 0,
          createdAtMs,
          hasEnded ? createdAtMs + 5_000 + (number % 97) * 6_000 : null,
          `Product ${number}`,
          dots,
          hasEnded ? 3 : null,
        ],
      )
    }
  })
}
