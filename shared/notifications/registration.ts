/** How far this receiver is registered with the platform, step by step. */
import * as z from 'zod'

/** In the order they run. */
export const registrationStepNameSchema = z.enum([
  'address',
  'receiver',
  'config',
  'destination',
  'preferences',
  'subscriptions',
  'challenge',
])
export type RegistrationStepName = z.infer<typeof registrationStepNameSchema>

export const registrationStepSchema = z.object({
  name: registrationStepNameSchema,
  state: z.enum(['done', 'waiting', 'failed', 'notReached']),
  message: z.string(),
})
export type RegistrationStep = z.infer<typeof registrationStepSchema>

/** `incomplete`: a step failed or waits. `outdated`: the address or the verification token has changed since. */
export const registrationSchema = z.object({
  state: z.enum(['never', 'complete', 'incomplete', 'outdated']),
  message: z.string(),
  atMs: z.number().nullable(),
  address: z.string().nullable(),
  events: z.array(z.string()),
  steps: z.array(registrationStepSchema),
})
export type Registration = z.infer<typeof registrationSchema>
