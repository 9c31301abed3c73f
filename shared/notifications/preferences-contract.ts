/** The contract for the legacy preferences: which events the platform pushes, and to which address (SOAP-01 to SOAP-04). */
import * as z from 'zod'
import { command, done, event, type FeatureContract, query } from '../ipc/define.ts'
import { eventTypeNameSchema } from './subscriptions-contract.ts'

/** Both values as the platform spells them, known or not. */
const preferenceSchema = z.object({ eventType: z.string(), eventEnable: z.string() })

export const preferencesSchema = z.object({
  asOfMs: z.number().nullable(),
  /** Why the last read failed, or null. */
  problem: z.string().nullable(),
  /** The settings at PreferenceLevel UserData; null before the first read. */
  current: z
    .object({
      applicationUrl: z.string().nullable(),
      applicationEnable: z.string().nullable(),
      events: z.array(preferenceSchema),
    })
    .nullable(),
  /** The event types at PreferenceLevel Application; null if that list couldn't be read. */
  offered: z.array(z.string()).nullable(),
})
export type Preferences = z.infer<typeof preferencesSchema>

export const preferencesContract = {
  /** As last read. Reads from the platform on first use, and in the background once old. */
  preferences: query({ input: z.object({}), output: preferencesSchema }),
  readPreferences: command({ input: z.object({}), output: done }),
  /**
   * Sets this address and these events; other events keep their setting. Reads everything back.
   *
   * Throws `validation` for an address the platform would refuse, before anything is sent (RCV-14); `service` with cause
   * and remedy for a refused call (SOAP-04).
   */
  setPreferences: command({
    input: z.object({
      applicationUrl: z.string().trim().min(1, 'Enter the address').max(2_000),
      events: z
        .array(z.object({ eventType: eventTypeNameSchema, eventEnable: z.enum(['Enable', 'Disable']) }))
        .max(200),
    }),
    /** The platform's warnings, unchanged. */
    output: z.object({ warnings: z.array(z.string()) }),
  }),
  preferencesChanged: event(z.object({})),
} as const satisfies FeatureContract
