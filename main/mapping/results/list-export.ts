/** Writes a list of a task as CSV. */
import type { ExportedList } from '../../../shared/mapping/contract.ts'
import type { Product } from '../../../shared/mapping/product.ts'
import type { InvalidProduct, ListingPreview, UnmatchedProduct } from '../../../shared/mapping/task-result.ts'
import { writeCsv } from '../../csv-file.ts'

type Element = Partial<Omit<ListingPreview, 'sku' | 'title'> & InvalidProduct> & {
  readonly sku?: string | null | undefined
  readonly title?: string | null | undefined
}

const columns: Readonly<Record<ExportedList, readonly string[]>> = {
  listingPreviews: ['sku', 'title', 'description', 'categoryId', 'images', 'aspects'],
  invalidProducts: ['externalProductId', 'errorIds', 'messages'],
  unmappedProducts: ['externalProductId', 'title'],
  unprocessedProducts: ['externalProductId', 'title'],
  productsSent: ['externalProductId', 'sku', 'title', 'images', 'aspects'],
}

const toCells = (element: Element): Readonly<Record<string, string | null | undefined>> => ({
  externalProductId: element.externalProductId,
  sku: element.sku,
  title: element.title,
  description: element.description,
  categoryId: element.categoryId,
  images: element.images?.join('\n'),
  aspects: element.aspects?.map(({ name, values }) => `${name}: ${values.join(' | ')}`).join('\n'),
  errorIds: element.errors?.map(({ errorId }) => errorId ?? '').join('\n'),
  messages: element.errors?.map(({ message }) => message).join('\n'),
})

/**
 * Returns the text of a file, without mappingReferenceId (MAP-12).
 *
 * SECURITY: titles and messages come from outside; `writeCsv` escapes cells a spreadsheet would run as a formula.
 */
export const exportList = (
  list: ExportedList,
  elements: readonly (ListingPreview | InvalidProduct | UnmatchedProduct | Product)[],
): string => {
  const names = columns[list]
  return writeCsv([
    names,
    ...elements.map((element) => {
      const cells = toCells(element)
      return names.map((name) => cells[name] ?? '')
    }),
  ])
}
