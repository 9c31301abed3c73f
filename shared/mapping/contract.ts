/** The mapping room's part of the contract. */
import * as z from 'zod'
import { conditions } from '../inventory/item.ts'
import { skuSchema } from '../inventory/sku.ts'
import { command, event, query, type RoomContract } from '../ipc/define.ts'
import { mappedProductSchema, mappingNoteSchema } from './preview-to-item.ts'
import { PRODUCTS_PER_START, productListSchema, productSchema } from './product.ts'
import { listCountsSchema, taskResultSchema } from './result.ts'
import { pollOutcomeSchema, taskStateSchema } from './task.ts'

/** Our own number of a task; the platform's id comes later, or never. */
const taskRefSchema = z.int().positive()

const taskIdSchema = z
  .string()
  .trim()
  .min(1, 'The task id is empty. Paste the id that the platform gave.')
  .max(200, 'A task id is at most 200 characters.')
  .regex(/^[\x21-\x7e]*$/, 'A task id has no spaces and only plain characters. Check what was pasted.')

/** Chosen by the user, since no preview has one (MAP-12). */
const conditionSchema = z.enum(conditions, {
  error: 'Choose the condition: a preview has none, so it has to come from you.',
})

/** One poll of the timeline; `repeats` counts further ones with the same end that followed while the line was down. */
const pollSchema = z.object({
  atMs: z.number(),
  settledAtMs: z.number(),
  outcome: pollOutcomeSchema,
  text: z.string().nullable(),
  repeats: z.int(),
})
export type TaskPoll = z.infer<typeof pollSchema>

const taskRowSchema = z.object({
  taskRef: taskRefSchema,
  taskId: z.string().nullable(),
  origin: z.enum(['started', 'added']),
  state: taskStateSchema,
  paused: z.boolean(),
  createdAtMs: z.number(),
  endedAtMs: z.number().nullable(),
  lastPollAtMs: z.number().nullable(),
  nextPollAtMs: z.number().nullable(),
  /** The first product's title or id: what the task is about, at a glance. */
  about: z.string().nullable(),
  productCount: z.int(),
  /** The place in a start that was split: 1 of 1 where it was not. */
  part: z.int(),
  parts: z.int(),
  /** The task whose products were sent again by this one. */
  parentRef: taskRefSchema.nullable(),
  counts: listCountsSchema.nullable(),
  /** The newest polls, oldest first. */
  dots: z.array(pollOutcomeSchema),
})
export type TaskRow = z.infer<typeof taskRowSchema>

const sentProductSchema = z.object({
  externalProductId: z.string(),
  sku: z.string().nullable(),
  title: z.string().nullable(),
  images: z.array(z.string()),
  aspects: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
})
export type SentProduct = z.infer<typeof sentProductSchema>

const taskPageSchema = taskRowSchema.extend({
  /** Why it was not started, is not known, is denied, or what the last poll complained of. */
  problem: z.string().nullable(),
  /** The scope that the token lacks, in state accessDenied. */
  missingScope: z.string().nullable(),
  /** A poll is under way. */
  checking: z.boolean(),
  productsSent: z.array(sentProductSchema),
  /** The body of the start, to the byte, where this app sent one. */
  requestBody: z.string().nullable(),
  polls: z.array(pollSchema),
  result: taskResultSchema.nullable(),
  /** What the platform said beside a result, such as a field it could not give. */
  remarks: z.array(z.string()),
  /** Other tasks of the same start and those that sent products of this one again. */
  siblings: z.array(taskRefSchema),
  children: z.array(taskRefSchema),
  /** Draft items that were made of its previews. */
  drafts: z.array(z.object({ previewIndex: z.int(), sku: z.string(), madeAtMs: z.number() })),
})
export type TaskPage = z.infer<typeof taskPageSchema>

/**
 * A start in the making, as the user left it: the products chosen and the form half filled. It has its request key from
 * the beginning, so that a second press after a reload is still the same start.
 */
export const startDraftSchema = z.object({
  requestKey: z.string().max(100),
  products: z.array(productSchema).max(PRODUCTS_PER_START),
  form: z.object({
    externalProductId: z.string().max(1_000),
    sku: z.string().max(1_000),
    title: z.string().max(5_000),
    images: z.string().max(60_000),
    aspects: z.string().max(200_000),
  }),
})
export type StartDraft = z.infer<typeof startDraftSchema>

