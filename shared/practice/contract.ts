/** The practice room's part of the contract: the other side of the counter. */
import * as z from 'zod'
import { command, event, type FeatureContract, query } from '../ipc/define.ts'
import { tellingContract } from './telling-contract.ts'

/** What can be made to go wrong on the practice platform. */
export const faultKinds = [
  'offline',
  'latencyMs',
  'status',
  'dropBeforeActing',
  'dropAfterActing',
  'cutBody',
  'wrongSignature',
  'duplicateDeliveries',
  'lateDeliveryMs',
] as const
const faultKindSchema = z.enum(faultKinds)
export type FaultKind = z.infer<typeof faultKindSchema>

const word = z.string().regex(/^[A-Za-z_]{1,80}$/, 'Use the name of a service or operation, or "all".')
const nothing = z.strictObject({})

const faultSchema = z.object({
  /** `all`, a service, or one operation by its name in the documents. */
  operation: z.string(),
  fault: faultKindSchema,
  /** Milliseconds, a status, or a number of copies; 0 where the fault has none. */
  value: z.number(),
  /** How often it still strikes; null until it is taken away. */
  remaining: z.number().nullable(),
})
export type PracticeFault = z.infer<typeof faultSchema>

const requestSchema = z.object({
  service: z.string(),
  operation: z.string(),
  method: z.string(),
  path: z.string(),
  /** Null where the caller got no whole answer. */
  status: z.number().nullable(),
  /** On the practice clock. */
  atMs: z.number(),
})

const buyerMessageSchema = z
  .strictObject({
    /** Into this thread; a new one where it is left out. */
    conversationId: z.string().min(1).max(200).optional(),
    username: z.string().trim().min(1).max(60).optional(),
    text: z.string().min(1, 'Write something for the buyer to say.').max(20_000),
    subject: z.string().trim().min(1).max(200).optional(),
    itemId: z.string().trim().min(1).max(60).optional(),
  })
  .refine((message) => (message.conversationId === undefined) !== (message.username === undefined), {
    path: ['username'],
    message: 'Name the buyer who begins a conversation, or the conversation to write into, not both.',
  })

/** Every method fails with `notFound` when the open connection is not a practice one. */
export const practiceContract = {
  status: query({
    input: nothing,
    output: z.object({
      url: z.string(),
      /** How far the practice clock is ahead of this machine's. */
      clockOffsetMs: z.number(),
      faults: z.array(faultSchema),
      /** The newest first; at most 50. */
      requests: z.array(requestSchema),
    }),
  }),
  /** The shop's items, to choose from. */
  items: query({
    input: nothing,
    output: z.object({
      items: z.array(z.object({ sku: z.string(), title: z.string(), quantity: z.number().nullable() })),
    }),
  }),
  /** Makes something go wrong, `count` times or until it is cleared. A fault of the same operation and kind is replaced. */
  setFault: command({
    input: z.strictObject({
      operation: word,
      fault: faultKindSchema,
      value: z.int().min(0).max(86_400_000).optional(),
      count: z.int().min(1).max(1_000).optional(),
    }),
    output: nothing,
  }),
  /** Ends one fault, or all of them where none is named. */
  clearFaults: command({
    input: z.strictObject({ operation: word.optional(), fault: faultKindSchema.optional() }),
    output: nothing,
  }),
  /** Moves the practice clock on; it never goes back. */
  advanceClock: command({
    input: z.strictObject({
      ms: z
        .int()
        .min(1)
        .max(366 * 86_400_000),
    }),
    output: nothing,
  }),
  buyerWrites: command({ input: buyerMessageSchema, output: z.object({ conversationId: z.string() }) }),
  ...tellingContract,
  changed: event(z.object({})),
} as const satisfies FeatureContract
