/** Stores each start completely before it is sent, and how it ended; also the mapping being prepared. */

import { type StartDraft, startDraftSchema } from '../../../shared/mapping/contract.ts'
import type { Product } from '../../../shared/mapping/product.ts'
import { conflict } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import { readStoredJson } from '../../database/stored-json.ts'
import type { ProductStore } from '../products/product-store.ts'
import type { Watch } from './watch.ts'

/** A task whose start has not succeeded. */
export type StartState = {
  readonly state: 'starting' | 'waiting' | 'notStarted' | 'startUnknown'
  readonly problem: string | null
  readonly missingScope: string | null
}

/** A task that was started before this database existed. */
export type FirstTask = {
  readonly taskId: string
  readonly startedAtMs: number
  readonly products: readonly { readonly externalProductId: string; readonly sku: string; readonly title: string }[]
}

type NewStart = { readonly products: readonly Product[]; readonly body: string }

const findTaskRef = (database: Database, taskId: string): number | undefined =>
  database.get<{ ref: number }>(
    'SELECT task_ref AS ref FROM mapping_task WHERE task_id = ? ORDER BY task_ref DESC LIMIT 1',
    [taskId],
  )?.ref

export const createStartStore = (
  database: Database,
  products: ProductStore,
  saveWatch: (taskRef: number, watch: Watch) => void,
) => ({
  /**
   * Writes the tasks of one start with their bodies, and what `also` adds. Returns the existing tasks if the request key is known,
   * and throws `conflict` if they sent something else.
   */
  addStarts: (
    starts: readonly NewStart[],
    options: { readonly requestKey: string; readonly parentRef: number | undefined; readonly nowMs: number },
    also: (taskRef: number) => void,
  ): { readonly taskRefs: number[]; readonly known: boolean } =>
    database.transaction(() => {
      const { requestKey, parentRef = null, nowMs } = options
      const known = database.all<{ ref: number; body: string | null }>(
        `SELECT task_ref AS ref, body FROM mapping_task LEFT JOIN mapping_start_body USING (task_ref)
         WHERE request_key = ? ORDER BY part`,
        [requestKey],
      )
      // A damaged row has lost its body, so it counts as the same.
      const isOther =
        starts.length !== known.length || starts.some(({ body }, at) => (known[at]?.body ?? body) !== body)
      if (known.length > 0 && isOther) {
        throw conflict(
          'Some of these products were started already. Remove those that are in the newest task, then start the others.',
        )
      }
      if (known.length > 0) return { taskRefs: known.map(({ ref }) => ref), known: true }
      const taskRefs = starts.map(({ products: sent, body }, index) => {
        const about = sent[0]?.title || sent[0]?.externalProductId
        const { lastInsertRowid: taskRef } = database.run(
          `INSERT INTO mapping_task (origin, state, created_at_ms, request_key, part, parts, parent_ref, about,
             product_count) VALUES ('started', 'starting', ?, ?, ?, ?, ?, ?, ?)`,
          [nowMs, requestKey, index + 1, starts.length, parentRef, about ?? null, sent.length],
        )
        database.run('INSERT INTO mapping_start_body (task_ref, body) VALUES (?, ?)', [taskRef, body])
        products.add(taskRef, sent)
        also(taskRef)
        return taskRef
      })
      return { taskRefs, known: false }
    }),

  /** The newest task with this id of the platform. */
  findTaskRef: (taskId: string): number | undefined => findTaskRef(database, taskId),

  /** Adds a task started elsewhere; `known` if the id is already in the list. */
  addTaskId: (taskId: string, watch: Watch, nowMs: number): { readonly taskRef: number; readonly known: boolean } =>
    database.transaction(() => {
      const known = findTaskRef(database, taskId)
      if (known !== undefined) return { taskRef: known, known: true }
      const { lastInsertRowid: taskRef } = database.run(
        `INSERT INTO mapping_task (task_id, origin, state, created_at_ms) VALUES (?, 'added', 'processing', ?)`,
        [taskId, nowMs],
      )
      saveWatch(taskRef, watch)
      return { taskRef, known: false }
    }),

  /** Adds a task that was started before, if there is none yet. */
  addFirstTask: ({ taskId, startedAtMs, products: sent }: FirstTask, watch: Watch): void =>
    database.transaction(() => {
      if (database.get('SELECT 1 FROM mapping_task LIMIT 1') !== undefined) return
      const { lastInsertRowid: taskRef } = database.run(
        `INSERT INTO mapping_task (task_id, origin, state, created_at_ms, about, product_count)
           VALUES (?, 'started', 'processing', ?, ?, ?)`,
        [taskId, startedAtMs, sent[0]?.title ?? null, sent.length],
      )
      products.add(
        taskRef,
        sent.map((product) => ({ ...product, images: [], aspects: [] })),
      )
      saveWatch(taskRef, watch)
    }),

  /** Stores the state of the start and its cause. */
  saveStart: (taskRef: number, { state, problem, missingScope }: StartState): void => {
    database.run('UPDATE mapping_task SET state = ?, problem = ?, missing_scope = ? WHERE task_ref = ?', [
      state,
      problem,
      missingScope,
      taskRef,
    ])
  },

  /** Stores the id with its watch, before any poll. */
  saveTaskId: (taskRef: number, taskId: string, watch: Watch): void => {
    database.run('UPDATE mapping_task SET task_id = ?, problem = NULL, missing_scope = NULL WHERE task_ref = ?', [
      taskId,
      taskRef,
    ])
    saveWatch(taskRef, watch)
  },

  requestBody: (taskRef: number): string | null =>
    database.get<{ body: string }>('SELECT body FROM mapping_start_body WHERE task_ref = ?', [taskRef])?.body ?? null,

  startDraft: (): StartDraft | null => {
    const row = database.get<{ draft: string }>('SELECT draft FROM mapping_start_draft')
    return readStoredJson(startDraftSchema, row?.draft) ?? null
  },

  saveStartDraft: (draft: StartDraft | null): void => {
    if (draft === null) database.run('DELETE FROM mapping_start_draft')
    else database.run('INSERT OR REPLACE INTO mapping_start_draft VALUES (1, ?)', [JSON.stringify(draft)])
  },
})
