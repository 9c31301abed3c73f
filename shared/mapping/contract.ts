/** The mapping room's part of the contract. */
import * as z from 'zod'
import { conditions } from '../inventory/item.ts'
import { skuSchema } from '../inventory/sku.ts'
import { command, event, type FeatureContract, query } from '../ipc/define.ts'
import { mappedFields, mappedProductSchema, mappingNoteSchema, shortenedSchema } from './preview-to-item.ts'
import { PRODUCTS_PER_START, productListSchema, productSchema } from './product.ts'
import { listCountsSchema, listingPreviewSchema } from './result.ts'
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

/** How far the products of a start have come, over everything that sent them again. */
const lineageSchema = z.object({
  /** The task that all of it goes back to, the parts of its start, and whatever sent products of them again; oldest first. */
  tasks: z.array(
    z.object({
      taskRef: taskRefSchema,
      parentRef: taskRefSchema.nullable(),
      state: taskStateSchema,
      part: z.int(),
      parts: z.int(),
      productCount: z.int(),
      counts: listCountsSchema.nullable(),
    }),
  ),
  /** Different products that were sent. */
  products: z.int(),
  /** Of these, the ones that have a preview in some task of the lineage. */
  gotThrough: z.int(),
})
export type Lineage = z.infer<typeof lineageSchema>

const taskPageSchema = taskRowSchema.extend({
  /** Why it was not started, is not known, is denied, or what the last poll complained of. */
  problem: z.string().nullable(),
  /** The scope that the token lacks, in state accessDenied. */
  missingScope: z.string().nullable(),
  /** A poll is under way. */
  checking: z.boolean(),
  /** Whether this app sent it, so that its body and products can be asked for. */
  hasBody: z.boolean(),
  polls: z.array(pollSchema),
  /** What the platform said beside a result, such as a field it could not give. */
  remarks: z.array(z.string()),
  /** Null for a task that stands alone. */
  lineage: lineageSchema.nullable(),
  /** Draft items that were made of its previews. */
  drafts: z.array(z.object({ previewIndex: z.int(), sku: z.string(), madeAtMs: z.number() })),
})
export type TaskPage = z.infer<typeof taskPageSchema>

const productFormSchema = z.object({
  externalProductId: z.string().max(1_000),
  sku: z.string().max(1_000),
  title: z.string().max(5_000),
  images: z.string().max(60_000),
  aspects: z.string().max(200_000),
})
/** A product half written. */
export type ProductForm = z.infer<typeof productFormSchema>

/** A preview as a row of its list: what is seen without opening it. */
const previewRowSchema = z.object({
  index: z.int(),
  title: z.string(),
  sku: z.string().nullable(),
  categoryId: z.string().nullable(),
  pictureUrl: z.string().nullable(),
  aspectCount: z.int(),
})
export type PreviewRow = z.infer<typeof previewRowSchema>

/** A product with defective data, what was sent of it, and the user's mending where there is one (MAP-05). */
const invalidRowSchema = z.object({
  index: z.int(),
  externalProductId: z.string().nullable(),
  errors: z.array(z.object({ errorId: z.string().nullable(), message: z.string() })),
  sent: sentProductSchema.nullable(),
  mended: productFormSchema.nullable(),
})
export type InvalidRow = z.infer<typeof invalidRowSchema>

/** A product without a match (MAP-06) or left unprocessed (MAP-07). */
const plainRowSchema = z.object({
  index: z.int(),
  externalProductId: z.string().nullable(),
  title: z.string().nullable(),
  /** What was sent of it; null where the product cannot be told by its id. */
  sent: sentProductSchema.nullable(),
})
export type PlainRow = z.infer<typeof plainRowSchema>

/** The four lists of a result, the most pressing first, and the products that were sent. */
export const exportedLists = [
  'invalidProducts',
  'unmappedProducts',
  'unprocessedProducts',
  'listingPreviews',
  'productsSent',
] as const
export type ExportedList = (typeof exportedLists)[number]

