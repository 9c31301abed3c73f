/** The receivers of all connections, on screen or not. */
import * as z from 'zod'
import { connectionKindSchema } from './profile.ts'

/** Whether notifications reach a receiver, with the label that every screen shows. */
const receiverHealthSchema = z.object({
  tone: z.enum(['good', 'neutral', 'caution', 'danger']),
  /** Shown after "Receiver" or a connection's name: `listening`. */
  label: z.string(),
  /** The cause of any tone but good, as a sentence. */
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
