/** The result of a change that was tried at once, for the screen where the button was pressed. */
import * as z from 'zod'

export const actResultSchema = z.object({
  /** `waiting`: it is stored and sent later. `unknown`: it may have been carried out; the platform is being read. */
  state: z.enum(['sent', 'waiting', 'unknown', 'withdrawn']),
  /** How we learned that it was sent. `reading`: the platform already had it. Null if it was not sent. */
  known: z.enum(['answer', 'reading', 'user']).nullable(),
  /** Why it isn't done, in one sentence; empty if it is. */
  message: z.string(),
  /** About a success: other changes on the platform, and its warnings. Empty if there are none. */
  note: z.string(),
})
export type ActResult = z.infer<typeof actResultSchema>

/** With the id of its row in the outbound queue, by which it can be undone (OFF-09). */
export const queuedActSchema = actResultSchema.extend({ id: z.string() })
export type QueuedAct = z.infer<typeof queuedActSchema>
