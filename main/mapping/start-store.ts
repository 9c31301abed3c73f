/** Starts: written whole before anything is sent, and what became of each. The start in the making lies here too. */
import { type StartDraft, startDraftSchema } from '../../shared/mapping/contract.ts'
import type { Product } from '../../shared/mapping/product.ts'
import type { Watch } from '../../shared/mapping/task.ts'
import type { Database } from '../database/database.ts'
import type { StartOutcome } from './client.ts'
import type { ProductStore } from './product-store.ts'

export type NewStart = { readonly products: readonly Product[]; readonly body: string }

const aboutOf = ([first]: readonly Product[]): string | null =>
  first === undefined ? null : (first.title ?? '') === '' ? first.externalProductId : (first.title ?? null)

export const createStartStore = (
  database: Database,
  products: ProductStore,
  saveWatch: (taskRef: number, watch: Watch) => void,
) => {
  const refsOfRequest = (requestKey: string): number[] =>
    database
      .all<{ task_ref: number }>('SELECT task_ref FROM mapping_task WHERE request_key = ? ORDER BY part', [requestKey])
      .map(({ task_ref }) => task_ref)

  return {
    /**
     * Writes the tasks of one start, bodies and all, before anything is sent. Where the request key is known already, it
     * writes nothing and gives back what the key started.
     */
    addStarts: (
      starts: readonly NewStart[],
      options: { readonly requestKey: string; readonly parentRef: number | undefined; readonly nowMs: number },
    ): { readonly taskRefs: number[]; readonly known: boolean } =>
      database.transaction(() => {
        const known = refsOfRequest(options.requestKey)
        if (known.length > 0) return { taskRefs: known, known: true }
        const taskRefs = starts.map(({ products: sent, body }, index) => {
          const { lastInsertRowid: taskRef } = database.run(
            `INSERT INTO mapping_task (origin, state, paused, step, watched_ms, offline_streak, created_at_ms,
               request_key, part, parts, parent_ref, about, product_count)
             VALUES ('started', 'starting', 0, 0, 0, 0, ?, ?, ?, ?, ?, ?, ?)`,
            [
              options.nowMs,
              options.requestKey,
              index + 1,
              starts.length,
              options.parentRef ?? null,
              aboutOf(sent),
              sent.length,
            ],
          )
          database.run('INSERT INTO mapping_start_body (task_ref, body) VALUES (?, ?)', [taskRef, body])
          products.add(taskRef, sent)
          return taskRef
        })
        return { taskRefs, known: false }
      }),

    /** A task that was started elsewhere; `known` where its id is in the list already. */
    addTaskId: (taskId: string, watch: Watch, nowMs: number): { readonly taskRef: number; readonly known: boolean } =>
      database.transaction(() => {
        const known = database.get<{ task_ref: number }>(
          'SELECT task_ref FROM mapping_task WHERE task_id = ? ORDER BY task_ref DESC LIMIT 1',
          [taskId],
        )
        if (known !== undefined) return { taskRef: known.task_ref, known: true }
        const { lastInsertRowid: taskRef } = database.run(
          `INSERT INTO mapping_task (task_id, origin, state, paused, step, watched_ms, offline_streak, created_at_ms, part,
             parts, product_count)
           VALUES (?, 'added', 'processing', 0, 0, 0, 0, ?, 1, 1, 0)`,
          [taskId, nowMs],
        )
        saveWatch(taskRef, watch)
        return { taskRef, known: false }
      }),

    /** The oldest start that was never sent. */
    nextToStart: (): { readonly taskRef: number; readonly body: string } | undefined => {
      const row = database.get<{ task_ref: number; body: string }>(
        `SELECT task.task_ref, start.body FROM mapping_task AS task
         JOIN mapping_start_body AS start ON start.task_ref = task.task_ref
         WHERE task.state = 'starting' AND task.call_began_at_ms IS NULL ORDER BY task.task_ref LIMIT 1`,
      )
      return row === undefined ? undefined : { taskRef: row.task_ref, body: row.body }
    },

    /** Durable before the first byte: from here on, an end that is not known is uncertain. */
    callBegins: (taskRef: number, nowMs: number): void => {
      database.run(
        'UPDATE mapping_task SET call_began_at_ms = ?, problem = NULL, missing_scope = NULL WHERE task_ref = ?',
        [nowMs, taskRef],
      )
    },

    /** Writes what became of a start; the id and its watch in one stroke, before any poll. */
    startSettled: (taskRef: number, outcome: StartOutcome, watch: Watch): void =>
      database.transaction(() => {
        if (outcome.kind === 'started') {
          database.run('UPDATE mapping_task SET task_id = ? WHERE task_ref = ?', [outcome.taskId, taskRef])
          saveWatch(taskRef, watch)
          return
        }
        database.run('UPDATE mapping_task SET state = ?, problem = ?, missing_scope = ? WHERE task_ref = ?', [
          outcome.kind === 'notStarted' ? 'notStarted' : 'startUnknown',
          outcome.message,
          outcome.kind === 'notStarted' ? outcome.scope : null,
          taskRef,
        ])
      }),

    /** Starts that were under way when the app ended: nobody knows what became of them. Gives back how many. */
    interruptedStartsBecomeUncertain: (problem: string): number =>
      database.run(
        `UPDATE mapping_task SET state = 'startUnknown', problem = ?
         WHERE state = 'starting' AND call_began_at_ms IS NOT NULL`,
        [problem],
      ).changes,

    /** Lets a start that was not taken be sent once more. False where it is in another state. */
    startAgain: (taskRef: number): boolean =>
      database.run(
        `UPDATE mapping_task SET state = 'starting', call_began_at_ms = NULL, problem = NULL, missing_scope = NULL
         WHERE task_ref = ? AND state = 'notStarted'`,
        [taskRef],
      ).changes === 1,

    requestBody: (taskRef: number): string | null =>
      database.get<{ body: string }>('SELECT body FROM mapping_start_body WHERE task_ref = ?', [taskRef])?.body ?? null,

    startDraft: (): StartDraft | null => {
      const row = database.get<{ draft: string }>('SELECT draft FROM mapping_start_draft')
      return row === undefined ? null : startDraftSchema.parse(JSON.parse(row.draft))
    },

    saveStartDraft: (draft: StartDraft | null): void => {
      if (draft === null) database.run('DELETE FROM mapping_start_draft')
      else {
        database.run(
          'INSERT INTO mapping_start_draft (only_row, draft) VALUES (1, ?) ON CONFLICT DO UPDATE SET draft = excluded.draft',
          [JSON.stringify(draft)],
        )
      }
    },
  }
}
