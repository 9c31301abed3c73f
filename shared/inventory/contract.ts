/** The inventory room's part of the contract. */
import * as z from 'zod'
import { command, event, type FeatureContract, query } from '../ipc/define.ts'
import { appErrorSchema } from '../result.ts'
import { CELL_COLUMNS_MAX, cellColumnSchema, cellsContract } from './cells-contract.ts'
import { CSV_PART_MAX_CHARACTERS } from './csv-items.ts'
import { families, familyEvidences, familyRecordSchema } from './family.ts'
import { itemEditSchema } from './item-edit.ts'
import { itemFilters, itemSortColumns } from './item-list.ts'
import { jsonObjectSchema, jsonValueSchema } from './json.ts'
import { LOW_STOCK_LARGEST } from './limits.ts'
import { fieldProblemSchema, runContract } from './run-contract.ts'
import { skuSchema } from './sku.ts'

/**
 * Where an item stands, the most pressing first.
 *
 * - `uncertain`: a save was sent and nobody knows yet whether it arrived.
 * - `conflict`: the platform's record moved on a field that the edit changes, or the item is gone.
 * - `changed`: there is an edit that the platform does not have. `new`: and the platform has no item yet.
 * - `unread`: not read from the platform so far. `absent`: the platform has no item for the SKU.
 * - `saved`: nothing is waiting.
 */
const itemStateSchema = z.enum(['unknown', 'conflict', 'new', 'changed', 'unread', 'absent', 'saved'])
export type ItemState = z.infer<typeof itemStateSchema>

const list = <Element extends z.ZodType>(element: Element) => z.array(element).readonly()

const rowProblemSchema = fieldProblemSchema.extend({
  /** `rule`: it breaks a rule, and its save is stopped. `platform`: the platform refused it, and it still waits as typed. */
  from: z.enum(['rule', 'platform']),
})
export type RowProblem = z.infer<typeof rowProblemSchema>

const itemRowSchema = z.object({
  sku: z.string(),
  /** Title, quantity, condition and picture as the seller sees them: with an unsaved edit. */
  title: z.string().nullable(),
  quantity: z.number().nullable(),
  condition: z.string().nullable(),
  pictureUrl: z.string().nullable(),
  state: itemStateSchema,
  isIncomplete: z.boolean(),
  isLowStock: z.boolean(),
  editedAtMs: z.number().nullable(),
  readAtMs: z.number().nullable(),
  /** The columns of the table that an unsaved edit changes, as `cellColumnSchema` names them. */
  changedColumns: list(z.string()),
  problems: list(rowProblemSchema),
  /** The texts of the columns that were asked for, as a CSV file has them; a field that is not there is the empty text. */
  cells: z.record(z.string(), z.string()),
})
export type ItemRow = z.infer<typeof itemRowSchema>

const pathSchema = list(z.string())

const conflictSchema = z.object({
  path: pathSchema,
  was: jsonValueSchema.exactOptional(),
  remote: jsonValueSchema.exactOptional(),
  wanted: jsonValueSchema.exactOptional(),
})

const problemSchema = z.object({
  path: pathSchema,
  rule: z.string(),
  errorId: z.number().nullable(),
  message: z.string(),
})

const publishStepSchema = z.object({
  step: z.enum(['saved', 'condition', 'image', 'offer', 'publish']),
  state: z.enum(['done', 'missing', 'notKnown', 'refused']),
  text: z.string(),
})

const budgetSchema = z.object({
  /** Item changes allowed in any 24 hours (document 1, section 8). */
  cap: z.number(),
  /** Items changed, as far as they count: a call with 25 counts 25, since the documents leave open whether it is one. */
  used: z.number(),
  /** Calls in the same 24 hours. */
  calls: z.number(),
  /** Items of a run that wait for their turn. */
  planned: z.number(),
  left: z.number(),
  /** Of what is left, so many are kept for stock corrections and saves by hand. */
  reserve: z.number(),
  /** Wall time at which one more is free; null when one is free now. */
  nextFreeAtMs: z.number().nullable(),
})
export type Budget = z.infer<typeof budgetSchema>

/**
 * How a save ended.
 *
 * `sending` is a save under way; `rejected` one that the platform refused; `notSaved` one that broke off and, as the item
 * read again showed, was not carried out; `uncertain` one of which nobody knows.
 */
const saveStateSchema = z.enum(['sending', 'saved', 'rejected', 'notSaved', 'unknown'])
export type SaveState = z.infer<typeof saveStateSchema>

