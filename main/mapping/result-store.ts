/**
 * Results: each as it came, and filed as lists whose rows can be read a part at a time. What the user changed of an invalid
 * product lies beside them, and which drafts were made.
 */
import type { InvalidRow, PlainRow, PreviewRow, ProductForm } from '../../shared/mapping/contract.ts'
import type { InvalidProduct, ListingPreview, PlainProblem, TaskResult } from '../../shared/mapping/result.ts'
import type { Database } from '../database/database.ts'
import type { ProductStore } from './product-store.ts'
import { taskAnswerSchema } from './wire.ts'

export type ResultList = keyof TaskResult

/** The rows from `offset` on. */
export type Part = { readonly offset: number; readonly limit: number }

type PartOf<T> = { readonly rows: T[]; readonly total: number }

const WHOLE: Part = { offset: 0, limit: -1 }

type Entry = {
  readonly externalProductId: string | null
  readonly sku: string | null
  readonly title: string | null
  readonly categoryId: string | null
  readonly pictureUrl: string | null
  readonly aspectCount: number
  readonly content: unknown
}

/** One element of a list as its row: what the list shows in columns, the whole as JSON. */
const entriesOf = (result: TaskResult): Readonly<Record<ResultList, readonly Entry[]>> => {
  const none = { externalProductId: null, sku: null, title: null, categoryId: null, pictureUrl: null, aspectCount: 0 }
  return {
    listingPreviews: result.listingPreviews.map((preview) => ({
      ...none,
      sku: preview.sku,
      title: preview.title,
      categoryId: preview.categoryId,
      pictureUrl: preview.images[0] ?? null,
      aspectCount: preview.aspects.length,
      content: preview,
    })),
    invalidProducts: result.invalidProducts.map((product) => ({
      ...none,
      externalProductId: product.externalProductId,
      content: product,
    })),
    unmappedProducts: result.unmappedProducts.map((product) => ({ ...none, ...product, content: product })),
    unprocessedProducts: result.unprocessedProducts.map((product) => ({ ...none, ...product, content: product })),
  }
}

export type ResultStore = ReturnType<typeof createResultStore>

