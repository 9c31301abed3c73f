/** How far this receiver is known to the platform: the steps of a registration and their words. */
import * as z from 'zod'

/** The steps of a registration, in their order. */
export const registrationStepNameSchema = z.enum([
  'address',
  'receiver',
  'config',
  'destination',
  'preferences',
  'challenge',
])
export type RegistrationStepName = z.infer<typeof registrationStepNameSchema>

export const registrationStepSchema = z.object({
  name: registrationStepNameSchema,
  state: z.enum(['done', 'waiting', 'failed', 'notReached']),
  words: z.string(),
})
export type RegistrationStep = z.infer<typeof registrationStepSchema>

/** `never`: not asked for yet. `incomplete`: a step failed or waits. `outdated`: the address or the verification token is another since. */
export const registrationSchema = z.object({
  state: z.enum(['never', 'complete', 'incomplete', 'outdated']),
  words: z.string(),
  atMs: z.number().nullable(),
  address: z.string().nullable(),
  events: z.array(z.string()),
  steps: z.array(registrationStepSchema),
})
export type Registration = z.infer<typeof registrationSchema>