const lastSaveSchema = z.object({ state: saveStateSchema, atMs: z.number(), message: z.string() })
export type LastSave = z.infer<typeof lastSaveSchema>

const viewSchema = z.object({
  quantity: z.number().nullable(),
  condition: z.string().nullable(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  aspects: list(z.object({ name: z.string(), values: list(z.string()) })),
  imageUrls: list(z.string()),
  upc: list(z.string()),
  ean: list(z.string()),
})

const itemSchema = z.object({
  sku: z.string(),
  /** What was last read from the platform, raw; null where it has no item or was not read yet. */
  record: jsonObjectSchema.nullable(),
  isRead: z.boolean(),
  lastReadAtMs: z.number().nullable(),
  /** Why the last reading failed; null when it did not. */
  readProblem: appErrorSchema.nullable(),
  edit: itemEditSchema.nullable(),
  editSavedAtMs: z.number().nullable(),
  /** Where the edit came from when the seller did not type it. */
  editSource: z.string().nullable(),
  state: itemStateSchema,
  /** The record with the edit, typed. */
  view: viewSchema,
  unknownFields: list(z.object({ path: pathSchema, value: jsonValueSchema })),
  conflicts: list(conflictSchema),
  isGone: z.boolean(),
  problems: list(problemSchema),
  /** What the platform refused of the edit, field by field, and still stands as it was refused. */
  refusals: list(fieldProblemSchema),
  publishSteps: list(publishStepSchema),
  /** Which family manages the SKU, with its evidence; null where nothing is recorded (INV-17). */
  family: familyRecordSchema.nullable(),
  /** The seller's choice for this item; null: the connection's. */
  contentLanguage: z.string().nullable(),
  defaultContentLanguage: z.string(),
  lastSave: lastSaveSchema.nullable(),
})
export type Item = z.infer<typeof itemSchema>

const previewChangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('added'), path: pathSchema, value: jsonValueSchema }),
  z.object({ kind: z.literal('changed'), path: pathSchema, old: jsonValueSchema, value: jsonValueSchema }),
  z.object({ kind: z.literal('deleted'), path: pathSchema, old: jsonValueSchema }),
])

const previewSchema = z.object({
  /** Hand it to `save`: it stands for exactly this preview. */
  previewToken: z.string(),
  /** The save makes an item that the platform does not have. */
  isNew: z.boolean(),
  changes: list(previewChangeSchema),
  deletions: list(z.object({ id: z.string(), name: z.string(), path: pathSchema, old: jsonValueSchema })),
  noChange: z.boolean(),
  /** Anything here stops the save until it is resolved. */
  conflicts: list(conflictSchema),
  isGone: z.boolean(),
  problems: list(problemSchema),
  /** Why this SKU must not be saved this way at all (INV-17); null when it may. */
  refusal: z.string().nullable(),
  contentLanguage: z.string(),
  budget: budgetSchema,
})
export type Preview = z.infer<typeof previewSchema>

/** The three states that every save keeps: before it, what was sent, and what the platform held afterwards. */
const savedStateSchema = z.enum(['base', 'sent', 'after'])
export type SavedState = z.infer<typeof savedStateSchema>

const pastSaveSchema = z.object({
  id: z.number(),
  state: saveStateSchema,
  message: z.string(),
  startedAtMs: z.number(),
  endedAtMs: z.number().nullable(),
  /** The platform had no item before it. */
  isNew: z.boolean(),
  /** What it sent that stood otherwise before. */
  changes: list(z.object({ kind: z.enum(['added', 'changed', 'deleted']), path: pathSchema })),
  /** By name. */
  deletions: list(z.string()),
})
export type PastSave = z.infer<typeof pastSaveSchema>

const savedStatesSchema = z.object({
  sku: z.string(),
  /** Null: the platform had no item. */
  base: jsonObjectSchema.nullable(),
  sent: jsonObjectSchema,
  /** Null: not saved, or not read since. */
  after: jsonObjectSchema.nullable(),
})
export type SavedStates = z.infer<typeof savedStatesSchema>

const csvStateSchema = z.enum(['changed', 'new', 'unchanged', 'unread', 'problem'])
export type StagedCsvState = z.infer<typeof csvStateSchema>

const stagedCsvSchema = z.object({
  name: z.string(),
  /** How blank cells are taken. */
  blank: z.enum(['keep', 'delete']),
  delimiter: z.string(),
  /** Columns that no field belongs to: nothing of them is used. */
  unknownColumns: list(z.string()),
  stagedAtMs: z.number(),
  counts: z.object({
    all: z.number(),
    changed: z.number(),
    new: z.number(),
    unchanged: z.number(),
    unread: z.number(),
    problem: z.number(),
  }),
})
export type StagedCsv = z.infer<typeof stagedCsvSchema>

