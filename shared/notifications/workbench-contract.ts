/** The contract's part for the filter workbench: a filter tried on what was captured, before the platform has it. */
import * as z from 'zod'
import { command, type FeatureContract, query } from '../ipc/define.ts'

/** Something to say about a part of a text, in UTF-16 offsets. */
const textMarkSchema = z.object({
  from: z.int(),
  to: z.int(),
  tone: z.enum(['danger', 'caution', 'info']),
  message: z.string(),
})
export type TextMark = z.infer<typeof textMarkSchema>

/**
 * What a filter is held against. The documents say only that it is a JSON Schema; publicly it describes the payload of a
 * notification, which is `data`.
 */
export const heldAgainstSchema = z.enum(['data', 'notification', 'message'])
export type HeldAgainst = z.infer<typeof heldAgainstSchema>

const triedEventSchema = z.object({
  eventId: z.int(),
  receivedAtMs: z.number(),
  name: z.string(),
  notificationId: z.string().nullable(),
  passes: z.boolean(),
  /** The first reason why it does not pass; null where it does. */
  failure: z.string().nullable(),
  failures: z.int(),
})
export type TriedEvent = z.infer<typeof triedEventSchema>

const trySchema = z.object({
  filterSchema: z.string().max(100_000),
  heldAgainst: heldAgainstSchema,
})

const aSubscription = z.object({ subscriptionId: z.string().min(1).max(500) })

export const workbenchContract = {
  /** What was typed for a subscription and not sent; null where nothing was. */
  filterDraft: query({ input: aSubscription, output: z.object({ text: z.string().nullable() }) }),
  /** Keeps what was typed; null forgets it. The drafts of the 20 subscriptions that were typed for last are kept. */
  saveFilterDraft: command({
    input: aSubscription.extend({ text: z.string().max(100_000).nullable() }),
    output: z.object({}),
  }),
  /** Checks a filter as typed and runs it over the newest captured events: of a topic, or of all where `name` is null. */
  tryFilter: query({
    input: trySchema.extend({ name: z.string().max(200).nullable() }),
    output: z.object({
      /** In the filter's text: faults, keywords without effect, and fields that no captured event has. */
      marks: z.array(textMarkSchema),
      isUsable: z.boolean(),
      /** The newest first; at most 500, of which `isAll` tells whether they are all there are. */
      events: z.array(triedEventSchema),
      isAll: z.boolean(),
      /** Captured messages that have no such part to hold the filter against. */
      without: z.int(),
    }),
  }),
  /** One event with every reason why it does not pass, each at its place in the event and in the filter. */
  tryFilterOn: query({
    input: trySchema.extend({ eventId: z.int().min(1) }),
    output: z.object({
      text: z.string(),
      passes: z.boolean(),
      marks: z.array(textMarkSchema.extend({ keyword: textMarkSchema.pick({ from: true, to: true }).nullable() })),
    }),
  }),
} as const satisfies FeatureContract
