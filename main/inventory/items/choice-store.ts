/** What the seller chose: family and language of a SKU, the low-stock limit, the reserve of changes, CSV columns. */
import * as z from 'zod'
import { type CostLot, readCost } from '../../../shared/inventory/cost.ts'
import type { FamilyRecord } from '../../../shared/inventory/family.ts'
import {
  type PrivateFieldId,
  type PrivateTexts,
  privateFieldIds,
} from '../../../shared/inventory/fields/private-fields.ts'
import { isJsonObject, type JsonObject } from '../../../shared/inventory/json.ts'
import { DEFAULT_LOW_STOCK } from '../../../shared/inventory/limits.ts'
import type { Database } from '../../database/database.ts'
import { parseStored, readStoredJson } from '../../database/stored-json.ts'

const LOW_STOCK_MARK = 'lowStockAtMost'
const RESERVE_MARK = 'changeReserve'
const CSV_COLUMNS_MARK = 'csvColumns'
const TEMPLATE_MARK = 'template'

/** What new items start with, and the item that it was made from. */
const templateSchema = z.object({
  sku: z.string(),
  title: z.string().nullable(),
  item: z.custom<JsonObject>(isJsonObject),
})
type ItemTemplate = z.infer<typeof templateSchema>

/** Where the texts of each private field are stored, by SKU. `hasCurrency`: the table keeps which one the text is in. */
const privateTables: Readonly<
  Record<PrivateFieldId, { readonly table: string; readonly column: string; readonly hasCurrency?: true }>
> = {
  place: { table: 'item_places', column: 'place' },
  cost: { table: 'item_costs', column: 'lots', hasCurrency: true },
}
const privateColumns = privateFieldIds.map((id) => ({ id, ...privateTables[id] }))
const privateTextsSql = `
  SELECT value AS sku, ${privateColumns.map(({ id, table, column }) => `COALESCE(${table}.${column}, '') AS "${id}"`).join(', ')}
  FROM json_each(?) ${privateColumns.map(({ table }) => `LEFT JOIN ${table} ON ${table}.sku = value`).join(' ')}
  WHERE ${privateColumns.map(({ table }) => `${table}.sku IS NOT NULL`).join(' OR ')}`

