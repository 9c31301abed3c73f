/** Editing the item sheet: staging, undoing and redoing blocks of cells. */
import * as z from 'zod'
import { command, type FeatureContract } from '../../ipc/define.ts'
import { skuSchema } from '../sku.ts'

/**
 * A sheet column, named as in a CSV file: `title`, `quantity`, `condition`, `description`, `images`, `upc`, `ean`,
 * or `aspect:` and the name of an item specific.
 */
export const cellColumnSchema = z.string().min(1).max(200)

/** Limits of one call. A larger block is sent in several calls that share a `blockId`. */
export const MAX_CELL_ROWS = 5_000
export const MAX_CELL_COLUMNS = 50

const cellProblemSchema = z.object({
  sku: z.string(),
  column: z.string(),
  message: z.string(),
  /** True: the value is staged, but breaks a rule. False: the text could not be read and is kept as typed. */
  isStaged: z.boolean(),
})
export type CellProblem = z.infer<typeof cellProblemSchema>

const stepSchema = z.object({
  /** Items changed back or again. 0 if there was nothing to undo or redo. */
  items: z.number(),
  /** Items left alone because they were edited, saved or removed since. */
  skipped: z.array(z.object({ sku: z.string(), message: z.string() })).readonly(),
})
export type UndoResult = z.infer<typeof stepSchema>

const nothing = z.object({})

export const cellsContract = {
  /**
   * Stages a block of cells as edits. Nothing is sent.
   *
   * Cells are read as in a CSV file; `|` separates values and `null` leaves a cell alone. A blank cell removes the field if
   * `blank` is `delete`. A cell that cannot be read stays as typed in its row. Errors: `validation` for an unknown column,
   * `conflict` if `blockId` is no longer the last block.
   */
  stageCells: command({
    input: z.object({
      columns: z.array(cellColumnSchema).min(1).max(MAX_CELL_COLUMNS),
      rows: z
        .array(z.object({ sku: skuSchema, cells: z.array(z.string().max(600_000).nullable()).max(MAX_CELL_COLUMNS) }))
        .min(1)
        .max(MAX_CELL_ROWS),
      blank: z.enum(['keep', 'delete']).default('keep'),
      /** Continues an earlier block, so that both are undone together. */
      blockId: z.int().exactOptional(),
    }),
    output: z.object({
      /** Null if nothing changed. */
      blockId: z.number().nullable(),
      staged: z.number(),
      unchanged: z.number(),
      problems: z.array(cellProblemSchema).readonly(),
    }),
  }),
  /** Undoes the last block. The history survives a restart. */
  undoCells: command({ input: nothing, output: stepSchema }),
  /** Redoes the block that was undone last. Staging a new block ends this. */
  redoCells: command({ input: nothing, output: stepSchema }),
} as const satisfies FeatureContract