/**
 * A start in the making, as the user left it: the products chosen and the form half filled. It has its request key from
 * the beginning, so that a second press after a reload is still the same start.
 */
export const startDraftSchema = z.object({
  requestKey: z.string().max(100),
  products: z.array(productSchema).max(PRODUCTS_PER_START),
  form: productFormSchema,
})
export type StartDraft = z.infer<typeof startDraftSchema>

const oneTask = z.strictObject({ taskRef: taskRefSchema })

/** A part of a list: the rows from `offset` on. */
const pageInput = { offset: z.int().min(0).default(0), limit: z.int().min(1).max(5_000).default(100) }

/** A part of one list of a task; `total` is the whole list's length. */
const listOf = <Row extends z.ZodType>(row: Row) =>
  query({
    input: z.strictObject({ taskRef: taskRefSchema, ...pageInput }),
    output: z.object({ rows: z.array(row), total: z.int() }),
  })

/** What a draft takes of a preview: the whole or some fields, a title of the user's, and texts the user shortened. */
const draftChoice = {
  taskRef: taskRefSchema,
  previewIndex: z.int().min(0),
  take: z.array(z.enum(mappedFields)).min(1, 'Choose at least one field of the preview.').optional(),
  title: z.string().max(1_000).optional(),
  shortened: z.array(shortenedSchema).max(10_000).optional(),
}

