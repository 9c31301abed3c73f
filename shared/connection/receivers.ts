/** The receivers of all connections, shown or not. */
import * as z from 'zod'
import { connectionKindSchema } from './profile.ts'

/** Whether notifications reach a receiver, in the words that every screen uses. */
const receiverHealthSchema = z.object({
  tone: z.enum(['good', 'neutral', 'caution', 'danger']),
  /** Follows "Receiver" or a connection's name: `listening`. */
  label: z.string(),
  /** The cause of a tone that isn't good, as a sentence. */
  why: z.string().nullable(),
})
export type ReceiverHealth = z.infer<typeof receiverHealthSchema>

export const receiverStatusSchema = receiverHealthSchema.extend({
  /** The connection's id. */
  id: z.string(),
  name: z.string(),
  kind: connectionKindSchema,
  /** Whether the window shows this connection. */
  isShown: z.boolean(),
  /** Sales, questions and forgeries that the seller hasn't seen. */
  unseen: z.int(),
})
export type ReceiverStatus = z.infer<typeof receiverStatusSchema>
