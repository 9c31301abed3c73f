/** Reads products from a CSV file. */

import { restoreFormula } from '../../../shared/csv-text.ts'
import { MAX_PRODUCTS_PER_START, type Product, productSchema } from '../../../shared/mapping/product.ts'
import { type CsvRow, parseCsv } from '../../csv-file.ts'

type Field = 'externalProductId' | 'sku' | 'title' | 'categoryName' | 'images' | 'aspects'

/** Column names as spreadsheets spell them, reduced to lower-case letters and digits. */
const columnNames: Readonly<Record<Field, readonly string[]>> = {
  externalProductId: ['externalproductid', 'productid', 'id'],
  sku: ['sku', 'customlabel'],
  title: ['title', 'name'],
  categoryName: ['category', 'categoryname'],
  images: ['images', 'image', 'imageurls', 'imageurl', 'pictures', 'picture'],
  aspects: ['aspects', 'itemspecifics'],
}

const findField = (column: string, hasCategory: boolean): Field | undefined => {
  const plain = column.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const field = (Object.keys(columnNames) as Field[]).find((each) => columnNames[each].includes(plain))
  return field === 'categoryName' && !hasCategory ? undefined : field
}

const splitCell = (cell: string, separator: string | RegExp): string[] =>
  cell
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Addresses on one line each as the export writes them, or separated by spaces or semicolons. */
const parseAddresses = (cell: string): string[] => splitCell(cell, cell.includes('\n') ? '\n' : /\s+|;(?=\s*https?:)/i)

/** `Brand: Acme | Acme Ltd` on each line, as the export writes them. */
const parseAspects = (cell: string): Product['aspects'] =>
  splitCell(cell, '\n').map((line) => {
    const colon = line.indexOf(':')
    return { name: line.slice(0, Math.max(0, colon)).trim(), values: splitCell(line.slice(colon + 1), '|') }
  })

type ProductsCsv = {
  readonly products: Product[]
  /** Columns that were read as item specifics. */
  readonly specifics: string[]
  /** Rows left out, by line; the header is line 1. */
  readonly problems: { readonly line: number; readonly message: string }[]
}

/**
 * Reads products from a CSV with a header row, separated by commas, semicolons or tabs. An unknown column is an item
 * specific of that name, and so is a category unless `hasCategory`. A row that breaks a rule or repeats an id is left out and reported; nothing is guessed.
 */
export const readProductsCsv = (text: string, hasCategory = false): ProductsCsv => {
  const file = parseCsv(text)
  const columns = file.header.map((name, index) => ({ name: name.trim(), field: findField(name, hasCategory), index }))
  const specifics = columns.filter(({ name, field }) => field === undefined && name !== '')
  const products: Product[] = []
  const problems: { line: number; message: string }[] = []
  if (!columns.some(({ field }) => field === 'title' || field === 'images')) {
    const message =
      'The first line must name the columns and include “title” or “images”. “sku”, “externalProductId” and “aspects” are also known.'
    return { products, specifics: [], problems: [{ line: 1, message }] }
  }

  const indexes = Map.groupBy(columns, ({ field }) => field)
  const parseRow = ({ cells }: CsvRow) => {
    const readCell = (index: number): string => restoreFormula(cells[index] ?? '').trim()
    const readField = (wanted: Field): string => {
      for (const { index } of indexes.get(wanted) ?? []) {
        const cell = readCell(index)
        if (cell !== '') return cell
      }
      return ''
    }
    const sku = readField('sku')
    const title = readField('title')
    const categoryName = readField('categoryName')
    return productSchema.safeParse({
      externalProductId: readField('externalProductId') || sku,
      ...(sku === '' ? {} : { sku }),
      ...(title === '' ? {} : { title }),
      ...(categoryName === '' ? {} : { categoryName }),
      images: parseAddresses(readField('images')),
      aspects: [
        ...parseAspects(readField('aspects')),
        ...specifics
          .filter(({ index }) => (cells[index] ?? '') !== '')
          .map(({ name, index }) => ({ name, values: splitCell(readCell(index), /[\n|]/) }))
          .filter(({ values }) => values.length > 0),
      ],
    })
  }

  const seen = new Set<string>()
  for (const row of file.rows) {
    const { line, problem } = row
    const parsed = problem === undefined ? parseRow(row) : undefined
    const product = parsed?.data
    if (product === undefined) {
      problems.push({ line, message: problem ?? parsed?.error?.issues[0]?.message ?? 'This row can’t be read.' })
    } else if (seen.has(product.externalProductId)) {
      const message = `“${product.externalProductId}” is already used above. Give each product its own ID.`
      problems.push({ line, message })
    } else if (products.length === MAX_PRODUCTS_PER_START) {
      problems.push({
        line,
        message: 'One mapping can have at most 5,000 products. This one and all below are left out.',
      })
      return { products, specifics: specifics.map(({ name }) => name), problems }
    } else {
      seen.add(product.externalProductId)
      products.push(product)
    }
  }
  return { products, specifics: specifics.map(({ name }) => name), problems }
}
