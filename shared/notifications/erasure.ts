/** Closed user accounts: what was erased for each user, and what the seller may want to review (PLT-18). */
import * as z from 'zod'
import { command, done, event, type FeatureContract, query } from '../ipc/define.ts'

const countsSchema = z.object({ conversations: z.int(), messages: z.int(), notifications: z.int() })
export type ErasedCounts = z.infer<typeof countsSchema>

/** A text that mentions the user, which is never changed, and its location. */
const mentionSchema = z.discriminatedUnion('place', [
  z.object({ place: z.enum(['draft', 'message']), conversationId: z.string() }),
  z.object({ place: z.enum(['newMessageDraft', 'buyerNote']), buyer: z.string() }),
  z.object({ place: z.literal('waitingMessage'), outboundId: z.string() }),
  z.object({ place: z.enum(['savedReply', 'savedSearch']), name: z.string() }),
  z.object({ place: z.literal('eventNote'), eventId: z.int() }),
])
export type ErasureMention = z.infer<typeof mentionSchema>

/** Contains no names, except in the seller's own texts. */
const erasureSchema = z.object({
  erasureId: z.int(),
  /** The notification that requested it. */
  eventId: z.int(),
  requestedAtMs: z.number(),
  erasedAtMs: z.number(),
  erased: countsSchema,
  /** At most 200. */
  mentions: z.array(mentionSchema),
  /** Drafts and unsent messages to the user. They stay until the seller sends or discards them. */
  unsent: z.array(z.union([z.object({ conversationId: z.string() }), z.object({ buyer: z.string() })])),
})
export type Erasure = z.infer<typeof erasureSchema>

export const erasureContract = {
  /** The newest 200, newest first. Users without stored data are only counted. */
  erasures: query({
    input: z.strictObject({}),
    output: z.object({ erasures: z.array(erasureSchema), withoutData: z.int() }),
  }),
  /** Dismisses the texts that mention the user of an erasure. The texts stay. */
  dismissMentions: command({ input: z.strictObject({ erasureId: z.int().min(1) }), output: done }),
  erasuresChanged: event(z.object({})),
} as const satisfies FeatureContract
