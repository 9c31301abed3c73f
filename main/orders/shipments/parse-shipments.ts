/** Reads pasted or imported lines of orders, items, carriers and tracking numbers (ORD-07). Pure. */
import { restoreFormula } from '../../../shared/csv-text.ts'
import { MAX_SHIPMENTS, type PasteColumn, type PasteReading } from '../../../shared/orders/shipment.ts'
import { parseCsv } from '../../csv-file.ts'
import { findCarrierByName, normalizeTracking } from './carriers.ts'
import {
  canBeName,
  canBeTracking,
  headerKind,
  isDate,
  isOrderNumber,
  isShortened,
  isState,
  trackingStrength,
} from './cell-kinds.ts'
import { type Columns, type FindOrder, findColumns } from './paste-columns.ts'

/** A line as it was understood. Null for what it doesn't have. */
export type ParsedShipment = {
  /** The line of the text, from 1. */
  readonly line: number
  readonly text: string
  /** As written, without a number sign. */
  readonly orderId: string | null
  /** The carrier as written. */
  readonly carrier: string | null
  /** Normalized: letters and digits only. */
  readonly trackingNumber: string | null
  /** A line item's id, an item number or a SKU, as written. */
  readonly item: string | null
  readonly quantity: number | null
  readonly buyer: string | null
  /** Why the line can't be read. */
  readonly problem: string | null
}

export type ParsedShipments = {
  readonly reading: PasteReading
  readonly shipments: readonly ParsedShipment[]
  /** Lines beyond `MAX_SHIPMENTS`, which were not read. */
  readonly leftOut: number
}

/** `="0123"` and `'0123` are how spreadsheets keep a number as text. */
const cleanCell = (cell: string): string =>
  restoreFormula(cell.trim())
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim()

