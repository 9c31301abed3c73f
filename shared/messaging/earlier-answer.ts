/** An earlier question of a buyer with the seller's answer (USE-07). */
import * as z from 'zod'

export const earlierAnswerSchema = z.object({
  /** The conversation it is from. */
  conversationId: z.string(),
  /** Both with gaps such as `{{address}}` in place of what belongs to the buyer it was written to (SEC-18). */
  questionText: z.string(),
  answer: z.string(),
  askedAtMs: z.number().nullable(),
  /** Whether it was about the same listing. */
  isSameItem: z.boolean(),
})
export type EarlierAnswer = z.infer<typeof earlierAnswerSchema>
