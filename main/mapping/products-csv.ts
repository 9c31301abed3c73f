/** Products from a CSV file, and the lists of a task as CSV or JSON. */
import { restoreFormula } from '../../shared/csv-text.ts'
import type { ExportedList, SentProduct } from '../../shared/mapping/contract.ts'
import { PRODUCTS_PER_START, type Product, productSchema } from '../../shared/mapping/product.ts'
import type { InvalidProduct, ListingPreview, PlainProblem } from '../../shared/mapping/result.ts'
import { type CsvFile, type CsvRow, openCsv, writeCsv } from '../csv-file.ts'

type Field = 'externalProductId' | 'sku' | 'title' | 'images' | 'aspects'

/** The names of a column that is a field, as spreadsheets spell them: letters and digits alone, small. */
const fieldNames: ReadonlyMap<string, Field> = new Map([
  ['externalproductid', 'externalProductId'],
  ['productid', 'externalProductId'],
  ['id', 'externalProductId'],
  ['sku', 'sku'],
  ['customlabel', 'sku'],
  ['title', 'title'],
  ['name', 'title'],
  ['images', 'images'],
  ['image', 'images'],
  ['imageurls', 'images'],
  ['imageurl', 'images'],
  ['pictures', 'images'],
  ['picture', 'images'],
  ['aspects', 'aspects'],
  ['itemspecifics', 'aspects'],
])

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** A cell that holds several: one a line, or parted by semicolons. */
const listOf = (cell: string): string[] =>
  cell
    .split(/[\n;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Addresses: one a line, as the export writes them; on one line parted by spaces or semicolons. */
const addressesOf = (cell: string): string[] =>
  cell
    .split(cell.includes('\n') ? '\n' : /\s+|;(?=\s*https?:)/i)
    .map((address) => address.trim())
    .filter((address) => address !== '')

/** `Brand: Acme | Acme Ltd` on each line, as the export writes them. */
const aspectsOf = (cell: string): { name: string; values: string[] }[] =>
  cell
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const colon = line.indexOf(':')
      return {
        name: line.slice(0, Math.max(0, colon)).trim(),
        values: line
          .slice(colon + 1)
          .split('|')
          .map((value) => value.trim())
          .filter((value) => value !== ''),
      }
    })

export type ReadCsv = {
  readonly products: readonly Product[]
  /** The columns that were taken for item specifics, by name. */
  readonly specifics: readonly string[]
  /** What could not be read, by the line in the file, the row of names being line 1. */
  readonly problems: readonly { readonly line: number; readonly message: string }[]
}

function* rowsBelow(file: CsvFile): Generator<CsvRow, void> {
  for (const part of file.parts()) yield* part
}

/**
 * Reads products from a CSV with a row of names; comma, semicolon or tab.
 *
 * A column that is no field is an item specific of its name. A row that breaks a rule is told by its line and left out;
 * nothing is guessed. An id that stands twice is told at its second row.
 */
export const readProductsCsv = (text: string): ReadCsv => {
  const file = openCsv(text)
  const columns = file.head.map((name) => ({ name: name.trim(), field: fieldNames.get(plain(name)) }))
  if (!columns.some(({ field }) => field === 'title' || field === 'images')) {
    const message =
      'The first line has to name the columns, “title” or “images” among them; “sku”, “externalProductId” and “aspects” are known too.'
    return { products: [], specifics: [], problems: [{ line: 1, message }] }
  }
  const specifics = columns.filter(({ name, field }) => field === undefined && name !== '').map(({ name }) => name)
  const products: Product[] = []
  const problems: { line: number; message: string }[] = []
  const seen = new Set<string>()
  for (const { line, cells, problem } of rowsBelow(file)) {
    if (problem !== undefined) {
      problems.push({ line, message: problem })
      continue
    }
    const cellOf = (wanted: Field): string =>
      columns
        .flatMap(({ field }, index) => (field === wanted ? [restoreFormula(cells[index] ?? '').trim()] : []))
        .find((cell) => cell !== '') ?? ''
    const sku = cellOf('sku')
    const title = cellOf('title')
    const parsed = productSchema.safeParse({
      externalProductId: cellOf('externalProductId') || sku,
      ...(sku === '' ? {} : { sku }),
      ...(title === '' ? {} : { title }),
      images: addressesOf(cellOf('images')),
      aspects: [
        ...aspectsOf(cellOf('aspects')),
        ...columns.flatMap(({ name, field }, index) => {
          const values = field === undefined && name !== '' ? listOf(restoreFormula(cells[index] ?? '')) : []
          return values.length === 0 ? [] : [{ name, values }]
        }),
      ],
    })
    if (!parsed.success) problems.push({ line, message: parsed.error.issues[0]?.message ?? 'It cannot be read.' })
    else if (seen.has(parsed.data.externalProductId)) {
      const message = `“${parsed.data.externalProductId}” stands above already. Each product needs an id of its own.`
      problems.push({ line, message })
    } else if (products.length === PRODUCTS_PER_START) {
      problems.push({ line, message: 'At most 5,000 products at once: this one and all below it are left out.' })
      break
    } else {
      seen.add(parsed.data.externalProductId)
      products.push(parsed.data)
    }
  }
  return { products, specifics, problems }
}

