/**
 * The items' rows in the list: written in the transaction of every change, and made again when they are of another version.
 */
import { Failure } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import { ROW_VERSION, type toItemRow } from './item-row.ts'

/** Takes some milliseconds, so that the window and the receiver are answered between two of them. */
const CHUNK = 100

const yieldToOthers = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const insertSql = (columns: readonly string[]): string =>
  `INSERT INTO item_rows (${columns.join(', ')}) VALUES (${columns.map((column) => `:${column}`).join(', ')})`
const updateSql = (columns: readonly string[]): string =>
  `UPDATE item_rows SET ${columns.map((column) => `${column} = :${column}`).join(', ')} WHERE sku = :sku`

export type ItemRows = ReturnType<typeof createItemRows>

type Row = ReturnType<typeof toItemRow>

/** `make`: makes the row of an item; undefined if it isn't in the list. `makeUnread`: that of an item of which nothing is known. */
export const createItemRows = (
  database: Database,
  make: (sku: string) => Row | undefined,
  makeUnread: (sku: string) => Row,
) => {
  const put = (row: Row): void => {
    const before = database.get('SELECT * FROM item_rows WHERE sku = ?', [row.sku])
    // An index costs more to write than the row, so what didn't change is left out.
    const changed = Object.fromEntries(Object.entries(row).filter(([column, value]) => before?.[column] !== value))
    const columns = Object.keys(changed)
    if (columns.length === 0) return
    if (before === undefined) database.run(insertSql(columns), changed)
    else database.run(updateSql(columns), { ...changed, sku: row.sku })
  }

  /** Call it in the transaction of every change to what the row is made from. Does nothing for an item that isn't in the list. */
  const refresh = (sku: string): void => {
    const row = make(sku)
    if (row !== undefined) put(row)
  }

  const makeOne = (sku: string): void => {
    try {
      refresh(sku)
    } catch (error) {
      if (error instanceof Failure) throw error
      // A copy may bring JSON of a shape that is never written here (SEC-16). Its item must not keep all others from the list.
      put(makeUnread(sku))
    }
  }

  const areComplete = (): boolean =>
    database.get(
      'SELECT 1 AS one WHERE (SELECT COUNT(*) FROM items) = (SELECT COUNT(*) FROM item_rows WHERE version = ?)',
      [ROW_VERSION],
    ) !== undefined

  let isStopped = false
  const makeMissing = async (): Promise<boolean> => {
    if (areComplete()) return false
    // Items that are added or changed meanwhile get their rows at once.
    for (let last: string | undefined = ''; last !== undefined && !isStopped; await yieldToOthers()) {
      const skus: readonly string[] = database.column<string>(
        `SELECT sku FROM items WHERE sku > ?
           AND NOT EXISTS (SELECT 1 FROM item_rows r WHERE r.sku = items.sku AND r.version = ?) ORDER BY sku LIMIT ${CHUNK}`,
        [last, ROW_VERSION],
      )
      database.lazily(() => skus.forEach(makeOne))
      last = skus.at(-1)
    }
    return true
  }

  let making: Promise<boolean> | undefined
  return {
    refresh,
    /**
     * Resolves when every item has a row of this version: at once, except after an update, or when the database is a copy, which
     * brings no rows along. 100,000 items take some seconds, and what was made stays over a restart. Returns whether any was made.
     */
    complete: (): Promise<boolean> => {
      making ??= makeMissing().catch((error: unknown) => {
        making = undefined
        throw error
      })
      return making
    },
    stop: (): void => {
      isStopped = true
    },
  }
}
