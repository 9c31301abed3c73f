/** The outbound queue's contract: everything that waits to be sent, in one place (OFF-03). */
import * as z from 'zod'
import { appErrorSchema } from '../app-error.ts'
import { command, done, event, type FeatureContract, query } from '../ipc/define.ts'
import { changePageSchema } from './change-page.ts'
import { doneContract } from './done-contract.ts'
import { runChangeSchema, runContract, runNameSchema } from './run-contract.ts'

const nothing = z.strictObject({})
const ids = z.array(z.string().min(1).max(100)).min(1).max(1_000)

/**
 * Why nothing is sent automatically.
 *
 * `restored`: a backup or an export took the database's place. `older`: the database is older than what was sent. `copied`:
 * the data folder was copied or restored.
 */
const holdReasonSchema = z.enum(['restored', 'older', 'copied', 'damaged'])
export type HoldReason = z.infer<typeof holdReasonSchema>

/** A text to a person, as it is sent. */
const writtenSchema = z.object({
  /** To whom; null if unknown. */
  to: z.string().nullable(),
  /** What the conversation is about. */
  topic: z.string().nullable(),
  /** The text, or what is sent without one. */
  text: z.string(),
  files: z.array(z.object({ name: z.string(), type: z.string(), address: z.string() })),
  /** The listing that it refers to. */
  listingId: z.string().nullable(),
  isCopiedToSender: z.boolean(),
})
export type Written = z.infer<typeof writtenSchema>

/** What one reading showed of a change that the platform doesn't identify. */
const findingSchema = z.object({
  /** How often what was sent was there. */
  times: z.number(),
  /** Whether all of it was read. */
  isComplete: z.boolean(),
  atMs: z.number(),
  /** The platform accepted no reads: this is the stored copy of `atMs`. */
  isKept: z.boolean(),
})
export type Finding = z.infer<typeof findingSchema>

export const outboundEntrySchema = z.object({
  id: z.string(),
  /** The kind of change: `message`, `archive`, `itemSave`; `damaged` if its stored data can't be read. */
  kind: z.string(),
  /** What it changes, as `type:id`: `conversation:123`. */
  subject: z.string(),
  /** What it changes; null if the window shows it nowhere, or if its stored data can't be read. */
  page: changePageSchema.nullable(),
  /** The run that it belongs to; null for a single change. */
  run: runNameSchema.nullable(),
  /** Its run is paused: nothing is sent before the seller resumes it. */
  isPaused: z.boolean(),
  /** What it does, in one line. */
  title: z.string(),
  /** The text that it sends to a person; null if it sends none. */
  written: writtenSchema.nullable(),
  /** The values that it changes, six at most; empty for messages and filing. */
  changes: z.array(runChangeSchema),
  state: z.enum(['delayed', 'queued', 'sending', 'waiting', 'unknown', 'refused', 'notFound', 'sent']),
  /** An earlier change must end first: of its subject, or of its lane if such changes are sent one at a time. */
  waitsForEarlier: z.boolean(),
  /** When it continues automatically; null if it waits for the seller. */
  nextAtMs: z.number().nullable(),
  /** Why it is in this state; null if nothing went wrong. */
  error: appErrorSchema.nullable(),
  /** The seller said that it was not done. */
  isDenied: z.boolean(),
  /** What readings before and after the send showed, while its outcome is unknown; null for kinds that show nothing. */
  found: z.object({ before: findingSchema.nullable(), after: findingSchema.nullable() }).nullable(),
  createdAtMs: z.number(),
  changedAtMs: z.number(),
  canSendNow: z.boolean(),
  canDiscard: z.boolean(),
  /** Whether only the seller can say if it was done: `settle`. */
  canSettle: z.boolean(),
  /** Whether it can be turned back into a draft: `withdraw`. */
  canEdit: z.boolean(),
})
export type OutboundEntry = z.infer<typeof outboundEntrySchema>

const holdSchema = z.object({
  reason: holdReasonSchema,
  sinceMs: z.number(),
  /** What would be sent, in the seller's terms: `{ label: 'Messages and filing', count: 2 }`. */
  waiting: z.array(z.object({ label: z.string(), count: z.int() })),
})

export type OutboundHold = z.infer<typeof holdSchema>

export const outboundContract = {
  /** Everything that is not final, oldest first, of every kind: none is `sent`. */
  list: query({ input: nothing, output: z.object({ entries: z.array(outboundEntrySchema) }) }),
  /** How many are not final, and how many of them wait for the seller. */
  counts: query({ input: nothing, output: z.object({ open: z.number(), needsUser: z.number() }) }),
  /** Sends these changes now, ending their waits. Errors: `conflict` if one can't be sent; then none is. */
  sendNow: command({ input: z.strictObject({ ids }), output: done }),
  /** Discards changes that the seller no longer wants. Errors: `conflict` if one may have been sent; then none is discarded. */
  discard: command({ input: z.strictObject({ ids }), output: done }),
  /** Turns a change back into a draft, also a discarded one. Errors: `conflict` if it may have been sent or has no draft. */
  withdraw: command({ input: z.strictObject({ id: ids.element }), output: done }),
  /** Stores the seller's answer whether an `unknown` change was done. Errors: `conflict` if its outcome is known by now. */
  settle: command({ input: z.strictObject({ id: ids.element, isDone: z.boolean() }), output: done }),
  /** Why nothing is sent automatically, and what waits; null if nothing is on hold (OFF-04). */
  hold: query({ input: nothing, output: holdSchema.nullable() }),
  /** Ends the hold and sends what waits, once the seller has seen it. */
  release: command({ input: nothing, output: done }),
  changed: event(nothing),
  ...runContract,
  ...doneContract,
} as const satisfies FeatureContract
