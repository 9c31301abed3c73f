/** The mapping feature's part of the contract. */
import * as z from 'zod'
import { knownConditions } from '../connection/conditions.ts'
import { skuSchema } from '../inventory/sku.ts'
import { command, done, event, type FeatureContract, query } from '../ipc/define.ts'
import { draftPartSchema } from './draft-parts.ts'
import { mappedFields, mappedProductSchema, mappingNoteSchema } from './preview-to-item.ts'
import { MAX_PRODUCTS_PER_START, productListSchema, productSchema } from './product.ts'
import { pollOutcomeSchema, taskStateSchema } from './task.ts'
import { invalidProductSchema, listCountsSchema, listingPreviewSchema, unmatchedProductSchema } from './task-result.ts'

/** Stallhand's own number of a task. The platform's id comes later, or never. */
const taskRefSchema = z.int().positive()

const taskIdSchema = z
  .string()
  .trim()
  .min(1, 'Enter the ID of the task.')
  .max(200, 'An ID can have at most 200 characters.')
  .regex(/^[\x21-\x7e]*$/, 'An ID has no spaces and only plain characters. Check what was pasted.')

/** The seller chooses it, because a preview has none (MAP-12). Omitted: the item keeps its own. */
const conditionSchema = z
  .enum(knownConditions, { error: 'Choose a condition. The suggestion doesn’t include one.' })
  .optional()

/** One poll. `repeats` counts further polls with the same outcome while the connection was down. */
const pollSchema = z.object({
  atMs: z.number(),
  settledAtMs: z.number(),
  outcome: pollOutcomeSchema,
  message: z.string().nullable(),
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
  /** The first product's title or id. */
  about: z.string().nullable(),
  productCount: z.int(),
  /** The part's number in a start that was split; 1 of 1 otherwise. */
  part: z.int(),
  parts: z.int(),
  /** The task whose products this one sent again. */
  parentRef: taskRefSchema.nullable(),
  counts: listCountsSchema.nullable(),
})
export type TaskRow = z.infer<typeof taskRowSchema>

/** The tasks of one start and every task that resent its products, oldest first. */
const resendHistorySchema = z.object({
  tasks: z.array(
    taskRowSchema.pick({
      taskRef: true,
      parentRef: true,
      state: true,
      part: true,
      parts: true,
      productCount: true,
      counts: true,
    }),
  ),
  /** Distinct products sent, and how many of them got a preview. */
  productCount: z.int(),
  mappedCount: z.int(),
})
export type ResendHistory = z.infer<typeof resendHistorySchema>

const taskPageSchema = taskRowSchema.extend({
  /** Why it was not started, is unknown or denied, or what the last poll reported. */
  problem: z.string().nullable(),
  /** The scope that the token lacks, in state `accessDenied`. */
  missingScope: z.string().nullable(),
  /** The id that the platform says was requested; null until it answers. */
  requestedId: z.string().nullable(),
  /** A poll is in progress. */
  checking: z.boolean(),
  polls: z.array(pollSchema),
  /** Messages the platform sent with a result, such as a field it could not return. */
  remarks: z.array(z.string()),
  /** Null for a task with neither parts nor resends. */
  resends: resendHistorySchema.nullable(),
  /** Draft items created from its previews. */
  drafts: z.array(z.object({ previewIndex: z.int(), sku: z.string(), createdAtMs: z.number() })),
})
export type TaskPage = z.infer<typeof taskPageSchema>

/** A product as typed, possibly incomplete. */
const productFormSchema = z.object({
  externalProductId: z.string().max(1_000),
  sku: z.string().max(1_000),
  title: z.string().max(5_000),
  /** Missing in drafts of earlier versions. */
  categoryName: z.string().max(2_000).default(''),
  images: z.string().max(60_000),
  aspects: z.string().max(200_000),
})
export type ProductForm = z.infer<typeof productFormSchema>

const previewRowSchema = listingPreviewSchema
  .pick({ title: true, sku: true, categoryId: true })
  .extend({ index: z.int(), pictureUrl: z.string().nullable(), aspectCount: z.int() })
export type PreviewRow = z.infer<typeof previewRowSchema>

/** `sent`: the product as it was sent; null if it can't be identified by its id. */
const problemRow = { index: z.int(), sent: productSchema.nullable() }

/** An invalid product with the seller's correction, if there is one (MAP-05). */
const invalidRowSchema = invalidProductSchema.extend({ ...problemRow, correction: productFormSchema.nullable() })
export type InvalidRow = z.infer<typeof invalidRowSchema>

const unmatchedRowSchema = unmatchedProductSchema.extend(problemRow)
export type UnmatchedRow = z.infer<typeof unmatchedRowSchema>

const exportedLists = [
  'invalidProducts',
  'unmappedProducts',
  'unprocessedProducts',
  'listingPreviews',
  'productsSent',
] as const
export type ExportedList = (typeof exportedLists)[number]

