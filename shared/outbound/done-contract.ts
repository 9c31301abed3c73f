/** What was done lately: the list from which the seller takes things back. */
import * as z from 'zod'
import { query } from '../ipc/define.ts'
import { changePageSchema } from './change-page.ts'
import { runChangeSchema, runLabels } from './run-contract.ts'

/** Maximum changed values that an entry names. */
export const MAX_DONE_CHANGES = 6

const doneEntrySchema = z.object({
  /** The change's id, or `run:12`. */
  id: z.string(),
  atMs: z.number(),
  /** `app`: Stallhand did it by itself, such as marking an opened conversation as read. */
  by: z.enum(['you', 'run', 'app']),
  /** The kind of change, as in `outbound.list`; null for a run. */
  kind: z.string().nullable(),
  /** What it changed; null for a run, and if the window shows it nowhere. */
  page: changePageSchema.nullable(),
  /** What it did, in one line; empty for a run. */
  title: z.string(),
  changes: z.array(runChangeSchema),
  run: z
    .object({
      runId: z.number(),
      label: z.enum(runLabels),
      revertsRunId: z.number().nullable(),
      /** Rows that were carried out in this time. */
      count: z.number(),
      canRevert: z.boolean(),
    })
    .nullable(),
})
export type DoneEntry = z.infer<typeof doneEntrySchema>

export const doneContract = {
  /** What was carried out since `sinceMs`, newest first. The rows of a run are one entry. */
  done: query({
    input: z.strictObject({
      sinceMs: z.number(),
      offset: z.int().min(0).default(0),
      limit: z.int().min(0).max(500).default(200),
    }),
    output: z.object({ entries: z.array(doneEntrySchema), total: z.number() }),
  }),
} as const
