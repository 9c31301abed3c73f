/** The first steps on the practice shop. A step counts as done only when it really happened. */
import * as z from 'zod'

/**
 * - `answer`: a message was sent.
 * - `ship`: an order was marked as shipped.
 * - `price`: a price was changed and put back.
 */
export const firstStepIds = ['answer', 'ship', 'price'] as const
const firstStepIdSchema = z.enum(firstStepIds)
export type FirstStepId = z.infer<typeof firstStepIdSchema>

/** `inProgress`: the change waits to be sent; the price is changed and not yet put back. */
const firstStepStageSchema = z.enum(['open', 'inProgress', 'done'])
export type FirstStepStage = z.infer<typeof firstStepStageSchema>

export const firstStepsSchema = z.object({
  /** Whether the steps are on screen: on a practice shop, until they are dismissed. */
  isShown: z.boolean(),
  /** Whether the open connection is a practice shop. */
  isOffered: z.boolean(),
  steps: z.array(z.object({ id: firstStepIdSchema, stage: firstStepStageSchema })),
})
export type FirstSteps = z.infer<typeof firstStepsSchema>
