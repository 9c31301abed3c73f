/** The contract for the filter editor: testing a filter against captured notifications before the platform gets it. */
import * as z from 'zod'
import { command, done, type FeatureContract, query } from '../ipc/define.ts'

/** A message about a range of a text, in UTF-16 offsets. */
const textMarkSchema = z.object({
  from: z.int(),
  to: z.int(),
  tone: z.enum(['danger', 'caution']),
  message: z.string(),
})
export type TextMark = z.infer<typeof textMarkSchema>

/**
 * The part of a message that a filter is tested against; `data` is the part that public descriptions of the platform
 * name.
 */
export const messagePartSchema = z.enum(['data', 'notification', 'message'])
export type MessagePart = z.infer<typeof messagePartSchema>

const filterResultSchema = z.object({
  eventId: z.int(),
  receivedAtMs: z.number(),
  name: z.string(),
  notificationId: z.string().nullable(),
  passes: z.boolean(),
  /** The first reason it fails, or null. */
  failure: z.string().nullable(),
  failures: z.int(),
})
export type FilterResult = z.infer<typeof filterResultSchema>

const testInputSchema = z.object({ filterSchema: z.string().max(100_000), part: messagePartSchema })
const subscriptionKey = z.object({ subscriptionId: z.string().min(1).max(500) })

export const filterContract = {
  /** The unsent text for a subscription, or null. */
  filterDraft: query({ input: subscriptionKey, output: z.object({ text: z.string().nullable() }) }),
  /** Saves a draft, or deletes it for null. Keeps the drafts of the 20 subscriptions edited last. */
  saveFilterDraft: command({
    input: subscriptionKey.extend({ text: z.string().max(100_000).nullable() }),
    output: done,
  }),
  /** Checks a filter and runs it on the newest 500 captured events of one topic, or of all if `name` is null. */
  testFilter: query({
    input: testInputSchema.extend({ name: z.string().max(200).nullable() }),
    output: z.object({
      /** Faults in the filter's text, and keywords without effect. */
      marks: z.array(textMarkSchema),
      isUsable: z.boolean(),
      /** Newest first. */
      events: z.array(filterResultSchema),
      /** Whether every captured event was tested. */
      isComplete: z.boolean(),
      /** Messages without the chosen part. */
      skipped: z.int(),
    }),
  }),
  /** One event with every reason it fails, marked in the event and in the filter. Throws `notFound`. */
  testFilterOnEvent: query({
    input: testInputSchema.extend({ eventId: z.int().min(1) }),
    output: z.object({
      text: z.string(),
      passes: z.boolean(),
      marks: z.array(textMarkSchema),
    }),
  }),
} as const satisfies FeatureContract
