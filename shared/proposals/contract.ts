/** The contract of proposals: assistants with their keys, and what they proposed (SEC-19). The door itself isn't part of it. */
import * as z from 'zod'
import { command, done, event, type FeatureContract, query } from '../ipc/define.ts'
import { proposalKindNames } from './kinds.ts'
import { assistantReadNames } from './reads.ts'
import { shown } from './shown-text.ts'

const nothing = z.strictObject({})
const assistantId = z.int().positive()
const proposalId = z.int().positive()
const proposalIds = z.array(proposalId).min(1).max(500)
const list = <Element extends z.ZodType>(element: Element) => z.array(element).readonly()
const page = { offset: z.int().min(0).default(0), limit: z.int().min(1).max(500).default(100) } as const

const assistantSchema = z.object({
  assistantId,
  name: z.string(),
  reads: list(z.enum(assistantReadNames)),
  createdAtMs: z.number(),
  lastUsedAtMs: z.number().nullable(),
  readsToday: z.number(),
  waiting: z.number(),
})
export type Assistant = z.infer<typeof assistantSchema>

const subjectSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('conversation'), id: z.string() }),
  z.object({ kind: z.literal('item'), id: z.string() }),
  z.object({ kind: z.literal('newItem') }),
])
export type ProposalSubject = z.infer<typeof subjectSchema>

const proposalSchema = z.object({
  proposalId,
  assistantId,
  assistant: z.string(),
  kind: z.enum(proposalKindNames),
  subject: subjectSchema,
  /** The buyer, the item's title or the new title. */
  title: z.string(),
  /** The proposed text of a reply or a note; null for another kind. */
  text: z.string().nullable(),
  /** What it would change; null: there is nothing now. */
  changes: list(z.object({ label: z.string(), before: z.string().nullable(), after: z.string() })),
  madeAtMs: z.number(),
  /** The conversation or the item has changed since the proposal was made. */
  isStale: z.boolean(),
})
export type Proposal = z.infer<typeof proposalSchema>

export const proposalsContract = {
  /** Assistants whose key is valid. */
  assistants: query({ input: nothing, output: z.object({ assistants: list(assistantSchema) }) }),
  /**
   * Makes a key, which is shown once and never again. `program`: how the assistant starts what asks this app. Errors: `conflict` if an
   * assistant has the name.
   */
  addAssistant: command({
    input: z.strictObject({
      name: shown(
        z.string().trim().min(1, 'Give the assistant a name.').max(60).regex(/^.*$/u, 'A name is one line.'),
      ).refine((name) => !/stallhand/iu.test(name.normalize('NFKC')), 'Name it otherwise: Stallhand is this app.'),
      reads: z.array(z.enum(assistantReadNames)),
    }),
    output: z.object({
      assistantId,
      key: z.string(),
      program: z.object({ command: z.string(), args: list(z.string()) }),
    }),
  }),
  /** Allows or forbids one reading, and leaves the others as they are stored. Errors: `notFound`. */
  changeRead: command({
    input: z.strictObject({ assistantId, read: z.enum(assistantReadNames), isAllowed: z.boolean() }),
    output: done,
  }),
  /** Its key stops working now; its proposals stay until they are decided. */
  withdrawAssistant: command({ input: z.strictObject({ assistantId }), output: done }),
  /** What assistants read, the newest first. */
  readings: query({
    input: z.strictObject(page),
    output: z.object({
      rows: list(
        z.object({
          atMs: z.number(),
          assistant: z.string(),
          read: z.string(),
          subject: z.string().nullable(),
          rows: z.number(),
        }),
      ),
      total: z.number(),
    }),
  }),
  /** What waits for the seller, the newest first; of one conversation or item with `subject`. */
  proposals: query({
    input: z.strictObject({ subject: subjectSchema.optional(), ...page }),
    output: z.object({ rows: list(proposalSchema), total: z.number() }),
  }),
  /**
   * Does what the seller could have done themselves: a draft, an edit, a note, a mark. Nothing is sent. `isSeenStale`: the seller saw that
   * it was made before the latest change. Errors: `notFound`, `conflict` if there is a draft already or if it is stale and the seller
   * didn't see that, and those of the seller's own command.
   */
  accept: command({ input: z.strictObject({ proposalId, isSeenStale: z.boolean().default(false) }), output: done }),
  /** Accepts several, one after the other. Those that are stale, or whose command fails, are left waiting and named with the reason. */
  acceptMany: command({
    input: z.strictObject({ proposalIds }),
    output: z.object({
      taken: list(z.object({ proposalId, kind: z.enum(proposalKindNames) })),
      left: list(z.object({ proposalId, message: z.string() })),
    }),
  }),
  /**
   * Undoes accepting where nothing followed: the draft is still the text, the note still has the line. The proposals then wait again.
   * Edits and new items are undone where they are, like those that were typed.
   */
  takeBack: command({
    input: z.strictObject({ proposalIds }),
    output: z.object({ undone: z.number(), left: z.number() }),
  }),
  /** Takes a reply's text, for the window to put it into the composer; the proposal is decided. Errors: `notFound`. */
  take: command({ input: z.strictObject({ proposalId }), output: z.object({ text: z.string() }) }),
  dismiss: command({ input: z.strictObject({ proposalIds }), output: done }),
  /** Proposals that were dismissed wait again, if they are still kept. */
  undoDismiss: command({ input: z.strictObject({ proposalIds }), output: z.object({ undone: z.number() }) }),
  /** Refuses all that wait of one assistant, and names them. */
  dismissAll: command({ input: z.strictObject({ assistantId }), output: z.object({ proposalIds: list(proposalId) }) }),

  proposalsChanged: event(nothing),
  assistantsChanged: event(nothing),
} as const satisfies FeatureContract
