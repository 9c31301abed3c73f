/** The table's cells: which field a column is, what stands in a cell, and which column shows a field. */
import { type CsvField, csvFieldOf, joinValues } from './csv-items.ts'
import { fieldOf, fieldPaths, type ItemView } from './item.ts'
import type { JsonPath } from './json.ts'

export type CellField = Exclude<CsvField, { kind: 'sku' | 'unknown' }>

/** The field that a column holds; undefined for one that cannot be typed into. */
export const cellFieldOf = (column: string): CellField | undefined => {
  const field = csvFieldOf(column)
  return field.kind === 'sku' || field.kind === 'unknown' ? undefined : field
}

/** The column that shows what stands at a path, or undefined where no column does. */
export const columnOfPath = (path: JsonPath): string | undefined => {
  const field = fieldOf(path)
  if (field === undefined) return undefined
  if (field === 'aspects') {
    const name = path[fieldPaths.aspects.length]
    return name === undefined ? undefined : `aspect:${name}`
  }
  return field === 'imageUrls' ? 'images' : field
}

/** The text of a cell, as it can be typed back. */
export const cellTextOf = (view: ItemView, field: CellField): string => {
  if (field.kind === 'aspect') return joinValues(view.aspects.find(({ name }) => name === field.name)?.values ?? [])
  switch (field.field) {
    case 'title':
      return view.title ?? ''
    case 'quantity':
      return view.quantity === undefined ? '' : String(view.quantity)
    case 'condition':
      return view.condition ?? ''
    case 'description':
      return view.description ?? ''
    case 'images':
      return joinValues(view.imageUrls)
    case 'upc':
      return joinValues(view.upc)
    case 'ean':
      return joinValues(view.ean)
  }
}
