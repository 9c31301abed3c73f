/** Parents, parts and children of a task, and how many products got through in the end. */
import type { Lineage } from '../../shared/mapping/contract.ts'
import { taskStateSchema } from '../../shared/mapping/task.ts'
import type { Database } from '../database/database.ts'
import { rowOf, type TaskRecord } from './task-record.ts'

/** The task that all of a lineage goes back to: parents up to the first, and of its start the first part. */
const rootOf = (database: Database, record: TaskRecord): TaskRecord => {
  let root = record
  for (let steps = 0; root.parent_ref !== null && steps < 1_000; steps += 1) {
    const parent = database.get<TaskRecord>('SELECT * FROM mapping_task WHERE task_ref = ?', [root.parent_ref])
    if (parent === undefined) break
    root = parent
  }
  return root
}

/** Null for a task that stands alone. `fileOld` files a result whose lists have no rows yet. */
export const lineageOf = (
  database: Database,
  record: TaskRecord,
  fileOld: (taskRef: number) => void,
): Lineage | null => {
  const root = rootOf(database, record)
  const family = database.all<TaskRecord>(
    `WITH RECURSIVE family (task_ref) AS (
         SELECT task_ref FROM mapping_task WHERE task_ref = ? OR (parts > 1 AND request_key = ?)
         UNION
         SELECT child.task_ref FROM mapping_task AS child JOIN family ON child.parent_ref = family.task_ref
       )
       SELECT task.* FROM mapping_task AS task JOIN family USING (task_ref) ORDER BY task_ref`,
    [root.task_ref, root.request_key],
  )
  if (family.length < 2) return null
  const refs = JSON.stringify(family.map(({ task_ref }) => task_ref))
  for (const { task_ref } of family) fileOld(task_ref)
  const counted = database.get<{ products: number; through: number }>(
    `SELECT count(DISTINCT product.external_product_id) AS products,
         count(DISTINCT iif(task.preview_count > 0 AND NOT EXISTS (
           SELECT 1 FROM mapping_entry AS entry WHERE entry.task_ref = product.task_ref
             AND entry.list <> 'listingPreviews' AND entry.external_product_id = product.external_product_id
         ), product.external_product_id, NULL)) AS through
       FROM mapping_product AS product JOIN mapping_task AS task USING (task_ref)
       WHERE product.task_ref IN (SELECT value FROM json_each(?))`,
    [refs],
  )
  // A problem without an id cannot be told from the rest: no more can have got through than there are previews.
  const previews = family.reduce((sum, { preview_count }) => sum + (preview_count ?? 0), 0)
  return {
    tasks: family.map((member) => ({
      taskRef: member.task_ref,
      parentRef: member.parent_ref,
      state: taskStateSchema.parse(member.state),
      part: member.part,
      parts: member.parts,
      productCount: member.product_count,
      counts: rowOf(member).counts,
    })),
    products: counted?.products ?? 0,
    gotThrough: Math.min(counted?.through ?? 0, previews),
  }
}