export const mappingContract = {
  /** Tasks, newest first. `cursor` is the `nextCursor` of the page before. */
  tasks: query({
    input: z.strictObject({
      cursor: taskRefSchema.optional(),
      limit: z.int().min(1).max(5_000).default(50),
      state: taskStateSchema.optional(),
    }),
    output: z.object({
      tasks: z.array(taskRowSchema),
      nextCursor: taskRefSchema.nullable(),
      /** All tasks, and those that are being watched now. */
      total: z.int(),
      watching: z.int(),
    }),
  }),
  /** One task with everything that is known of it. `notFound` for a number that is none. */
  task: query({ input: z.strictObject({ taskRef: taskRefSchema }), output: taskPageSchema }),
  /** Exactly what a start would send, and into how many tasks it would be split (MAP-10, MAP-15). Sends nothing. */
  startPlan: query({
    input: z.strictObject({ products: productListSchema }),
    output: z.object({
      url: z.string(),
      document: z.string(),
      productsPerTask: z.int(),
      /** Each task's variables, as JSON to read; the body is `{ query: document, variables }` and nothing more. */
      parts: z.array(z.object({ productCount: z.int(), variables: z.string() })),
    }),
  }),
  /** What a preview would become as a draft item, and all that is dropped or too long (MAP-11, MAP-12). Changes nothing. */
  draftFromPreview: query({
    input: z.strictObject({
      taskRef: taskRefSchema,
      previewIndex: z.int().min(0),
      sku: z.string().max(100),
      title: z.string().max(1_000).optional(),
    }),
    output: z.object({
      product: mappedProductSchema,
      notes: z.array(mappingNoteSchema),
      /** The item that is there already under this SKU. */
      existing: z.object({ title: z.string().nullable() }).nullable(),
      /** Other previews of the same task with this SKU: the user chooses which one counts. */
      samePreviews: z.array(z.int()),
    }),
  }),
  /** The start in the making; null where there is none. */
  startDraft: query({ input: z.strictObject({}), output: z.object({ draft: startDraftSchema.nullable() }) }),
  saveStartDraft: command({ input: z.strictObject({ draft: startDraftSchema.nullable() }), output: z.object({}) }),
  /**
   * Starts one task, or as many as the products need. All are on disk when it returns; what became of each is its state.
   *
   * The same `requestKey` starts one and gives it back: a double click is one act.
   */
  start: command({
    input: z.strictObject({
      products: productListSchema,
      requestKey: z.string().min(8).max(100),
      parentRef: taskRefSchema.optional(),
    }),
    output: z.object({ taskRefs: z.array(taskRefSchema) }),
  }),
  /** Sends a task that the platform did not take, as it was written. `conflict` in any other state. */
  startAgain: command({ input: z.strictObject({ taskRef: taskRefSchema }), output: z.object({}) }),
  /** Asks the platform now. `conflict` where there is nothing to ask: no id yet, or ended. */
  checkNow: command({ input: z.strictObject({ taskRef: taskRefSchema }), output: z.object({}) }),
  pause: command({ input: z.strictObject({ taskRef: taskRefSchema }), output: z.object({}) }),
  /** Begins a new watch (MAP-09). */
  resume: command({ input: z.strictObject({ taskRef: taskRefSchema }), output: z.object({}) }),
  /** Watches a task that was started elsewhere. Gives back the task that is there where the id is known already. */
  addTaskId: command({
    input: z.strictObject({ taskId: taskIdSchema }),
    output: z.object({ taskRef: taskRefSchema, known: z.boolean() }),
  }),
  /** Lays a draft item into the SKU editor; nothing is sent. `conflict` where an edit of that SKU is there and `replaceEdit` is false. */
  makeDraftItem: command({
    input: z.strictObject({
      taskRef: taskRefSchema,
      previewIndex: z.int().min(0),
      sku: skuSchema,
      condition: conditionSchema,
      title: z.string().max(1_000).optional(),
      replaceEdit: z.boolean(),
    }),
    output: z.object({ sku: z.string(), notes: z.array(mappingNoteSchema) }),
  }),
  /** A task was added, or changed its place in the list's eyes. */
  tasksChanged: event(z.object({})),
  /** Something about one task changed: a poll, a state, a draft. */
  taskChanged: event(z.object({ taskRef: taskRefSchema })),
} as const satisfies RoomContract