export const mappingContract = {
  /** Tasks, newest first. */
  tasks: query({
    input: z.strictObject({ ...pageInput, state: taskStateSchema.optional() }),
    output: z.object({
      rows: z.array(taskRowSchema),
      /** How many there are in that state; without a state as many as `all`. */
      total: z.int(),
      /** All tasks, those that are being watched now, and those that the user paused. */
      all: z.int(),
      watching: z.int(),
      paused: z.int(),
    }),
  }),
  /**
   * One task: where it stands, its polls, its lineage. What is large is asked for by itself, so that this stays quick while
   * a task is watched. `notFound` for a number that is none.
   */
  task: query({ input: oneTask, output: taskPageSchema }),
  /** The four lists of a task that has ended; empty before. They never change, but for `mended`. */
  previews: listOf(previewRowSchema),
  invalidProducts: listOf(invalidRowSchema),
  unmappedProducts: listOf(plainRowSchema),
  unprocessedProducts: listOf(plainRowSchema),
  /** The products as they were sent, in their order. */
  productsSent: query({ input: oneTask, output: z.object({ products: z.array(sentProductSchema) }) }),
  /** The body of the start, to the byte; null where this app sent none. */
  requestBody: query({ input: oneTask, output: z.object({ body: z.string().nullable() }) }),
  /** One preview whole, beside the product it answers where that can be told: only the SKU links the two. */
  preview: query({
    input: z.strictObject({ taskRef: taskRefSchema, previewIndex: z.int().min(0) }),
    output: z.object({ preview: listingPreviewSchema, sent: sentProductSchema.nullable() }),
  }),
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
  /**
   * What a preview would become as a draft item, and all that is dropped or too long (MAP-11, MAP-12). Changes nothing.
   * `existing`: the item that is there already under this SKU. `samePreviews`: all previews of the task with this SKU, of
   * which only one can become the item.
   */
  draftFromPreview: query({
    input: z.strictObject({ ...draftChoice, sku: z.string().max(100) }),
    output: z.object({
      product: mappedProductSchema.partial(),
      notes: z.array(mappingNoteSchema),
      existing: z.object({ title: z.string().nullable() }).nullable(),
      samePreviews: z.array(z.object({ index: z.int(), title: z.string() })),
    }),
  }),
  /** Ended tasks, newest first, as points of a chart: how each ended, when it was started, and how long it took. */
  history: query({
    input: z.strictObject({ limit: z.int().min(1).max(5_000).default(500) }),
    output: z.object({
      points: z.array(
        z.object({ taskRef: taskRefSchema, state: taskStateSchema, startedAtMs: z.number(), durationMs: z.number() }),
      ),
      /** Of all tasks there are, how many are in each state. */
      states: z.array(z.object({ state: taskStateSchema, count: z.int() })),
    }),
  }),
  /**
   * One list as a file's text. In CSV a cell that a spreadsheet would take for a formula begins with an apostrophe.
   * mappingReferenceId is in neither form: it stays in the app (MAP-12).
   */
  exportList: query({
    input: z.strictObject({ taskRef: taskRefSchema, list: z.enum(exportedLists), format: z.enum(['csv', 'json']) }),
    output: z.object({ fileName: z.string(), text: z.string() }),
  }),
  /**
   * Reads products from a CSV with a row of names. Columns that are no field of a product are item specifics of that name.
   * Rows that cannot be read are told by their line; the rest are given. Changes nothing.
   */
  productsFromCsv: query({
    input: z.strictObject({ text: z.string().max(20_000_000, 'The file is larger than 20 million characters.') }),
    output: z.object({
      products: z.array(productSchema),
      specifics: z.array(z.string()),
      problems: z.array(z.object({ line: z.int(), message: z.string() })),
    }),
  }),
  /** The start in the making; null where there is none. */
  startDraft: query({ input: z.strictObject({}), output: z.object({ draft: startDraftSchema.nullable() }) }),
  saveStartDraft: command({ input: z.strictObject({ draft: startDraftSchema.nullable() }), output: z.object({}) }),
  /**
   * Starts one task, or as many as the products need. All are on disk when it returns; what became of each is its state.
   *
   * The same `requestKey` starts one and gives it back: a double click is one act. Errors: `conflict` where a product of
   * `parentRef` was invalid and comes again unchanged (MAP-05).
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
  startAgain: command({ input: oneTask, output: z.object({}) }),
  /** Asks the platform now. `conflict` where there is nothing to ask: no id yet, or ended. */
  checkNow: command({ input: oneTask, output: z.object({}) }),
  pause: command({ input: oneTask, output: z.object({}) }),
  /** Begins a new watch (MAP-09). */
  resume: command({ input: oneTask, output: z.object({}) }),
  /** Stops asking about every task that is watched; gives back how many. */
  pauseAll: command({ input: z.strictObject({}), output: z.object({ count: z.int() }) }),
  /** Begins a new watch of every task that was paused; one that is not watched any more is resumed by itself. */
  resumeAll: command({ input: z.strictObject({}), output: z.object({ count: z.int() }) }),
  /** Keeps what the user changed of an invalid product, whole or half done; null takes it back. */
  saveMending: command({
    input: z.strictObject({ taskRef: taskRefSchema, index: z.int().min(0), form: productFormSchema.nullable() }),
    output: z.object({}),
  }),
  /** Watches a task that was started elsewhere. Gives back the task that is there where the id is known already. */
  addTaskId: command({
    input: z.strictObject({ taskId: taskIdSchema }),
    output: z.object({ taskRef: taskRefSchema, known: z.boolean() }),
  }),
  /** Lays a draft item into the SKU editor; nothing is sent. `conflict` where an edit of that SKU is there and `replaceEdit` is false. */
  makeDraftItem: command({
    input: z.strictObject({
      ...draftChoice,
      sku: skuSchema,
      condition: conditionSchema,
      replaceEdit: z.boolean(),
    }),
    output: z.object({ sku: z.string(), notes: z.array(mappingNoteSchema) }),
  }),
  /** A task was added, or one has ended. */
  tasksChanged: event(z.object({})),
  /** What the user changed of an invalid product was kept. */
  mendingChanged: event(oneTask),
  /** Something about one task changed: a poll, a state, a draft. */
  taskChanged: event(z.object({ taskRef: taskRefSchema })),
} as const satisfies FeatureContract
