/** Closed user accounts: what was erased of each user, and which older copies of the database still hold it (PLT-18). */
import * as z from 'zod'
import { command, done, event, type FeatureContract, query } from '../ipc/define.ts'

const countsSchema = z.object({ conversations: z.int(), messages: z.int(), notifications: z.int() })
export type ErasedCounts = z.infer<typeof countsSchema>

/** An older copy that still holds something of the user; `holds` is null if it can't be read. */
const copySchema = z.object({ name: z.string(), atMs: z.number().nullable(), holds: countsSchema.nullable() })
export type OlderCopy = z.infer<typeof copySchema>

/** Holds nothing that names the user. */
const erasureSchema = z.object({
  erasureId: z.int(),
  /** The notification that requested it. */
  eventId: z.int(),
  requestedAtMs: z.number(),
  erasedAtMs: z.number(),
  erased: countsSchema,
  copies: z.array(copySchema),
})
export type Erasure = z.infer<typeof erasureSchema>

const copyKey = z.strictObject({ erasureId: z.int().min(1), name: z.string().min(1).max(300) })

export const erasureContract = {
  /** The newest 200, newest first. Users of whom nothing was kept are only counted. */
  erasures: query({
    input: z.strictObject({}),
    output: z.object({ erasures: z.array(erasureSchema), withoutData: z.int() }),
  }),
  /**
   * Erases the user from an older copy. Throws `conflict` if that can't be done, so that the copy can be deleted instead.
   * Both commands also throw it if the copy in the seller's folder can't be deleted.
   */
  rewriteCopy: command({ input: copyKey, output: done }),
  deleteCopy: command({ input: copyKey, output: done }),
  erasuresChanged: event(z.object({})),
} as const satisfies FeatureContract
