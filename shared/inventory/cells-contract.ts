/** Typing into the table: the part of the inventory room's contract that stages many cells at once. */
import * as z from 'zod'
import { command, type FeatureContract, query } from '../ipc/define.ts'
import { skuSchema } from './sku.ts'

/**
 * A column of the table, named as a CSV file names it: `title`, `quantity`, `condition`, `description`, `images`, `upc`, `ean`,
 * or `aspect:` and the name of an item specific.
 */
export const cellColumnSchema = z.string().min(1).max(200)

/** The most of one call; a larger block goes in several, under one `blockId`. */
export const CELL_ROWS_MAX = 5_000
export const CELL_COLUMNS_MAX = 50

const list = <Element extends z.ZodType>(element: Element) => z.array(element).readonly()

const cellProblemSchema = z.object({
  sku: z.string(),
  column: z.string(),
  message: z.string(),
  /** It is kept as an edit all the same, and its save is refused until it is mended; false: it could not be read at all. */
  isStaged: z.boolean(),
})
export type StagedCellProblem = z.infer<typeof cellProblemSchema>

const cellPlaceSchema = z.object({ sku: skuSchema, column: cellColumnSchema })

export const cellsContract = {
  /**
   * Keeps a block of cells as the edits that the editor would make of them; nothing is sent. One cell, a column filled down
   * and a pasted block are all blocks.
   *
   * A cell is read as a CSV file's: several values are parted by `|`. `null` leaves a cell alone. A blank one takes the field
   * away where `blank` is `delete`, and is left alone where it is `keep`. A cell that cannot be read, or whose item is not in
   * the list or was never read, is a problem of its own and changes nothing; its text is kept for `unreadCells`. `validation`
   * for a column that is no field.
   */
  stageCells: command({
    input: z.object({
      columns: z.array(cellColumnSchema).min(1).max(CELL_COLUMNS_MAX),
      rows: z
        .array(z.object({ sku: skuSchema, cells: z.array(z.string().max(600_000).nullable()).max(CELL_COLUMNS_MAX) }))
        .min(1)
        .max(CELL_ROWS_MAX),
      blank: z.enum(['keep', 'delete']).default('keep'),
      /** Goes on with a block that was begun, so that both are undone as one. */
      blockId: z.int().exactOptional(),
    }),
    output: z.object({
      /** For `undoCells`; null where nothing was changed. */
      blockId: z.number().nullable(),
      /** Cells that changed an edit, and cells that say what is there already. */
      staged: z.number(),
      unchanged: z.number(),
      problems: list(cellProblemSchema),
    }),
  }),
  /** Texts of cells that could not be read and became no edit, as they were typed, the newest last. At most `CELL_ROWS_MAX`. */
  unreadCells: query({
    input: z.object({}),
    output: z.object({
      cells: list(z.object({ sku: z.string(), column: z.string(), text: z.string(), message: z.string() })),
    }),
  }),
  /** Lets go of such texts, because they were taken back. Of the others nothing is changed. */
  forgetUnreadCells: command({
    input: z.object({ cells: z.array(cellPlaceSchema).max(CELL_ROWS_MAX) }),
    output: z.null(),
  }),
  /** The block that `undoCells` would take back next; null where there is none. */
  lastCells: query({
    input: z.object({}),
    output: z.object({ blockId: z.number(), cells: z.number(), items: z.number(), stagedAtMs: z.number() }).nullable(),
  }),
  /**
   * Takes the last block back: each item's edit is what it was before it. An item that was edited or saved since is left as
   * it is and named in `kept`. `conflict` where the block is not the last one.
   */
  undoCells: command({
    input: z.object({ blockId: z.int() }),
    output: z.object({ undone: z.number(), kept: list(z.object({ sku: z.string(), message: z.string() })) }),
  }),
} as const satisfies FeatureContract