export const createChoiceStore = (database: Database) => {
  const mark = (name: string): string | undefined =>
    database.get<{ value: string }>('SELECT value FROM inventory_marks WHERE name = ?', [name])?.value
  const setMark = (name: string, value: string): void =>
    void database.run('INSERT OR REPLACE INTO inventory_marks (name, value) VALUES (?, ?)', [name, value])

  return {
    mark,
    setMark,
    /** The newest record of which family manages the SKU (INV-17). */
    family: (sku: string): FamilyRecord | undefined =>
      database.get<FamilyRecord>(
        'SELECT family, evidence, note, at_ms AS atMs FROM item_families WHERE sku = ? ORDER BY id DESC LIMIT 1',
        [sku],
      ),
    /** The newest record of each SKU that has one. */
    families: (): ReadonlyMap<string, FamilyRecord> =>
      new Map(
        database
          .all<FamilyRecord & { sku: string }>(
            'SELECT sku, family, evidence, note, at_ms AS atMs FROM item_families ORDER BY id',
          )
          .map(({ sku, ...record }) => [sku, record]),
      ),
    addFamily: (sku: string, { family, evidence, note, atMs }: FamilyRecord): void =>
      void database.run('INSERT INTO item_families (sku, family, evidence, note, at_ms) VALUES (?, ?, ?, ?, ?)', [
        sku,
        family,
        evidence,
        note,
        atMs,
      ]),
    /** Undefined if the connection's language applies. */
    contentLanguage: (sku: string): string | undefined =>
      database.get<{ content_language: string }>('SELECT content_language FROM item_languages WHERE sku = ?', [sku])
        ?.content_language,
    /** Languages that differ from the connection's, by SKU. */
    languages: (): ReadonlyMap<string, string> =>
      new Map(
        database
          .all<{ sku: string; language: string }>('SELECT sku, content_language AS language FROM item_languages')
          .map(({ sku, language }) => [sku, language]),
      ),
    setContentLanguage: (sku: string, language: string | null): void =>
      void (language === null
        ? database.run('DELETE FROM item_languages WHERE sku = ?', [sku])
        : database.run('INSERT OR REPLACE INTO item_languages (sku, content_language) VALUES (?, ?)', [sku, language])),
    /** Where the seller keeps these SKUs; those without a place are missing. */
    places: (skus: readonly string[]): ReadonlyMap<string, string> =>
      new Map(
        database
          .all<{ sku: string; place: string }>(
            'SELECT sku, place FROM item_places WHERE sku IN (SELECT value FROM json_each(?))',
            [JSON.stringify(skus)],
          )
          .map(({ sku, place }) => [sku, place]),
      ),
    /** What these SKUs cost; those without a cost, or with one that the disk damaged, are missing (FIN-02). */
    costs: (skus: readonly string[]): ReadonlyMap<string, readonly CostLot[]> =>
      new Map(
        database
          .all<{ sku: string; lots: string; currency: string }>(
            'SELECT sku, lots, currency FROM item_costs WHERE sku IN (SELECT value FROM json_each(?))',
            [JSON.stringify(skus)],
          )
          .flatMap(({ sku, lots, currency }) => {
            const reading = readCost(lots, { currency, locale: 'en' })
            return 'lots' in reading ? [[sku, reading.lots] as const] : []
          }),
      ),
    /** What is kept here alone about these SKUs. Those without anything are missing. */
    privateTexts: (skus: readonly string[]): ReadonlyMap<string, PrivateTexts> =>
      new Map(
        database
          .all<{ sku: string } & PrivateTexts>(privateTextsSql, [JSON.stringify(skus)])
          .map(({ sku, ...texts }) => [sku, texts]),
      ),
    /** `text`: as the field's `read` returned it; an empty one removes it. `currency`: that of a cost. */
    putPrivateText: (sku: string, field: PrivateFieldId, text: string, currency: string): void => {
      const { table, column, hasCurrency } = privateTables[field]
      if (text === '') database.run(`DELETE FROM ${table} WHERE sku = ?`, [sku])
      else if (hasCurrency === true)
        database.run(`INSERT OR REPLACE INTO ${table} (sku, ${column}, currency) VALUES (?, ?, ?)`, [
          sku,
          text,
          currency,
        ])
      else database.run(`INSERT OR REPLACE INTO ${table} (sku, ${column}) VALUES (?, ?)`, [sku, text])
    },
    lowStockAtMost: (): number => Number(mark(LOW_STOCK_MARK) ?? DEFAULT_LOW_STOCK),
    setLowStockAtMost: (atMost: number): void => setMark(LOW_STOCK_MARK, String(atMost)),
    /** Undefined if not chosen. */
    changeReserve: (): number | undefined => {
      const chosen = mark(RESERVE_MARK)
      return chosen === undefined ? undefined : Number(chosen)
    },
    /** Undefined if the seller saved none. */
    template: (): ItemTemplate | undefined => readStoredJson(templateSchema, mark(TEMPLATE_MARK)),
    setTemplate: (template: ItemTemplate): void => setMark(TEMPLATE_MARK, JSON.stringify(template)),
    deleteTemplate: (): void => void database.run('DELETE FROM inventory_marks WHERE name = ?', [TEMPLATE_MARK]),
    /** Where columns of CSV files go, by name. */
    csvColumns: (): Readonly<Record<string, string | null>> => parseStored(mark(CSV_COLUMNS_MARK), {}),
    setCsvColumns: (columns: Readonly<Record<string, string | null>>): void =>
      setMark(CSV_COLUMNS_MARK, JSON.stringify(columns)),
    setChangeReserve: (changes: number): void => setMark(RESERVE_MARK, String(changes)),
  }
}