const withoutSign = (cell: string): string => cell.replace(/^#\s*/, '')

type Parts = Partial<Record<PasteColumn, string>>

/** A shorter number behind a carrier's name is a part of its service: `UPS 2 Day`. */
const LEAST_STRENGTH = 0.5

/** DHL's numbers begin with JJD, also in a group of its own. */
const SERVICE_WORD = /^(?!JJD$)\p{L}{3,}$/iu

/** SECURITY: trying each place to split takes time that grows with the square of the words. */
const MAX_WORDS = 30

/** A carrier's name and a number in one cell. */
const splitCarrier = (words: readonly string[]): Parts | undefined => {
  if (words.length > MAX_WORDS) return undefined
  const splits = words.slice(1).flatMap((word, index) => {
    // `2 Day` is one service.
    if (/^\d+$/.test(words[index] ?? '') && SERVICE_WORD.test(word)) return []
    const carrier = words.slice(0, index + 1).join(' ')
    const tracking = words.slice(index + 1).join(' ')
    if (findCarrierByName(carrier) === undefined) return []
    const strength = trackingStrength(tracking)
    return strength < LEAST_STRENGTH ? [] : [{ strength, parts: { carrier, tracking } }]
  })
  return splits.sort((a, b) => b.strength - a.strength)[0]?.parts
}

/** A number with a name behind it: `9405 5112 0620 3344 0011 87 A. Novak`. A date or a state there is left out. */
const splitName = (words: readonly string[]): Parts | undefined => {
  if (words.length > MAX_WORDS) return undefined
  const splits = words.flatMap((_, index) => {
    const tracking = words.slice(0, index + 1).join(' ')
    const rest = words.slice(index + 1).join(' ')
    const strength = trackingStrength(tracking)
    if (strength === 0) return []
    if (canBeName(rest)) return [{ strength, tracking, parts: { tracking, buyer: rest } }]
    return rest === '' || isDate(rest) || isState(rest) ? [{ strength, tracking, parts: { tracking } }] : []
  })
  const endsInWord = ({ tracking }: { readonly tracking: string }): number => Number(!/\d\S*$/.test(tracking))
  // Of equals the longest, so that no group of a number is taken for a name, and no initial for a part of the number.
  return splits.sort(
    (a, b) => b.strength - a.strength || endsInWord(a) - endsInWord(b) || b.tracking.length - a.tracking.length,
  )[0]?.parts
}

/** The parts of a line without columns, each by what it is. */
const readLoose = (cells: readonly string[], isOrder: (cell: string) => boolean): Parts => {
  const filled = cells.filter((cell) => cell !== '')
  const words = filled.length === 1 ? (filled[0] ?? '').split(/[\s,;]+/).filter((word) => word !== '') : filled
  const order = words.find(isOrder)
  const rest = words.filter((word) => word !== order)
  const named: Parts = order === undefined ? {} : { order }
  if (filled.length === 1) {
    return { ...named, ...(splitCarrier(rest) ?? splitName(rest) ?? { tracking: rest.join(' ') }) }
  }
  const carrier = rest.find(
    (cell) => findCarrierByName(cell) !== undefined && splitCarrier(cell.split(/\s+/)) === undefined,
  )
  const others = rest.filter((cell) => cell !== carrier)
  const [best] = others.toSorted((a, b) => trackingStrength(b) - trackingStrength(a))
  const both = best === undefined || canBeTracking(best) ? undefined : splitCarrier(best.split(/\s+/))
  const buyer = others.find((cell) => cell !== best && canBeName(cell))
  // Of three parts, the one that is neither the order nor the number is the carrier's word.
  const word = carrier ?? both?.carrier ?? (order === undefined ? undefined : buyer)
  const tracking = both?.tracking ?? best
  return {
    ...named,
    ...(tracking === undefined ? {} : { tracking }),
    ...(word === undefined ? {} : { carrier: word }),
    ...(buyer === undefined || buyer === word ? {} : { buyer }),
  }
}

const findNumberProblem = (typed: string): string | null => {
  if (typed === '') return null
  if (isShortened(typed)) {
    return 'A spreadsheet shortened this tracking number. Format its column as text and paste the line again.'
  }
  if (canBeTracking(typed)) return null
  return /^[0-9A-Z]*$/.test(normalizeTracking(typed))
    ? `“${typed}” isn’t a tracking number.`
    : 'The tracking number has characters other than letters and digits. Correct it.'
}

const toShipment = (line: number, text: string, parts: Parts): ParsedShipment => {
  const part = (kind: PasteColumn): string | null => (parts[kind]?.trim() ?? '') || null
  const typed = part('tracking') ?? ''
  const split = canBeTracking(typed) ? undefined : splitCarrier(typed.split(/\s+/))
  const number = split?.tracking ?? typed
  const problem = findNumberProblem(number)
  const order = part('order')
  const count = part('quantity')
  const isCount = count !== null && /^\d{1,5}$/.test(count) && Number(count) > 0
  return {
    line,
    text,
    orderId: order === null ? null : withoutSign(order),
    carrier: part('carrier') ?? split?.carrier ?? null,
    trackingNumber: number === '' || problem !== null ? null : normalizeTracking(number),
    item: part('item'),
    quantity: isCount ? Number(count) : null,
    buyer: part('buyer'),
    problem: problem ?? (count === null || isCount ? null : `“${count}” isn’t a number of pieces.`),
  }
}

type Line = {
  readonly line: number
  readonly text: string
  readonly cells: readonly string[]
  readonly problem?: string | undefined
}

const isHeader = (cells: readonly string[], isOrder: (cell: string) => boolean): boolean =>
  cells.every((cell) => !isOrder(cell) && trackingStrength(cell) < 0.5) &&
  cells.some((cell) => ['order', 'tracking'].includes(headerKind(cell) ?? ''))

/** More are no list of shipments, and can't be chosen. */
const MAX_COLUMNS = 100

/** The width that most lines have. */
const findWidth = (lines: readonly Line[]): number => {
  const counts = new Map<number, number>()
  for (const { cells } of lines) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

/**
 * `chosen`: what the seller said of each column. Reads the first `MAX_SHIPMENTS` lines that aren't empty. Never throws.
 *
 * SECURITY: no more is read than is shown, because a file of short words takes a second for each thousand lines.
 */
export const parseShipments = (
  pasted: string,
  findOrder: FindOrder = () => undefined,
  chosen: Columns | null = null,
): ParsedShipments => {
  const isOrder = (cell: string): boolean => isOrderNumber(cell) || findOrder(withoutSign(cell)) !== undefined
  const texts = pasted.replaceAll(/\r\n?/g, '\n').split('\n')
  const file = parseCsv(pasted)
  const lines = [{ line: file.headerLine, cells: file.header, problem: undefined }, ...file.rows]
    .map(
      ({ line, cells, problem }): Line => ({ line, text: texts[line - 1] ?? '', cells: cells.map(cleanCell), problem }),
    )
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const [first] = lines
  const header = first !== undefined && isHeader(first.cells, isOrder) ? first.cells : null
  const body = header === null ? lines : lines.slice(1)
  const width = header?.length ?? findWidth(body)
  const isRegular = ({ cells }: Line): boolean => cells.length === width && width > 1
  const rows = body.filter(isRegular).map(({ cells }) => cells)
  const found = findColumns(rows, header, (number) => findOrder(withoutSign(number)))
  const columns = chosen !== null && chosen.length === width ? chosen : found.columns
  const isChosen = columns === chosen

  const readColumns = (cells: readonly string[]): Parts =>
    Object.fromEntries(columns.flatMap((kind, index) => (kind === null ? [] : [[kind, cells[index] ?? '']])))

  const read = (each: Line): ParsedShipment => {
    const { line, text, cells, problem } = each
    if (problem !== undefined) return { ...toShipment(line, text, {}), problem }
    const parts = isRegular(each) ? readColumns(cells) : {}
    const isMisplaced = !isChosen && !isOrder(parts.order ?? '') && cells.some(isOrder)
    if (isRegular(each) && !isMisplaced) return toShipment(line, text, parts)
    // A line with another delimiter than most, as in a list that was put together by hand.
    const own = cells.length === 1 ? parseCsv(text).header.map(cleanCell) : cells
    return toShipment(line, text, readLoose(own.length > 1 ? own : cells, isOrder))
  }

  const shown = rows.length === 0 || width > MAX_COLUMNS ? [] : columns
  return {
    reading: {
      columns: shown.map((kind, index) => ({
        kind,
        name: header?.[index] || null,
        sample: rows.find((cells) => (cells[index] ?? '') !== '')?.[index] ?? '',
      })),
      question: isChosen || rows.length === 0 ? null : found.question,
    },
    shipments: body.slice(0, MAX_SHIPMENTS).map(read),
    leftOut: Math.max(0, body.length - MAX_SHIPMENTS),
  }
}
