/** What the seller chose: who manages a SKU, its language, what low stock is, how many changes a run leaves. */
import type { FamilyRecord } from '../../shared/inventory/family.ts'
import { LOW_STOCK_AT_MOST } from '../../shared/inventory/limits.ts'
import type { Database } from '../database/database.ts'

const LOW_STOCK_MARK = 'lowStockAtMost'
const RESERVE_MARK = 'changeReserve'

export type ChoiceStore = {
  /** The newest word on who manages the SKU. */
  readonly familyOf: (sku: string) => FamilyRecord | undefined
  readonly addFamily: (sku: string, record: FamilyRecord) => void
  /** The seller's choice for this SKU; undefined: the connection's. */
  readonly contentLanguageOf: (sku: string) => string | undefined
  readonly setContentLanguage: (sku: string, contentLanguage: string | undefined) => void
  /** This many or fewer is low stock; setting it files every row anew. */
  readonly lowStockAtMost: () => number
  readonly setLowStockAtMost: (atMost: number) => void
  /** Changes of the day that a run leaves; undefined: the seller has not chosen. */
  readonly changeReserve: () => number | undefined
  readonly setChangeReserve: (changes: number) => void
  readonly mark: (name: string) => string | undefined
  readonly setMark: (name: string, value: string) => void
}

export const createChoiceStore = (database: Database): ChoiceStore => {
  const mark = (name: string): string | undefined =>
    database.get<{ value: string }>('SELECT value FROM inventory_marks WHERE name = ?', [name])?.value
  const setMark = (name: string, value: string): void =>
    void database.run('INSERT OR REPLACE INTO inventory_marks (name, value) VALUES (?, ?)', [name, value])

  return {
    familyOf: (sku) => {
      const row = database.get<{ family: string | null; evidence: string; note: string; at_ms: number }>(
        'SELECT family, evidence, note, at_ms FROM item_families WHERE sku = ? ORDER BY id DESC LIMIT 1',
        [sku],
      )
      if (row === undefined) return undefined
      const { family, evidence } = row as Pick<FamilyRecord, 'family' | 'evidence'>
      return { family, evidence, note: row.note, atMs: row.at_ms }
    },
    addFamily: (sku, { family, evidence, note, atMs }) =>
      void database.run('INSERT INTO item_families (sku, family, evidence, note, at_ms) VALUES (?, ?, ?, ?, ?)', [
        sku,
        family,
        evidence,
        note,
        atMs,
      ]),
    contentLanguageOf: (sku) =>
      database.get<{ content_language: string }>('SELECT content_language FROM item_languages WHERE sku = ?', [sku])
        ?.content_language,
    setContentLanguage: (sku, contentLanguage) =>
      void (contentLanguage === undefined
        ? database.run('DELETE FROM item_languages WHERE sku = ?', [sku])
        : database.run('INSERT OR REPLACE INTO item_languages (sku, content_language) VALUES (?, ?)', [
            sku,
            contentLanguage,
          ])),
    lowStockAtMost: () => Number(mark(LOW_STOCK_MARK) ?? LOW_STOCK_AT_MOST),
    setLowStockAtMost: (atMost) =>
      database.transaction(() => {
        setMark(LOW_STOCK_MARK, String(atMost))
        database.run('UPDATE items SET is_low_stock = (quantity IS NOT NULL AND quantity <= ?)', [atMost])
      }),
    changeReserve: () => {
      const chosen = mark(RESERVE_MARK)
      return chosen === undefined ? undefined : Number(chosen)
    },
    setChangeReserve: (changes) => setMark(RESERVE_MARK, String(changes)),
    mark,
    setMark,
  }
}
