/** Editing the item sheet: staging, undoing and redoing blocks of cells. */
import * as z from 'zod'
import { command, type FeatureContract, query } from '../../ipc/define.ts'
import { listedSkuSchema } from '../sku.ts'
import { itemSelectionSchema } from './list-scope.ts'

/**
 * A sheet column, named as in a CSV file: a field of the item or of its offer, such as `title` or `lotSize`, or `aspect:` and the name
 * of an item specific.
 */
export const cellColumnSchema = z.string().min(1).max(200)

/** Limits of one block. */
const MAX_CELL_ROWS = 50_000
export const MAX_CELL_COLUMNS = 200

const cellProblemSchema = z.object({
  sku: z.string(),
  column: z.string(),
  message: z.string(),
  /** True: the value is staged, but breaks a rule. False: the text could not be read and is kept as typed. */
  isStaged: z.boolean(),
})
export type CellProblem = z.infer<typeof cellProblemSchema>

const stepSchema = z.object({
  /** Items changed by the undo or redo. 0 if there was nothing to undo or redo. */
  items: z.number(),
  /** Items left unchanged because they were edited, saved or removed since. */
  skipped: z.array(z.object({ sku: z.string(), message: z.string() })).readonly(),
})
export type UndoResult = z.infer<typeof stepSchema>

/**
 * What happens to one column of many items.
 *
 * `set`: the cell gets this text; empty removes the field. `add`: to the quantity, which stays 0 or more; negative subtracts.
 * `percent`: changes the quantity by a part of it, rounded to a whole number. `replace`: every occurrence of a text. Items
 * without a value keep none, except for `set`.
 */
const cellChangeSchema = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('set'), text: z.string().max(600_000) }),
  z.strictObject({ by: z.literal('add'), amount: z.int().min(-1_000_000).max(1_000_000) }),
  z.strictObject({ by: z.literal('percent'), percent: z.number().min(-100).max(10_000) }),
  z.strictObject({
    by: z.literal('replace'),
    find: z.string().min(1).max(1_000),
    replacement: z.string().max(10_000),
    isCaseSensitive: z.boolean().default(false),
  }),
])
export type CellChange = z.infer<typeof cellChangeSchema>

const changeManySchema = z.object({
  selection: itemSelectionSchema,
  column: cellColumnSchema,
  change: cellChangeSchema,
})
export type ChangeMany = z.infer<typeof changeManySchema>

/** Maximum rows of a preview. The counts include the others. */
export const MAX_PREVIEW_ROWS = 200

const nothing = z.object({})

export const cellsContract = {
  /** What `changeCells` would do: the first rows that change, and how many there are. Errors: `validation` for an unknown column. */
  previewCells: query({
    input: changeManySchema,
    output: z.object({
      rows: z
        .array(
          z.object({
            sku: z.string(),
            old: z.string(),
            text: z.string(),
            /** The problem of the new value; null if it breaks no rule. */
            problem: z.string().nullable(),
          }),
        )
        .readonly(),
      changed: z.number(),
      unchanged: z.number(),
      /** Items that were never read from the platform. They stay unchanged. */
      unread: z.number(),
    }),
  }),
  /**
   * Changes one column of many items as one block. Sends nothing. `blockId`: for `undoCells`; null if nothing changed. Errors: as for
   * `stageCells`.
   */
  changeCells: command({
    input: changeManySchema,
    output: z.object({ blockId: z.number().nullable() }),
  }),
  /**
   * Stages a block of cells as edits. Nothing is sent.
   *
   * Cells are read as typed; `|` separates values and `null` leaves a cell alone. A blank cell removes the field if
   * `blank` is `delete`. A cell that cannot be read stays as typed in its row. `blockId`: for `undoCells`; null if nothing changed.
   * Errors: `validation` for an unknown column.
   */
  stageCells: command({
    input: z.object({
      columns: z.array(cellColumnSchema).min(1).max(MAX_CELL_COLUMNS),
      rows: z
        .array(
          z.object({ sku: listedSkuSchema, cells: z.array(z.string().max(600_000).nullable()).max(MAX_CELL_COLUMNS) }),
        )
        .min(1)
        .max(MAX_CELL_ROWS),
      blank: z.enum(['keep', 'delete']).default('keep'),
    }),
    output: z.object({
      staged: z.number(),
      problems: z.array(cellProblemSchema).readonly(),
      blockId: z.number().nullable(),
    }),
  }),
  /**
   * Undoes the last block: cells of the sheet, a change of many items, an import. The history survives a restart. Errors: `conflict` if
   * the last block isn't `blockId`, where that is given.
   */
  undoCells: command({ input: z.object({ blockId: z.int().optional() }), output: stepSchema }),
  /** Redoes the block that was undone last. Staging a new block ends this. */
  redoCells: command({ input: nothing, output: stepSchema }),
} as const satisfies FeatureContract
