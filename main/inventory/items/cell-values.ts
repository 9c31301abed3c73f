/**
 * Parses typed and imported cells.
 *
 * Only quantities are read as numbers, so that SKU `000123` stays `000123`.
 */

import { normalizeLineEnds, restoreFormula } from '../../../shared/csv-text.ts'
import type { BlankCells } from '../../../shared/inventory/contract/csv-contract.ts'
import type { Parsed } from '../../../shared/inventory/fields/field.ts'
import { joinValues, splitValues } from '../../../shared/inventory/fields/value-list.ts'
import { createValueCheck, type ItemRules, type ValueCheck } from '../../../shared/inventory/item-rules.ts'
import type { JsonPath, JsonValue } from '../../../shared/inventory/json.ts'
import { uniqueSpecifics } from '../../../shared/inventory/same-specific.ts'
import { skuProblem } from '../../../shared/inventory/sku.ts'
import type { EditableColumn } from './columns.ts'

const none: readonly never[] = []

/** The change that a cell requests. */
export type CellRequest =
  | { readonly kind: 'keep' }
  | { readonly kind: 'set'; readonly value: JsonValue }
  | { readonly kind: 'remove' }
  | { readonly kind: 'unreadable'; readonly message: string }

const parseValue = (column: EditableColumn, cell: string, was: JsonValue | undefined): Parsed =>
  column.kind === 'aspect'
    ? { value: uniqueSpecifics(splitValues(cell)) }
    : column.field.kind.parse(cell, { was, currency: '' })

/** Reads a cell as typed. `was`: the field's value in the record; a single code stays a list if that is one (INV-18). */
export const parseCell = (
  column: EditableColumn,
  cell: string,
  blank: BlankCells,
  was?: JsonValue | undefined,
): CellRequest => {
  if (cell.trim() === '') return { kind: blank === 'delete' ? 'remove' : 'keep' }
  const parsed = parseValue(column, cell, was)
  return 'problem' in parsed ? { kind: 'unreadable', message: parsed.problem } : { kind: 'set', value: parsed.value }
}

/** The checks of a column. Its path is one object for all its cells, and a file has 100,000 of them. */
const valueChecks = new WeakMap<JsonPath, { readonly rules: ItemRules; readonly check: ValueCheck }>()

/** The messages of the rules that a value breaks, without regard to other fields. */
export const checkValue = (path: JsonPath, value: JsonValue, rules: ItemRules): readonly string[] => {
  const known = valueChecks.get(path)
  const check = known?.rules === rules ? known.check : createValueCheck(path, rules)
  if (check !== known?.check) valueChecks.set(path, { rules, check })
  const problems = check(value)
  return problems.length === 0 ? none : problems.map(({ message }) => message)
}

/** What is wrong with a cell's text; null if nothing is. */
export const checkCell = (column: EditableColumn, text: string, rules: ItemRules): string | null => {
  const request = parseCell(column, text, 'delete')
  if (request.kind === 'unreadable') return request.message
  return request.kind === 'set' ? (checkValue(column.path, request.value, rules)[0] ?? null) : null
}

/** Whether a cell means the value that the field already has. `known` is the field's text. */
export const meansTheSame = (column: EditableColumn, cell: string, known: string): boolean => {
  if (cell === known) return true
  if (column.kind === 'field' && column.field.kind.control === 'area')
    return normalizeLineEnds(cell) === normalizeLineEnds(known)
  const parsed = parseValue(column, cell, undefined)
  if ('problem' in parsed) return false
  const { value } = parsed
  if (column.kind === 'field') return column.field.kind.format(value) === known
  return Array.isArray(value) && joinValues(value) === known
}

/** The SKU of a row of a file, without the spaces around it. */
export const parseSkuCell = (raw: string): { readonly sku: string; readonly problem: string | undefined } => {
  const sku = restoreFormula(raw).trim()
  return { sku, problem: skuProblem(sku) }
}