/** A mapping being prepared. Its request key exists from the beginning, so a second press after a reload starts nothing new. */
export const startDraftSchema = z.object({
  requestKey: z.string().max(100),
  products: z.array(productSchema).max(MAX_PRODUCTS_PER_START),
  form: productFormSchema,
})
export type StartDraft = z.infer<typeof startDraftSchema>

/** Why a preview can't be drafted together with others. */
const draftObstacles = ['noSku', 'sameSku', 'unsavedEdit', 'tooLong', 'nothingNew'] as const
export type DraftObstacle = (typeof draftObstacles)[number]

/** A preview as a draft that only improves its item. */
const draftRowSchema = previewRowSchema.extend({
  isNew: z.boolean(),
  /** The draft is of an item without a condition, so the seller chooses one (MAP-12). */
  needsCondition: z.boolean(),
  /** The draft is of an item without a quantity, and no preview has one. */
  needsQuantity: z.boolean(),
  parts: z.array(draftPartSchema),
  /** Nothing but its category is new: it goes to the listing, and the item stays as it is. */
  isCategoryOnly: z.boolean(),
  obstacle: z.enum(draftObstacles).nullable(),
})
export type DraftRow = z.infer<typeof draftRowSchema>

const oneTask = z.strictObject({ taskRef: taskRefSchema })
const onePreview = { taskRef: taskRefSchema, previewIndex: z.int().min(0) }
const pageInput = { offset: z.int().min(0).default(0), limit: z.int().min(1).max(5_000).default(100) }

const suggestionStates = ['looking', 'found', 'nothing', 'stopped'] as const

/** A page of one list of a task. `total` is the length of the whole list. */
const listPage = <Row extends z.ZodType>(row: Row) =>
  query({
    input: z.strictObject({ taskRef: taskRefSchema, ...pageInput }),
    output: z.object({ rows: z.array(row), total: z.int() }),
  })

/** What a draft takes from a preview. */
const draftChoice = {
  ...onePreview,
  fields: z.array(z.enum(mappedFields)).min(1, 'Choose at least one field of the suggestion.').optional(),
  /** Item specifics to take, by their name in the item; all if omitted. */
  aspectNames: z.array(z.string().max(10_000)).max(10_000).optional(),
}

