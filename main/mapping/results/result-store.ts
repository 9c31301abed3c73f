/** Stores each result as lists that are read page by page, with the seller's corrections and drafts. */
import * as z from 'zod'
import type { InvalidRow, PreviewRow, ProductForm, UnmatchedRow } from '../../../shared/mapping/contract.ts'
import type {
  InvalidProduct,
  ListCounts,
  ListingPreview,
  TaskResult,
  UnmatchedProduct,
} from '../../../shared/mapping/task-result.ts'
import type { Database } from '../../database/database.ts'
import { jsonAt, parseStored, readStoredJson } from '../../database/stored-json.ts'
import type { PollResult } from '../platform/mapping-client.ts'
import type { ProductStore } from '../products/product-store.ts'

export type ListPage = { readonly offset: number; readonly limit: number }
type Page<T> = { readonly rows: T[]; readonly total: number }

const WHOLE_LIST: ListPage = { offset: 0, limit: -1 }

export type ResultStore = ReturnType<typeof createResultStore>

export const createResultStore = (database: Database, products: ProductStore) => {
  const entries = <List extends keyof TaskResult>(
    taskRef: number,
    list: List,
    { offset, limit }: ListPage = WHOLE_LIST,
  ): TaskResult[List][number][] =>
    database
      .all<{ content: string }>(
        'SELECT content FROM mapping_entry WHERE task_ref = ? AND list = ? ORDER BY position LIMIT ? OFFSET ?',
        [taskRef, list, limit, offset],
      )
      .flatMap(({ content }) => parseStored<TaskResult[List][number] | undefined>(content, undefined) ?? [])

  const countEntries = (taskRef: number, list: keyof TaskResult): number =>
    database.get<{ total: number }>('SELECT count(*) AS total FROM mapping_entry WHERE task_ref = ? AND list = ?', [
      taskRef,
      list,
    ])?.total ?? 0

  /** Adds to each problem of a page its index and the product that was sent. */
  const withSent = <T extends { readonly externalProductId: string | null }>(
    taskRef: number,
    found: readonly T[],
    { offset }: ListPage,
  ) => {
    const sent = products.sentById(
      taskRef,
      found.map(({ externalProductId }) => externalProductId),
    )
    return found.map((product, position) => ({
      ...product,
      index: offset + position,
      sent: sent.get(product.externalProductId) ?? null,
    }))
  }

  return {
    entries,

    /** Returns the length of each list, or undefined if the task already has a result. */
    addResult: (taskRef: number, { lists, remarks }: PollResult): ListCounts | undefined => {
      const { changes } = database.run(
        'INSERT INTO mapping_result (task_ref, remarks) VALUES (?, ?) ON CONFLICT DO NOTHING',
        [taskRef, JSON.stringify(remarks)],
      )
      if (changes === 0) return undefined
      for (const [list, elements] of Object.entries(lists)) {
        for (const [position, element] of elements.entries()) {
          database.run('INSERT INTO mapping_entry (task_ref, list, position, content) VALUES (?, ?, ?, ?)', [
            taskRef,
            list,
            position,
            JSON.stringify(element),
          ])
        }
      }
      return {
        listingPreviews: lists.listingPreviews.length,
        invalidProducts: lists.invalidProducts.length,
        unmappedProducts: lists.unmappedProducts.length,
        unprocessedProducts: lists.unprocessedProducts.length,
      }
    },

    remarks: (taskRef: number): string[] => {
      const row = database.get<{ remarks: string }>('SELECT remarks FROM mapping_result WHERE task_ref = ?', [taskRef])
      return readStoredJson(z.array(z.string()), row?.remarks) ?? []
    },

    previews: (taskRef: number, page: ListPage): Page<PreviewRow> => ({
      rows: entries(taskRef, 'listingPreviews', page).map(({ title, sku, categoryId, images, aspects }, position) => ({
        index: page.offset + position,
        title,
        sku,
        categoryId,
        pictureUrl: images[0] ?? null,
        aspectCount: aspects.length,
      })),
      total: countEntries(taskRef, 'listingPreviews'),
    }),

    invalidProducts: (taskRef: number, page: ListPage = WHOLE_LIST): Page<InvalidRow> => {
      const forms = new Map(
        database
          .all<{ position: number; form: string }>('SELECT position, form FROM mapping_correction WHERE task_ref = ?', [
            taskRef,
          ])
          .map(({ position, form }) => [position, parseStored<ProductForm | null>(form, null)]),
      )
      const rows = withSent<InvalidProduct>(taskRef, entries(taskRef, 'invalidProducts', page), page)
      return {
        rows: rows.map((row) => ({ ...row, correction: forms.get(row.index) ?? null })),
        total: countEntries(taskRef, 'invalidProducts'),
      }
    },

    unmatchedProducts: (
      taskRef: number,
      list: 'unmappedProducts' | 'unprocessedProducts',
      page: ListPage,
    ): Page<UnmatchedRow> => ({
      rows: withSent<UnmatchedProduct>(taskRef, entries(taskRef, list, page), page),
      total: countEntries(taskRef, list),
    }),

    saveCorrection: (taskRef: number, position: number, form: ProductForm | null): void => {
      if (form === null) {
        database.run('DELETE FROM mapping_correction WHERE task_ref = ? AND position = ?', [taskRef, position])
      } else {
        database.run('INSERT OR REPLACE INTO mapping_correction (task_ref, position, form) VALUES (?, ?, ?)', [
          taskRef,
          position,
          JSON.stringify(form),
        ])
      }
    },

    findPreview: (taskRef: number, index: number): ListingPreview | undefined =>
      entries(taskRef, 'listingPreviews', { offset: index, limit: 1 })[0],

    previewsWithSku: (taskRef: number, sku: string): { index: number; title: string }[] =>
      database.all<{ index: number; title: string }>(
        `SELECT position AS "index", coalesce(${jsonAt('content', 'title')}, '') AS title FROM mapping_entry
         WHERE task_ref = ? AND list = 'listingPreviews' AND sku = ? ORDER BY position`,
        [taskRef, sku],
      ),

    addDraft: (taskRef: number, previewIndex: number, sku: string, nowMs: number): void => {
      database.run(
        'INSERT OR REPLACE INTO mapping_draft (task_ref, preview_index, sku, created_at_ms) VALUES (?, ?, ?, ?)',
        [taskRef, previewIndex, sku, nowMs],
      )
    },

    drafts: (taskRef: number) =>
      database.all<{ previewIndex: number; sku: string; createdAtMs: number }>(
        `SELECT preview_index AS previewIndex, sku, created_at_ms AS createdAtMs FROM mapping_draft
         WHERE task_ref = ? ORDER BY preview_index, sku`,
        [taskRef],
      ),
  }
}
