/** Planning a run that saves many edits. The outbound queue's contract has everything after the plan. */
import * as z from 'zod'
import { command, done, type FeatureContract, query } from '../../ipc/define.ts'
import { exclusionsSchema, runPlanSchema } from '../../outbound/run-contract.ts'
import { itemSelectionSchema } from './list-scope.ts'

/** All edits, or those of some rows of the list. */
const planScopeSchema = z.union([z.object({ kind: z.literal('changed') }), itemSelectionSchema])
export type PlanScope = z.infer<typeof planScopeSchema>

export const planContract = {
  /**
   * Plans saving the edits in scope, from the items as last read. Sends nothing. Reads items with an old reading again in the
   * background; every item is also read right before it is sent. `excluded`: fields or whole items that stay edits.
   *
   * Errors: `conflict` if nothing in scope has an edit.
   */
  planRun: query({ input: z.object({ scope: planScopeSchema, excluded: exclusionsSchema }), output: runPlanSchema }),
  /** Changes that a run leaves for stock corrections and single saves. */
  setChangeReserve: command({ input: z.object({ changes: z.int().min(0).max(1_000_000) }), output: done }),
} as const satisfies FeatureContract
