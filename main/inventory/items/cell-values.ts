/**
 * Parses typed and imported cells.
 *
 * Only quantities are read as numbers, so that SKU `000123` stays `000123`.
 */

import { findConditionById } from '../../../shared/connection/conditions.ts'
import { normalizeLineEnds, restoreFormula } from '../../../shared/csv-text.ts'
import { mendBarcode } from '../../../shared/inventory/barcode.ts'
import type { BlankCells } from '../../../shared/inventory/contract/csv-contract.ts'
import { checkEdit, type ItemRules } from '../../../shared/inventory/item-rules.ts'
import { isWithin, type JsonPath, type JsonValue, withValueAt } from '../../../shared/inventory/json.ts'
import { splitAddresses } from '../../../shared/inventory/picture-address.ts'
import { skuProblem } from '../../../shared/inventory/sku.ts'
import { type EditableColumn, joinValues, VALUE_SEPARATOR } from './columns.ts'

/** Splits at single separators; a doubled one is the sign itself. Drops empty values. */
export const splitValues = (cell: string): readonly string[] => {
  const values = ['']
  // A pair matches before a single separator.
  for (const [part] of cell.matchAll(/\|\||\||[^|]+/g)) {
    if (part === VALUE_SEPARATOR) values.push('')
    else values[values.length - 1] += part === '||' ? VALUE_SEPARATOR : part
  }
  return values.map((value) => value.trim()).filter((value) => value !== '')
}

/**
 * Reads a whole number as spreadsheets write it: `12`, `12.0`, `12,00`, `1 200`. Undefined for anything else; `1.000` and
 * `1,000` mean different things in different countries.
 */
const parseWholeNumber = (cell: string): number | undefined => {
  const plain = cell.replace(/[ \u00a0\u202f](?=\d{3}(?:\D|$))/g, '')
  const digits = /^(\d{1,15})(?:[.,](0{1,2}|0{4,}))?$/.exec(plain)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** `used good`, `Used, good`, and `5000` or `5000-Good` as in the platform's templates become `USED_GOOD`. */
const parseCondition = (cell: string): string => {
  const id = /^(\d{4})(?:[.,]0+)?\s*(?:-.*)?$/.exec(cell.trim())?.[1] ?? ''
  return (
    findConditionById(id) ??
    cell
      .trim()
      .toUpperCase()
      .replace(/[\s,-]+/g, '_')
  )
}

/** The change that a cell requests. */
export type CellRequest =
  | { readonly kind: 'keep' }
  | { readonly kind: 'set'; readonly value: JsonValue }
  | { readonly kind: 'remove' }
  | { readonly kind: 'unreadable'; readonly message: string }

const parseValue = (column: EditableColumn, cell: string): JsonValue | undefined => {
  if (column.kind === 'aspect') return splitValues(cell)
  switch (column.field) {
    case 'quantity':
      return parseWholeNumber(cell.trim())
    case 'condition':
      return parseCondition(cell)
    case 'images':
      return splitAddresses(cell).flatMap((part) => splitValues(part.replace(/\r?\n/g, VALUE_SEPARATOR)))
    case 'upc':
    case 'ean': {
      const digits = column.field === 'upc' ? 12 : 13
      return splitValues(cell).map((code) => mendBarcode(code, digits))
    }
    case 'title':
      return cell.trim()
    case 'description':
      return cell
  }
}

/** Reads a cell as typed. `isListAt`: whether the record has a list at a path; single codes stay lists there (INV-18). */
export const parseCell = (
  column: EditableColumn,
  cell: string,
  blank: BlankCells,
  isListAt: (path: JsonPath) => boolean,
): CellRequest => {
  if (cell.trim() === '') return { kind: blank === 'delete' ? 'remove' : 'keep' }
  const value = parseValue(column, cell)
  if (value === undefined) {
    return { kind: 'unreadable', message: `The quantity “${cell}” is not a whole number. Use digits only, such as 12.` }
  }
  const isCode = column.kind === 'field' && (column.field === 'upc' || column.field === 'ean')
  const [code] = isCode ? (value as readonly string[]) : []
  const isSingle = isCode && (value as readonly string[]).length === 1 && !isListAt(column.path)
  return { kind: 'set', value: isSingle && code !== undefined ? code : value }
}

/** The messages of the rules that a value breaks, without regard to other fields. */
export const checkValue = (path: JsonPath, value: JsonValue, rules: ItemRules): readonly string[] =>
  checkEdit(withValueAt({}, path, value), { onto: 'new', changes: [{ op: 'set', path, value }] }, rules)
    .filter((problem) => isWithin(path, problem.path))
    .map(({ message }) => message)

/** What is wrong with a cell's text; null if nothing is. */
export const checkCell = (column: EditableColumn, text: string, rules: ItemRules): string | null => {
  const request = parseCell(column, text, 'delete', () => false)
  if (request.kind === 'unreadable') return request.message
  return request.kind === 'set' ? (checkValue(column.path, request.value, rules)[0] ?? null) : null
}

/** Whether a cell means the value that the field already has. `known` is the field's text. */
export const meansTheSame = (column: EditableColumn, cell: string, known: string): boolean => {
  if (cell === known) return true
  if (column.kind === 'field' && column.field === 'description')
    return normalizeLineEnds(cell) === normalizeLineEnds(known)
  const value = parseValue(column, cell)
  return (Array.isArray(value) ? joinValues(value) : String(value)) === known
}

/** The SKU of a row of a file, without the spaces around it. */
export const parseSkuCell = (raw: string): { readonly sku: string; readonly problem: string | undefined } => {
  const sku = restoreFormula(raw).trim()
  return { sku, problem: skuProblem(sku) }
}
