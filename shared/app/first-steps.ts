/** The first steps on the practice shop: three things to do, each noticed as done by what really happened. */
import * as z from 'zod'

/**
 * - `answer`: a message that could not reach the platform went out by itself once it could.
 * - `preview`: a changed title was looked at as a save, with what it would change and delete.
 * - `sale`: a sale arrived and its signature was verified.
 */
export const firstStepIds = ['answer', 'preview', 'sale'] as const
export const firstStepIdSchema = z.enum(firstStepIds)
export type FirstStepId = z.infer<typeof firstStepIdSchema>

/** `underWay`: the message waits; the receiver is registered. */
export const firstStepStageSchema = z.enum(['open', 'underWay', 'done'])
export type FirstStepStage = z.infer<typeof firstStepStageSchema>

export const firstStepsSchema = z.object({
  /** Whether the steps stand on the screen: on a practice shop, until they are put away. */
  isShown: z.boolean(),
  /** Whether there is a practice shop to do them on. */
  isOffered: z.boolean(),
  steps: z.array(z.object({ id: firstStepIdSchema, stage: firstStepStageSchema })),
})
export type FirstSteps = z.infer<typeof firstStepsSchema>
