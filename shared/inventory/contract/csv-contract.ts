/** Importing and exporting items as CSV. */
import * as z from 'zod'
import { command, done, event, type FeatureContract, query } from '../../ipc/define.ts'
import { cellColumnSchema } from './cells-contract.ts'
import { listScopeSchema } from './list-scope.ts'

/** One part of a file: IPC calls have a size limit. */
export const MAX_CSV_PART_CHARACTERS = 100_000

/** Longer headers can't be matched. */
const MAX_NAME_CHARACTERS = 1_000

const list = <Element extends z.ZodType>(element: Element) => z.array(element).readonly()
const nothing = z.object({})

/** `unread`: the item is not in the list or was never read, so the effect of the row is unknown. */
export const csvRowStates = ['changed', 'new', 'unchanged', 'unread', 'problem'] as const
export type CsvRowState = (typeof csvRowStates)[number]

const blankSchema = z.enum(['keep', 'delete'])
/** Whether blank cells are ignored or remove the field. */
export type BlankCells = z.infer<typeof blankSchema>

const stagedCsvSchema = z.object({
  name: z.string(),
  blank: blankSchema,
  /** Line in the file that names the columns, from 1. The lines before it are left out. */
  namesLine: z.number(),
  columns: list(
    z.object({
      name: z.string(),
      /** The sheet column it goes to, or `sku`; null: ignored. */
      target: z.string().nullable(),
      /** The first cell that is not blank, cut to 60 characters. */
      sample: z.string(),
    }),
  ),
  /** What was read differently from how it is written, as sentences (USE-10). */
  notes: list(z.string()),
  /** Why the file as a whole can't be checked. The counts are 0 then. */
  problems: list(z.string()),
  counts: z.record(z.enum(['all', ...csvRowStates]), z.number()),
})
export type StagedCsv = z.infer<typeof stagedCsvSchema>

const stagedCsvRowSchema = z.object({
  /** Line in the file, from 1. */
  line: z.number(),
  sku: z.string(),
  state: z.enum(csvRowStates),
  /** `column` counts from 1; 0 if the problem concerns the whole row. */
  problems: list(
    z.object({
      column: z.number(),
      columnName: z.string(),
      message: z.string(),
      /** The cell's text, to correct it; null if there is none or it has more than 2,000 characters. */
      cell: z.string().nullable(),
      /** The SKU that a spreadsheet may have changed into this one. */
      meant: z.string().exactOptional(),
    }),
  ),
  /** The fields that the row changes. */
  paths: list(list(z.string())),
})
export type StagedCsvRow = z.infer<typeof stagedCsvRowSchema>

export const csvContract = {
  /** The staged file, or null. */
  stagedCsv: query({ input: nothing, output: stagedCsvSchema.nullable() }),
  stagedCsvRows: query({
    input: z.object({
      state: z.enum(['all', ...csvRowStates]).default('all'),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(1_000).default(200),
    }),
    output: z.object({ rows: list(stagedCsvRowSchema), total: z.number() }),
  }),
  /**
   * Checks a CSV file as a dry run and replaces the staged file. Changes no item.
   *
   * The file comes in parts, in order, from 0. Errors: `validation` if the file is empty, `conflict` if another file was
   * started in between.
   */
  stageCsv: command({
    input: z.object({
      name: z.string().max(300),
      text: z.string().max(MAX_CSV_PART_CHARACTERS),
      part: z.int().min(0).default(0),
      isLast: z.boolean().default(true),
      blank: blankSchema.default('keep'),
    }),
    output: done,
  }),
  /** Assigns the columns with this name to a target, in this file and later ones; null ignores them. Checks the file again. */
  matchCsvColumn: command({
    input: z.object({ name: z.string().max(MAX_NAME_CHARACTERS), target: cellColumnSchema.nullable() }),
    output: done,
  }),
  /** Corrects a cell of the staged file and checks the file again. `column` counts from 1. */
  correctCsvCell: command({
    input: z.object({ line: z.int().min(1), column: z.int().min(1), cell: z.string().max(600_000) }),
    output: done,
  }),
  /** The rows with a problem as CSV, with the problem in a last column. */
  exportCsvProblems: query({ input: nothing, output: z.object({ text: z.string() }) }),
  /** Compares the staged rows with the items again. */
  recheckCsv: command({ input: nothing, output: done }),
  /** Adds the SKUs of `unread` rows to the list and reads them in the background. */
  readCsvItems: command({ input: nothing, output: done }),
  /**
   * Turns every row that changes something into an edit, and all of them into one block. Sends nothing; rows with a problem stay
   * staged. `blockId`: for `undoCells`; null if nothing changed.
   */
  applyCsv: command({
    input: nothing,
    output: z.object({ filed: z.number(), left: z.number(), blockId: z.number().nullable() }),
  }),
  discardCsv: command({ input: nothing, output: done }),
  /**
   * The listed items as CSV, with their unsaved edits, prices and listing states. `items`: how many of `total` are in the file; the
   * others are outside the search and filters.
   */
  exportCsv: query({
    input: listScopeSchema,
    output: z.object({ text: z.string(), items: z.number(), total: z.number() }),
  }),

  csvChanged: event(nothing),
} as const satisfies FeatureContract