const aspectsCell = (aspects: readonly { readonly name: string; readonly values: readonly string[] }[]): string =>
  aspects.map(({ name, values }) => `${name}: ${values.join(' | ')}`).join('\n')

type Exported = Readonly<Record<string, string>>

const asPreview = ({ mappingReferenceId: _stays, ...preview }: ListingPreview): Readonly<Record<string, unknown>> =>
  preview

const cellsOfPreview = (preview: ListingPreview): Exported => ({
  sku: preview.sku ?? '',
  title: preview.title,
  description: preview.description,
  categoryId: preview.categoryId ?? '',
  images: preview.images.join('\n'),
  aspects: aspectsCell(preview.aspects),
})

const cellsOfInvalid = ({ externalProductId, errors }: InvalidProduct): Exported => ({
  externalProductId: externalProductId ?? '',
  errorIds: errors.map(({ errorId }) => errorId ?? '').join('\n'),
  messages: errors.map(({ message }) => message).join('\n'),
})

const cellsOfProblem = ({ externalProductId, title }: PlainProblem): Exported => ({
  externalProductId: externalProductId ?? '',
  title: title ?? '',
})

const cellsOfSent = (product: SentProduct): Exported => ({
  externalProductId: product.externalProductId,
  sku: product.sku ?? '',
  title: product.title ?? '',
  images: product.images.join('\n'),
  aspects: aspectsCell(product.aspects),
})

/** What a list holds, by its name. */
export type ListContent =
  | { readonly list: 'listingPreviews'; readonly elements: readonly ListingPreview[] }
  | { readonly list: 'invalidProducts'; readonly elements: readonly InvalidProduct[] }
  | { readonly list: 'unmappedProducts' | 'unprocessedProducts'; readonly elements: readonly PlainProblem[] }
  | { readonly list: 'productsSent'; readonly elements: readonly SentProduct[] }

const columnsOf: Readonly<Record<ExportedList, readonly string[]>> = {
  listingPreviews: ['sku', 'title', 'description', 'categoryId', 'images', 'aspects'],
  invalidProducts: ['externalProductId', 'errorIds', 'messages'],
  unmappedProducts: ['externalProductId', 'title'],
  unprocessedProducts: ['externalProductId', 'title'],
  productsSent: ['externalProductId', 'sku', 'title', 'images', 'aspects'],
}

const cellsOf = (content: ListContent): readonly Exported[] => {
  switch (content.list) {
    case 'listingPreviews':
      return content.elements.map(cellsOfPreview)
    case 'invalidProducts':
      return content.elements.map(cellsOfInvalid)
    case 'productsSent':
      return content.elements.map(cellsOfSent)
    default:
      return content.elements.map(cellsOfProblem)
  }
}

/**
 * A list as the text of a file. mappingReferenceId is left out: it stays in the app (MAP-12).
 *
 * SECURITY: a cell of the CSV that a spreadsheet would run as a formula begins with an apostrophe; titles and messages are
 * a stranger's words.
 */
export const exportList = (content: ListContent, format: 'csv' | 'json'): string => {
  if (format === 'json') {
    const elements = content.list === 'listingPreviews' ? content.elements.map(asPreview) : content.elements
    return `${JSON.stringify(elements, null, 2)}\n`
  }
  const columns = columnsOf[content.list]
  return writeCsv([columns, ...cellsOf(content).map((cells) => columns.map((name) => cells[name] ?? ''))])
}