export const mappingContract = {
  /** Tasks, newest first. `total` counts those in `state`; the other counts are over all tasks. */
  tasks: query({
    input: z.strictObject({ ...pageInput, state: taskStateSchema.optional() }),
    output: z.object({
      rows: z.array(taskRowSchema),
      total: z.int(),
      all: z.int(),
      watching: z.int(),
      paused: z.int(),
    }),
  }),
  /** One task without its lists, so it stays cheap to re-read while it is watched. Error: `notFound`. */
  task: query({ input: oneTask, output: taskPageSchema }),
  /** The four lists of a finished task; empty before. Only `correction` ever changes. */
  previews: listPage(previewRowSchema),
  invalidProducts: listPage(invalidRowSchema),
  unmappedProducts: listPage(unmatchedRowSchema),
  unprocessedProducts: listPage(unmatchedRowSchema),
  productsSent: query({ input: oneTask, output: z.object({ products: z.array(productSchema) }) }),
  /** The body of the start, byte for byte; null for a task started elsewhere. */
  requestBody: query({ input: oneTask, output: z.object({ body: z.string().nullable() }) }),
  /** One preview, and the product it belongs to if the SKU identifies it. */
  preview: query({
    input: z.strictObject(onePreview),
    output: z.object({ preview: listingPreviewSchema, sent: productSchema.nullable() }),
  }),
  /** Exactly what a start would send, and how it would be split into tasks (MAP-10, MAP-15). Sends nothing. */
  startPlan: query({
    input: z.strictObject({ products: productListSchema }),
    output: z.object({
      url: z.string(),
      document: z.string(),
      productsPerTask: z.int(),
      /** Each task's variables as indented JSON. */
      parts: z.array(z.object({ productCount: z.int(), variables: z.string() })),
    }),
  }),
  /**
   * The draft item a preview would become, with everything dropped or too long (MAP-11, MAP-12). Changes nothing.
   * `samePreviews`: all previews of the task with this SKU; only one can become the item.
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
  /**
   * What the catalog suggests for an item: the result of the newest task that was sent with its SKU; null if none was. `looking`:
   * no result yet. `stopped`: there will be none until the seller does something; `message` says what.
   */
  suggestion: query({
    input: z.strictObject({ sku: z.string().max(100) }),
    output: z.object({
      suggestion: z
        .object({
          taskRef: taskRefSchema,
          state: z.enum(suggestionStates),
          message: z.string().nullable(),
          /** Null unless `found`. */
          preview: z
            .object({
              previewIndex: z.int(),
              categoryId: z.string().nullable(),
              product: mappedProductSchema.partial(),
            })
            .nullable(),
        })
        .nullable(),
    }),
  }),
  /** Every preview as a draft that replaces nothing its item has, and why some can't be drafted with the others. Changes nothing. */
  draftPlan: query({ input: oneTask, output: z.object({ rows: z.array(draftRowSchema) }) }),
  /** One list as CSV, without mappingReferenceId (MAP-12). */
  exportList: query({
    input: z.strictObject({ taskRef: taskRefSchema, list: z.enum(exportedLists) }),
    output: z.object({ fileName: z.string(), text: z.string() }),
  }),
  /** Reads products from a CSV file with a header row; unreadable rows are reported by line. Changes nothing. */
  productsFromCsv: query({
    input: z.strictObject({ text: z.string().max(20_000_000, 'The file is larger than 20 million characters.') }),
    output: z.object({
      products: z.array(productSchema),
      specifics: z.array(z.string()),
      problems: z.array(z.object({ line: z.int(), message: z.string() })),
    }),
  }),
  startDraft: query({ input: z.strictObject({}), output: z.object({ draft: startDraftSchema.nullable() }) }),
  saveStartDraft: command({ input: z.strictObject({ draft: startDraftSchema.nullable() }), output: done }),
  /**
   * Starts one task, or as many as the products need. All are on disk when it returns. A repeated `requestKey` returns
   * the tasks it started before. Errors: `conflict` if it started other products before, or if an invalid product of `parentRef` is
   * sent unchanged (MAP-05).
   */
  start: command({
    input: z.strictObject({
      products: productListSchema,
      requestKey: z.string().min(8).max(100),
      parentRef: taskRefSchema.optional(),
    }),
    output: z.object({ taskRefs: z.array(taskRefSchema) }),
  }),
  /** Sends a task in state `notStarted` or `waiting` now, as it was written. Error: `conflict` in any other state. */
  startAgain: command({ input: oneTask, output: done }),
  /** Polls now. `checkNow`, `pause` and `resume` throw `conflict` for a task without an id or with a result. */
  checkNow: command({ input: oneTask, output: done }),
  pause: command({ input: oneTask, output: done }),
  /** Starts a new watch of one task (MAP-09). */
  resume: command({ input: oneTask, output: done }),
  pauseAll: command({ input: z.strictObject({}), output: z.object({ count: z.int() }) }),
  /** Starts a new watch of every paused task. */
  resumeAll: command({ input: z.strictObject({}), output: z.object({ count: z.int() }) }),
  /** Stores the seller's correction of an invalid product, complete or not; null discards it. */
  saveCorrection: command({
    input: z.strictObject({ taskRef: taskRefSchema, index: z.int().min(0), form: productFormSchema.nullable() }),
    output: done,
  }),
  /** Watches a task started elsewhere. Returns the existing task if the id is already known. */
  addTaskId: command({
    input: z.strictObject({ taskId: taskIdSchema }),
    output: z.object({ taskRef: taskRefSchema, known: z.boolean() }),
  }),
  /**
   * Stores a draft item for the item editor; nothing is sent. Errors: `validation` if neither the item nor the input has a
   * condition, `conflict` if that SKU has an edit and `replaceEdit` is false.
   */
  createDraftItem: command({
    input: z.strictObject({ ...draftChoice, sku: skuSchema, condition: conditionSchema, replaceEdit: z.boolean() }),
    output: z.object({ sku: z.string(), notes: z.array(mappingNoteSchema) }),
  }),
  /** Notes that a suggestion is used for this item, and copies its category to a listing draft without one (LST-12). */
  takeSuggestion: command({ input: z.strictObject({ ...onePreview, sku: skuSchema }), output: done }),
  /**
   * Drafts several previews as `draftPlan` describes; sends nothing. Leaves out those that can no longer be drafted,
   * with the reason. Condition and quantity apply to items without one.
   */
  createDraftItems: command({
    input: z.strictObject({
      taskRef: taskRefSchema,
      previewIndexes: z.array(z.int().min(0)).min(1, 'Choose at least one suggestion.').max(MAX_PRODUCTS_PER_START),
      condition: conditionSchema,
      quantity: z.int().min(0).max(1_000_000).optional(),
    }),
    output: z.object({
      drafts: z.array(z.object({ previewIndex: z.int(), sku: z.string() })),
      /** Previews of which only the category was new, and went to a listing that had none. */
      categories: z.array(z.object({ previewIndex: z.int(), sku: z.string() })),
      failures: z.array(z.object({ previewIndex: z.int(), message: z.string() })),
    }),
  }),
  /** A task was added or has ended. */
  tasksChanged: event(z.object({})),
  correctionsChanged: event(oneTask),
  taskChanged: event(oneTask),
} as const satisfies FeatureContract