export const createResultStore = (database: Database, products: ProductStore) => {
  const file = (taskRef: number, result: TaskResult): void => {
    for (const [list, entries] of Object.entries(entriesOf(result))) {
      for (const [position, entry] of entries.entries()) {
        database.run(
          `INSERT INTO mapping_entry (task_ref, list, position, external_product_id, sku, title, category_id, picture_url,
             aspect_count, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          [
            taskRef,
            list,
            position,
            entry.externalProductId,
            entry.sku,
            entry.title,
            entry.categoryId,
            entry.pictureUrl,
            entry.aspectCount,
            JSON.stringify(entry.content),
          ],
        )
      }
    }
    database.run('UPDATE mapping_result SET is_filed = 1 WHERE task_ref = ?', [taskRef])
  }

  /** A result from before results were filed as lists is filed when it is first looked at. */
  const fileOld = (taskRef: number): void => {
    const old = database.get<{ raw: string }>('SELECT raw FROM mapping_result WHERE task_ref = ? AND is_filed = 0', [
      taskRef,
    ])
    if (old === undefined) return
    const { result } = taskAnswerSchema.parse(JSON.parse(old.raw))
    if (result !== null) database.transaction(() => file(taskRef, result))
  }

  const totalOf = (taskRef: number, list: ResultList): number => {
    fileOld(taskRef)
    return (
      database.get<{ total: number }>('SELECT count(*) AS total FROM mapping_entry WHERE task_ref = ? AND list = ?', [
        taskRef,
        list,
      ])?.total ?? 0
    )
  }

  /** Elements as they were read. */
  const entries = <T>(taskRef: number, list: ResultList, part: Part = WHOLE): T[] => {
    fileOld(taskRef)
    return database
      .all<{ content: string }>(
        'SELECT content FROM mapping_entry WHERE task_ref = ? AND list = ? ORDER BY position LIMIT ? OFFSET ?',
        [taskRef, list, part.limit, part.offset],
      )
      .map(({ content }) => JSON.parse(content) as T)
  }

  return {
    file,
    fileOld,
    entries,

    /** The rows of the previews' list, read from columns alone. */
    previews: (taskRef: number, part: Part): PartOf<PreviewRow> => {
      const total = totalOf(taskRef, 'listingPreviews')
      const rows = database
        .all<{
          position: number
          sku: string | null
          title: string | null
          category_id: string | null
          picture_url: string | null
          aspect_count: number
        }>(
          `SELECT position, sku, title, category_id, picture_url, aspect_count FROM mapping_entry
           WHERE task_ref = ? AND list = 'listingPreviews' ORDER BY position LIMIT ? OFFSET ?`,
          [taskRef, part.limit, part.offset],
        )
        .map((row) => ({
          index: row.position,
          title: row.title ?? '',
          sku: row.sku,
          categoryId: row.category_id,
          pictureUrl: row.picture_url,
          aspectCount: row.aspect_count,
        }))
      return { rows, total }
    },

    invalidProducts: (taskRef: number, part: Part = WHOLE): PartOf<InvalidRow> => {
      const total = totalOf(taskRef, 'invalidProducts')
      const found = entries<InvalidProduct>(taskRef, 'invalidProducts', part)
      const sent = products.byIds(
        taskRef,
        found.map(({ externalProductId }) => externalProductId),
      )
      const forms = new Map(
        database
          .all<{ position: number; form: string }>('SELECT position, form FROM mapping_mending WHERE task_ref = ?', [
            taskRef,
          ])
          .map(({ position, form }) => [position, JSON.parse(form) as ProductForm]),
      )
      const rows = found.map((product, place) => ({
        index: part.offset + place,
        ...product,
        sent: sent.get(product.externalProductId ?? '') ?? null,
        mended: forms.get(part.offset + place) ?? null,
      }))
      return { rows, total }
    },

    plainProducts: (
      taskRef: number,
      list: 'unmappedProducts' | 'unprocessedProducts',
      part: Part,
    ): PartOf<PlainRow> => {
      const total = totalOf(taskRef, list)
      const found = entries<PlainProblem>(taskRef, list, part)
      const sent = products.byIds(
        taskRef,
        found.map(({ externalProductId }) => externalProductId),
      )
      const rows = found.map((product, place) => ({
        index: part.offset + place,
        ...product,
        sent: sent.get(product.externalProductId ?? '') ?? null,
      }))
      return { rows, total }
    },

    saveMending: (taskRef: number, position: number, form: ProductForm | null): void => {
      if (form === null) {
        database.run('DELETE FROM mapping_mending WHERE task_ref = ? AND position = ?', [taskRef, position])
        return
      }
      database.run(
        `INSERT INTO mapping_mending (task_ref, position, form) VALUES (?, ?, ?)
         ON CONFLICT DO UPDATE SET form = excluded.form`,
        [taskRef, position, JSON.stringify(form)],
      )
    },

    previewOf: (taskRef: number, index: number): ListingPreview | undefined => {
      fileOld(taskRef)
      const row = database.get<{ content: string }>(
        `SELECT content FROM mapping_entry WHERE task_ref = ? AND list = 'listingPreviews' AND position = ?`,
        [taskRef, index],
      )
      return row === undefined ? undefined : (JSON.parse(row.content) as ListingPreview)
    },

    previewsWithSku: (taskRef: number, sku: string): { index: number; title: string }[] => {
      fileOld(taskRef)
      return database
        .all<{ position: number; title: string | null }>(
          `SELECT position, title FROM mapping_entry
           WHERE task_ref = ? AND list = 'listingPreviews' AND sku = ? ORDER BY position`,
          [taskRef, sku],
        )
        .map(({ position, title }) => ({ index: position, title: title ?? '' }))
    },

    draftMade: (taskRef: number, previewIndex: number, sku: string, nowMs: number): void => {
      database.run(
        `INSERT INTO mapping_draft (task_ref, preview_index, sku, made_at_ms) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET made_at_ms = excluded.made_at_ms`,
        [taskRef, previewIndex, sku, nowMs],
      )
    },
  }
}
