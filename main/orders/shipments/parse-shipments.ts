/** Reads pasted or imported lines of order, carrier and tracking number. Pure. */
import { restoreFormula } from '../../../shared/csv-text.ts'
import { parseCsv } from '../../csv-file.ts'
import { findCarrierByName, normalizeTracking } from './carriers.ts'

/** A line as it was understood. Null for what it doesn't have. */
export type ParsedShipment = {
  /** The line of the text, from 1. */
  readonly line: number
  readonly text: string
  readonly orderId: string | null
  /** The carrier as written. */
  readonly carrier: string | null
  /** Normalized: letters and digits only. */
  readonly trackingNumber: string | null
  /** Why the line can't be read. */
  readonly problem: string | null
}

type Column = 'order' | 'carrier' | 'tracking'

/** Names of columns in shipping tools' files, in the languages of the marketplaces. */
const columnNames: Readonly<Record<Column, RegExp>> = {
  tracking: /track|sendung|suivi|spedizione n|seguimiento|numer przesyłki|trace/i,
  carrier:
    /carrier|courier|shipper|versanddienst|paketdienst|transporteur|corriere|vettore|transportista|vervoerder|przewoźnik/i,
  order: /order|bestell|commande|ordine|pedido|zamówien/i,
}

/** The platform's order ids: `12-34567-89012`. */
const isOrderId = (cell: string): boolean => /^\d{2}-\d{5}-\d{5}$/.test(cell)

/** Null unless the cells name an order's and a number's column. */
const readNames = (cells: readonly string[]): ReadonlyMap<Column, number> | null => {
  if (cells.some((cell) => isOrderId(cell.trim()))) return null
  const columns = new Map<Column, number>()
  for (const [index, cell] of cells.entries()) {
    // “Order tracking number” is a number's column, so it is asked first.
    const column = (Object.keys(columnNames) as Column[]).find((name) => columnNames[name].test(cell))
    if (column !== undefined && !columns.has(column)) columns.set(column, index)
  }
  return columns.has('order') && columns.has('tracking') ? columns : null
}

/** The places of the values in a line without names: the order comes first, and the carrier may come after the number. */
const guessPlaces = (cells: readonly string[]): ReadonlyMap<Column, number> => {
  const filled = cells.flatMap((cell, index) => (cell === '' ? [] : [index]))
  if (cells.length < 3 || filled.length < 3) {
    const isCarrierOnly = findCarrierByName(cells[1] ?? '') !== undefined
    return new Map([
      ['order', 0],
      [isCarrierOnly ? 'carrier' : 'tracking', cells.length >= 3 && (cells[1] ?? '') === '' ? 2 : 1],
    ])
  }
  const isSwapped = findCarrierByName(cells[1] ?? '') === undefined && findCarrierByName(cells[2] ?? '') !== undefined
  return new Map([
    ['order', 0],
    ['carrier', isSwapped ? 2 : 1],
    ['tracking', isSwapped ? 1 : 2],
  ])
}

/** A line that starts with an order and goes on without the delimiter of the other lines. */
const otherLine = /^\s*"?(\d{2}-\d{5}-\d{5})"?(?=[\s,;])/

/** Splits at blanks. The carrier has a known name, or is left out; the number may have blanks. */
const splitAtBlanks = (orderId: string, rest: string): readonly string[] => {
  const words = rest.split(/\s+/).filter((word) => word !== '')
  for (let count = words.length - 1; count > 0; count -= 1) {
    const carrier = words.slice(0, count).join(' ')
    if (findCarrierByName(carrier) !== undefined) return [orderId, carrier, words.slice(count).join(' ')]
  }
  return [orderId, words.join(' ')]
}

/** The cells of a line that has another delimiter than most, as in a list that was put together by hand. */
const splitOtherLine = (text: string, cells: readonly string[]): readonly string[] => {
  const [start, orderId] = otherLine.exec(text) ?? []
  if (start === undefined || orderId === undefined || cells.some((cell) => isOrderId(cleanCell(cell)))) return cells
  const own = parseCsv(text).header
  return isOrderId(cleanCell(own[0] ?? '')) ? own : splitAtBlanks(orderId, text.slice(start.length))
}

/** `="0123"` and `'0123` are how spreadsheets keep a number as text. */
const cleanCell = (cell: string): string =>
  restoreFormula(cell.trim())
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim()

const findNumberProblem = (typed: string, number: string): string | null => {
  if (/^\d+([.,]\d+)?e\+\d+$/i.test(typed)) {
    return 'A spreadsheet shortened this tracking number. Format its column as text and paste the line again.'
  }
  if (!/^[0-9A-Z]*$/.test(number)) {
    return 'The tracking number has signs other than letters and digits. Correct it.'
  }
  return null
}

const toShipment = (
  line: number,
  text: string,
  cells: readonly string[],
  places: ReadonlyMap<Column, number>,
): ParsedShipment => {
  const cell = (column: Column): string => cleanCell(cells[places.get(column) ?? -1] ?? '')
  const orderId = cell('order')
  const typed = cell('tracking')
  const number = normalizeTracking(typed)
  const carrier = cell('carrier')
  return {
    line,
    text,
    orderId: orderId === '' ? null : orderId,
    carrier: carrier === '' ? null : carrier,
    trackingNumber: number === '' ? null : number,
    problem: orderId === '' ? 'The line names no order.' : findNumberProblem(typed, number),
  }
}

/** Every line that isn't empty. Never throws. */
export const parseShipments = (pasted: string): readonly ParsedShipment[] => {
  const lines = pasted.replaceAll(/\r\n?/g, '\n').split('\n')
  const { header, headerLine, rows } = parseCsv(pasted)
  const names = readNames(header)
  const all = [...(names === null ? [{ line: headerLine, cells: header, problem: undefined }] : []), ...rows]
  return all
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ line, cells: split, problem }) => {
      const text = lines[line - 1] ?? ''
      const cells = problem === undefined ? splitOtherLine(text, split) : split
      const isNamed = names !== null && cells === split
      const shipment = toShipment(line, text, cells, isNamed ? names : guessPlaces(cells.map(cleanCell)))
      return problem === undefined ? shipment : { ...shipment, problem }
    })
}
