/** Loads the tasks that belong together: the parts of one start, and every task that sent their products again. */
import type { ResendHistory } from '../../../shared/mapping/contract.ts'
import { listCountsSchema } from '../../../shared/mapping/task-result.ts'
import type { Database } from '../../database/database.ts'
import { jsonAt, readStoredJson } from '../../database/stored-json.ts'
import { storedTaskState } from './stored-task-state.ts'

/** Follows parents, children and parts in every direction from task `?`. */
const FAMILY = `WITH RECURSIVE family (task_ref) AS (
    SELECT ?
    UNION
    SELECT other.task_ref FROM family JOIN mapping_task AS task USING (task_ref) JOIN mapping_task AS other
      ON other.parent_ref = task.task_ref OR other.task_ref = task.parent_ref OR other.request_key = task.request_key
  )`

/** Returns null for a task with neither parts nor resends. */
export const loadResendHistory = (database: Database, taskRef: number): ResendHistory | null => {
  const tasks = database
    .all<{
      taskRef: number
      parentRef: number | null
      state: string
      part: number
      parts: number
      productCount: number
      counts: string | null
    }>(
      `${FAMILY} SELECT task_ref AS taskRef, parent_ref AS parentRef, state, part, parts, product_count AS productCount,
         counts FROM mapping_task JOIN family USING (task_ref) ORDER BY task_ref`,
      [taskRef],
    )
    .map((task) => ({
      ...task,
      state: storedTaskState.parse(task.state),
      counts: readStoredJson(listCountsSchema, task.counts) ?? null,
    }))
  if (tasks.length < 2) return null
  const counted = database.get<{ products: number; mapped: number }>(
    `${FAMILY}, mapped AS (
       SELECT product.task_ref, product.external_product_id FROM mapping_product AS product
       JOIN family USING (task_ref) JOIN mapping_task AS task USING (task_ref)
       WHERE ${jsonAt('task.counts', 'listingPreviews')} > 0
       EXCEPT
       SELECT task_ref, external_product_id FROM mapping_entry JOIN family USING (task_ref)
       WHERE list <> 'listingPreviews'
     )
     SELECT count(DISTINCT external_product_id) AS products,
       (SELECT count(DISTINCT external_product_id) FROM mapped) AS mapped
     FROM mapping_product JOIN family USING (task_ref)`,
    [taskRef],
  )
  // A problem without an id can't be matched to its product, so the number of previews is the upper bound.
  const previews = tasks.reduce((sum, { counts }) => sum + (counts?.listingPreviews ?? 0), 0)
  return { tasks, productCount: counted?.products ?? 0, mappedCount: Math.min(counted?.mapped ?? 0, previews) }
}