const stagedCsvRowSchema = z.object({
  /** Of the file, from 1. */
  line: z.number(),
  sku: z.string(),
  state: csvStateSchema,
  /** Each with its column in the file, from 1; 0 where it is the row's. */
  problems: list(z.object({ column: z.number(), columnName: z.string(), message: z.string() })),
  /** What it changes. */
  paths: list(pathSchema),
})
export type StagedCsvRow = z.infer<typeof stagedCsvRowSchema>

/** A language tag as a connection's (document 1, section 4). */
const contentLanguageSchema = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Write a language tag, such as en-US or de-DE.')

const saveOutcomeSchema = z.object({
  outcome: z.enum(['saved', 'noChange', 'notSaved', 'unknown']),
  message: z.string(),
})

const one = z.object({ sku: skuSchema })
const nothing = z.object({})

export const inventoryContract = {
  ...runContract,
  ...cellsContract,

  /** The seller's items, sorted, filtered and searched on this machine. */
  items: query({
    input: z.object({
      search: z.string().max(200).default(''),
      filter: z.enum(itemFilters).default('all'),
      sort: z
        .object({ by: z.enum(itemSortColumns), direction: z.enum(['ascending', 'descending']) })
        .default({ by: 'sku', direction: 'ascending' }),
      /** Columns of the table whose texts each row brings along. */
      columns: z.array(cellColumnSchema).max(CELL_COLUMNS_MAX).default([]),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(100_000).default(100),
    }),
    output: z.object({
      rows: list(itemRowSchema),
      /** Of this search and filter. */
      total: z.number(),
      /** Of the whole list. */
      counts: z.object({
        all: z.number(),
        incomplete: z.number(),
        changed: z.number(),
        conflict: z.number(),
        lowStock: z.number(),
        failed: z.number(),
      }),
      /** This many or fewer is low stock. */
      lowStockAtMost: z.number(),
      /** Items still to be read from the platform. */
      toRead: z.number(),
      /** Why the list could not be taken from the platform at first start; null otherwise. */
      listProblem: appErrorSchema.nullable(),
    }),
  }),
  item: query({ input: one, output: itemSchema }),
  budget: query({ input: nothing, output: budgetSchema }),
  /** Reads the item from the platform and says exactly what a save would do. Sends nothing. */
  previewSave: query({ input: one, output: previewSchema }),

  /** The saves of a SKU, the newest first; `beforeId` goes on where the last answer ended. */
  history: query({
    input: z.object({
      sku: skuSchema,
      beforeId: z.int().exactOptional(),
      limit: z.int().min(1).max(200).default(30),
    }),
    output: z.object({ saves: list(pastSaveSchema), hasMore: z.boolean() }),
  }),
  /** The records that one save kept. */
  savedStates: query({ input: z.object({ saveId: z.int() }), output: savedStatesSchema }),

  /**
   * Keeps the edit on this machine; nothing is sent. An edit without changes is an edit taken back.
   *
   * Only fields of an inventory item can be typed, so that none is ever invented (INV-14): a change of any other field is
   * `validation`, unless it stands in the kept edit already, brought back from what the platform once held.
   */
  saveEdit: command({
    input: z.object({ sku: skuSchema, edit: itemEditSchema }),
    output: z.object({ editSavedAtMs: z.number() }),
  }),
  discardEdit: command({ input: one, output: nothing }),
  /** Decides conflicts field by field; `createAgain` puts back an item that is gone from the platform, as an edit. */
  resolveConflicts: command({
    input: z.object({
      sku: skuSchema,
      choices: z.array(z.object({ path: pathSchema, keep: z.enum(['mine', 'platform']) })).max(2_000),
      createAgain: z.boolean().default(false),
    }),
    output: nothing,
  }),
  /**
   * Files an earlier state as an edit of what the platform holds now; nothing is sent. It is saved like any other edit.
   *
   * Errors: `conflict` where there is an unsaved edit and `replaceEdit` is false, where the item was never read, and where
   * the platform holds that state already; `notFound` where the save does not have that state.
   */
  bringBack: command({
    input: z.object({ saveId: z.int(), state: savedStateSchema, replaceEdit: z.boolean().default(false) }),
    output: z.object({ sku: z.string(), changes: z.number() }),
  }),
  /** Adds SKUs to the list and reads each in the background. */
  addSkus: command({
    input: z.object({ skus: z.array(skuSchema).min(1).max(100_000) }),
    output: z.object({ added: z.number(), alreadyThere: z.number() }),
  }),
  /** Takes an item off this list; the platform keeps it. */
  removeFromList: command({ input: one, output: nothing }),
  /** Reads the item from the platform now. */
  refreshItem: command({ input: one, output: nothing }),
  /** Tries again to take the list and to read what was not read. */
  readAgain: command({ input: nothing, output: nothing }),
  /**
   * Sends what the preview showed, once. Every deletion of the preview must be named in `confirmedDeletions`.
   *
   * Errors: `conflict` when the preview is out of date or the platform's record moved since; `validation`; and
   * `quotaExhausted` before the platform would block. `saved` is also what a save is called that broke off and turned out
   * to be there.
   */
  save: command({
    input: z.object({ sku: skuSchema, previewToken: z.string(), confirmedDeletions: z.array(z.string()) }),
    output: saveOutcomeSchema,
  }),
  /** What replacing the whole record with this one would do. Reads the item; sends nothing. */
  previewReplace: query({ input: z.object({ sku: skuSchema, record: jsonObjectSchema }), output: previewSchema }),
  /**
   * Replaces the whole record with this one: not a merge, and so an act of its own that is typed out. `typedSku` is what
   * the seller typed to confirm it; every deletion is named beside it. Errors as of `save`, and `conflict` while there is
   * an unsaved edit.
   */
  replaceRecord: command({
    input: z.object({
      sku: skuSchema,
      record: jsonObjectSchema,
      previewToken: z.string(),
      confirmedDeletions: z.array(z.string()),
      typedSku: z.string().max(200),
    }),
    output: saveOutcomeSchema,
  }),

  /** Records which family manages the SKU, with the evidence; null takes an earlier word back (INV-17). */
  recordFamily: command({
    input: z.object({
      sku: skuSchema,
      family: z.enum(families).nullable(),
      evidence: z.enum(familyEvidences),
      note: z.string().trim().max(500),
    }),
    output: nothing,
  }),
  /** The Content-Language of this item's saves from now on; null: the connection's. */
  setContentLanguage: command({
    input: z.object({ sku: skuSchema, contentLanguage: contentLanguageSchema.nullable() }),
    output: nothing,
  }),
  setLowStock: command({ input: z.object({ atMost: z.int().min(0).max(LOW_STOCK_LARGEST) }), output: nothing }),

  /** The file that is staged, or null. */
  stagedCsv: query({ input: nothing, output: stagedCsvSchema.nullable() }),
  stagedCsvRows: query({
    input: z.object({
      state: z.union([csvStateSchema, z.literal('all')]).default('all'),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(1_000).default(200),
    }),
    output: z.object({ rows: list(stagedCsvRowSchema), total: z.number() }),
  }),
  /**
   * Reads a CSV file as a dry run: every row is checked and held against its item, and nothing is changed. The file takes
   * the place of the one staged before, with its last part. `validation` where the file as a whole cannot be read.
   *
   * A file comes in parts, in order, from 0 on: a call has a largest size, and files are larger.
   */
  stageCsv: command({
    input: z.object({
      name: z.string().max(300),
      text: z.string().max(CSV_PART_MAX_CHARACTERS),
      part: z.int().min(0).default(0),
      isLast: z.boolean().default(true),
      blank: z.enum(['keep', 'delete']).default('keep'),
    }),
    output: nothing,
  }),
  /** Holds the staged rows against the items as they are now. */
  recheckCsv: command({ input: nothing, output: nothing }),
  /** Adds the SKUs of rows whose items were never read, and reads them in the background. */
  readCsvItems: command({ input: nothing, output: z.object({ added: z.number() }) }),
  /** Files an edit for each row that changes something. Sends nothing; rows with a problem stay. */
  applyCsv: command({ input: nothing, output: z.object({ filed: z.number(), left: z.number() }) }),
  discardCsv: command({ input: nothing, output: nothing }),
  /** The items of a list as CSV, with their unsaved edits. */
  exportCsv: query({
    input: z.object({ search: z.string().max(200).default(''), filter: z.enum(itemFilters).default('all') }),
    output: z.object({ text: z.string(), items: z.number() }),
  }),

  itemsChanged: event(nothing),
  csvChanged: event(nothing),
  itemChanged: event(z.object({ sku: z.string() })),
  budgetChanged: event(nothing),
} as const satisfies FeatureContract
