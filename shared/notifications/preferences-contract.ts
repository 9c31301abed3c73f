/** The contract's part for the legacy preferences: which events the platform pushes, and to which address (SOAP-01 to 04). */
import * as z from 'zod'
import { command, event, type FeatureContract, query } from '../ipc/define.ts'
import { eventTypeNameSchema } from './board-contract.ts'

const preferenceSchema = z.object({
  /** As the platform names it, known or not. */
  eventType: z.string(),
  /** `Enable`, `Disable`, or whatever the platform says. */
  eventEnable: z.string(),
})

export const preferencesSchema = z.object({
  asOfMs: z.number().nullable(),
  /** Why they could not be read since; null where they could. */
  problem: z.string().nullable(),
  /** The settings at PreferenceLevel UserData; null before the first reading. */
  current: z
    .object({
      applicationUrl: z.string().nullable(),
      applicationEnable: z.string().nullable(),
      events: z.array(preferenceSchema),
    })
    .nullable(),
  /** The event types at PreferenceLevel Application; null where that list could not be read. */
  offered: z.array(z.string()).nullable(),
  /** What a Set always sends beside address and events, in the words of the connection's dialect. */
  alwaysSent: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type Preferences = z.infer<typeof preferencesSchema>

export const preferencesContract = {
  /** As last read. The first call reads them from the platform, and a later one where they are old; `readPreferences` does always. */
  preferences: query({ input: z.object({}), output: preferencesSchema }),
  readPreferences: command({ input: z.object({}), output: z.object({}) }),
  /**
   * SetNotificationPreferences with this address and these events alone; what is not named stays as it is. Read back after.
   *
   * Errors: `validation` for an address that the platform would refuse, before anything is sent (RCV-14); `service` with
   * the platform's error, the four of document 3, section 7 with cause and cure.
   */
  setPreferences: command({
    input: z.object({
      applicationUrl: z.string().trim().min(1, 'Enter the address').max(2_000),
      events: z
        .array(z.object({ eventType: eventTypeNameSchema, eventEnable: z.enum(['Enable', 'Disable']) }))
        .max(200),
    }),
    /** The platform's warnings, in its own words. */
    output: z.object({ warnings: z.array(z.string()) }),
  }),
  preferencesChanged: event(z.object({})),
} as const satisfies FeatureContract
