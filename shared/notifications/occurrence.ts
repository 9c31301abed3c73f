/** What a notification reports, whether it came as SOAP or as JSON. */
import * as z from 'zod'

/** One thing that happened. Null for what the message doesn't say. */
export const occurrenceSchema = z.object({
  itemId: z.string().nullable(),
  /** Present only on the public platform. */
  sku: z.string().nullable(),
  transactionId: z.string().nullable(),
  /** The other party: the buyer of a sale, the author of the feedback. */
  buyer: z.string().nullable(),
  /** The price as the platform wrote it. */
  price: z.string().nullable(),
  currency: z.string().nullable(),
  /** FeedbackDetail/CommentType. */
  commentType: z.string().nullable(),
})
export type Occurrence = z.infer<typeof occurrenceSchema>
