/** Shows pasted lines with what is known of their orders, what is doubtful, and what stops them. Pure. */
import type { Carrier, PasteAnswer, ShipmentInput, ShipmentRow } from '../../../shared/orders/shipment.ts'
import { carrierOfCode, carriers, checkNumber, findCarrierByName, guessCarrier, normalizeTracking } from './carriers.ts'
import { canBeTracking } from './cell-kinds.ts'
import type { ParsedShipment } from './parse-shipments.ts'
import { CANCEL_REQUESTED, type ShippedLine } from './shipment-decision.ts'
import { describeItems } from './shipment-kind.ts'

type OrderLine = {
  readonly lineItemId: string
  readonly listingId: string | null
  readonly sku: string | null
  readonly title: string | null
  /** How many are in no shipment. */
  readonly left: number
  /** Whether it was refunded whole, so that it is shipped only if it is named. */
  readonly isRefunded: boolean
}

/** What is known of a line's order. */
export type ShipmentOrder = {
  readonly orderId: string
  readonly buyer: string | null
  readonly lines: readonly OrderLine[]
  /** Normalized tracking numbers of its shipments, those that wait included. */
  readonly trackingNumbers: readonly string[]
  /** Why it can't be shipped; null if it can. */
  readonly refusal: string | null
  readonly isCancelRequested: boolean
}

/** Names by which a row can mean an order's item. */
export const itemNamesOf = ({ lines }: ShipmentOrder): readonly string[] =>
  lines.flatMap(({ lineItemId, listingId, sku }) => [lineItemId, listingId, sku].filter((name) => name !== null))

export type DescribeContext = {
  /** Undefined for an order that isn't known here. */
  readonly find: (number: string) => ShipmentOrder | undefined
  /** Orders to ship for a buyer with this name. */
  readonly ofName: (name: string) => readonly ShipmentOrder[]
  /** The orders of each parcel of a printed list, in its order. */
  readonly parcels: readonly (readonly string[])[]
  readonly answers: readonly PasteAnswer[]
}

type ReadCarrier = Pick<ShipmentRow, 'carrier' | 'carrierBy' | 'carrierWord'> & { readonly doubts: readonly string[] }

/** A seller's own word is never replaced by a guess. */
const readCarrier = (written: string | null, number: string | null, chosen: string | undefined): ReadCarrier => {
  const guessed = number === null ? undefined : guessCarrier(number)
  const warn = (carrier: Carrier): readonly string[] =>
    guessed !== undefined && carrier.code !== 'Other' && guessed !== carrier.code
      ? [`The number looks like one from ${carrierOfCode(guessed).label}, not ${carrier.label}.`]
      : []
  if (chosen !== undefined) {
    const carrier = carriers.find(({ code }) => code === chosen) ?? { code: chosen, label: chosen }
    return { carrier, carrierBy: 'seller', carrierWord: null, doubts: warn(carrier) }
  }
  if (written === null) {
    const carrier = guessed === undefined ? null : carrierOfCode(guessed)
    // `carrierBy` tells that it was recognized: no doubt, and no carrier is missing.
    return { carrier, carrierBy: carrier === null ? null : 'number', carrierWord: null, doubts: [] }
  }
  const named = findCarrierByName(written)
  if (named !== undefined) return { carrier: named, carrierBy: 'name', carrierWord: null, doubts: warn(named) }
  const doubts = guessed === undefined ? [] : [`The number looks like one from ${carrierOfCode(guessed).label}.`]
  return { carrier: null, carrierBy: null, carrierWord: written, doubts }
}

type Items = { readonly lines: readonly ShippedLine[] | null } | { readonly problem: string }

/** What a row names: an item, pieces, or the whole order (ORD-08). `lines`: null for everything that is left. */
const readItems = ({ item, quantity }: ParsedShipment, { lines }: ShipmentOrder): Items => {
  if (item === null && quantity === null) return { lines: null }
  const named =
    item === null
      ? lines
      : lines.filter(({ lineItemId, listingId, sku }) => [lineItemId, listingId, sku].includes(item))
  if (named.length === 0) return { problem: `The order has no item “${item}”.` }
  const [only] = named
  if (named.length > 1 || only === undefined) {
    const rest = lines.filter(({ isRefunded }) => !isRefunded)
    const pieces = rest.reduce((sum, { left }) => sum + left, 0)
    if (item === null && quantity === pieces) return { lines: null }
    return {
      problem:
        'The order has several items, and the line doesn’t say which of them are in this parcel. Add the item’s number.',
    }
  }
  if (only.left === 0) return { problem: `“${only.title ?? only.lineItemId}” is in another shipment already.` }
  const count = quantity ?? only.left
  if (count > only.left) {
    return {
      problem: `The line says ${count} pieces, and ${only.left} of “${only.title ?? only.lineItemId}” are left to ship.`,
    }
  }
  return { lines: [{ lineItemId: only.lineItemId, quantity: count }] }
}

const UNKNOWN_ORDER = 'This order isn’t known here. Check its number, or refresh the orders.'
const WRONG_DIGIT = 'The last digit doesn’t fit this number. Is one digit wrong?'

type Problem = { readonly problem: string; readonly asks: ShipmentRow['asks'] }

/**
 * Gives each line that is only a number the next parcel of the list that no other line names. A parcel of several orders marks
 * each of them.
 */
const assignPositions = (
  shipments: readonly ParsedShipment[],
  { parcels, answers, find }: DescribeContext,
): readonly ParsedShipment[] => {
  const named = new Set([
    ...answers.flatMap(({ orderId }) => orderId ?? []),
    ...shipments.flatMap(({ orderId }) => (orderId === null ? [] : (find(orderId)?.orderId ?? []))),
  ])
  const free = parcels
    .map((orderIds) => orderIds.filter((orderId) => !named.has(orderId) && find(orderId)?.refusal === null))
    .filter(({ length }) => length > 0)
  const answered = new Set(
    answers.flatMap(({ line, text, orderId }) => (orderId === undefined ? [] : [`${line} ${text}`])),
  )
  return shipments.flatMap((shipment) => {
    const { orderId, buyer, trackingNumber, problem, line, text } = shipment
    const isNumberOnly = orderId === null && buyer === null && trackingNumber !== null && problem === null
    const parcel = isNumberOnly && !answered.has(`${line} ${text}`) ? free.shift() : undefined
    return parcel === undefined ? [shipment] : parcel.map((of) => ({ ...shipment, orderId: of }))
  })
}

/** Each line item once. */
const sumLines = (lines: readonly ShippedLine[]): readonly ShippedLine[] => {
  const quantities = new Map<string, number>()
  for (const { lineItemId, quantity } of lines) {
    quantities.set(lineItemId, (quantities.get(lineItemId) ?? 0) + quantity)
  }
  return [...quantities].map(([lineItemId, quantity]) => ({ lineItemId, quantity }))
}

type Parcel = { readonly line: number; readonly number: string | null; readonly lines: readonly ShippedLine[] | null }

export const describeShipments = (
  shipments: readonly ParsedShipment[],
  context: DescribeContext,
): readonly ShipmentRow[] => {
  const answersByLine = new Map(context.answers.map((answer) => [answer.line, answer]))
  /** The first line with each number, and the parcels of each order so far. */
  const firstLines = new Map<string, { readonly line: number; readonly orderId: string | null }>()
  const parcels = new Map<string, Parcel[]>()
  const taken = new Map<string, number>()
  const rows: ShipmentRow[] = []

  /** The order as the lines before leave it. */
  const withoutTaken = (order: ShipmentOrder): ShipmentOrder => ({
    ...order,
    lines: order.lines.map((line) => ({
      ...line,
      left: line.left - (taken.get(`${order.orderId} ${line.lineItemId}`) ?? 0),
    })),
  })

  for (const shipment of assignPositions(shipments, context)) {
    const { line, text } = shipment
    const known = answersByLine.get(line)
    const answer = known?.text === text ? known : undefined
    const typed = answer?.trackingNumber
    const trackingNumber =
      typed === undefined ? shipment.trackingNumber : canBeTracking(typed) ? normalizeTracking(typed) : null
    const written = answer?.orderId ?? shipment.orderId
    const whole = written === null ? undefined : context.find(written)
    const order = whole === undefined ? undefined : withoutTaken(whole)
    const orderId = whole?.orderId ?? written
    const { carrier, carrierBy, carrierWord, doubts } = readCarrier(shipment.carrier, trackingNumber, answer?.carrier)
    const earlier = trackingNumber === null ? undefined : firstLines.get(trackingNumber)
    if (trackingNumber !== null && earlier === undefined) firstLines.set(trackingNumber, { line, orderId })
    const before = parcels.get(orderId ?? '') ?? []
    const same = trackingNumber === null ? undefined : before.find(({ number }) => number === trackingNumber)
    const names = shipment.item !== null || shipment.quantity !== null
    // Another number for an order that the lines before took whole: an item can come in two parcels.
    const isFurther =
      whole !== undefined &&
      same === undefined &&
      !names &&
      before.some(({ lines }) => lines === null) &&
      trackingNumber !== null
    const items: Items | undefined =
      order === undefined ? undefined : isFurther ? { lines: null } : readItems(shipment, order)
    const isWrong = trackingNumber !== null && checkNumber(trackingNumber).isRight === false
    const restLines = (of: ShipmentOrder): readonly ShippedLine[] =>
      of.lines.flatMap(({ lineItemId, left, isRefunded }) =>
        left > 0 && !isRefunded ? [{ lineItemId, quantity: left }] : [],
      )
    const lines =
      order === undefined || whole === undefined || items === undefined || 'problem' in items
        ? []
        : (items.lines ?? restLines(isFurther ? whole : order))

    const findProblem = (): Problem | null => {
      const stop = (problem: string | null | undefined, asks: ShipmentRow['asks'] = null): Problem | null =>
        problem == null ? null : { problem, asks }
      return (
        (typed === undefined ? stop(shipment.problem, shipment.trackingNumber === null ? 'number' : null) : null) ??
        (written === null ? stop('No order number in this line. Which order is it for?', 'order') : null) ??
        (order === undefined ? stop(UNKNOWN_ORDER, 'order') : null) ??
        (typed !== undefined && trackingNumber === null
          ? stop(`“${typed}” isn’t a tracking number.`, 'number')
          : null) ??
        stop(order?.refusal) ??
        (trackingNumber !== null && order?.trackingNumbers.includes(trackingNumber)
          ? stop('The order already has a shipment with this number.')
          : null) ??
        (trackingNumber === null ? stop('The line has no tracking number.', 'number') : null) ??
        (same !== undefined && !names ? stop(`Line ${same.line} is the same shipment.`) : null) ??
        (items !== undefined && 'problem' in items ? stop(items.problem) : null) ??
        (lines.length === 0 ? stop('Everything in this order is in another shipment, or was refunded.') : null) ??
        (isWrong && answer?.isNumberRight !== true ? stop(WRONG_DIGIT, 'number') : null) ??
        (carrier === null
          ? stop(
              carrierWord === null
                ? 'The carrier isn’t known. Choose one.'
                : `The carrier isn’t known: “${carrierWord}”. Choose one, or send it as it is written.`,
              'carrier',
            )
          : null) ??
        (order?.isCancelRequested === true && answer?.despiteCancel !== true
          ? stop(`${CANCEL_REQUESTED} Ship it anyway?`, 'cancel')
          : null)
      )
    }
    const found = findProblem()
    const joins = found === null && same !== undefined ? same.line : null
    if (found === null && orderId !== null) {
      parcels.set(orderId, [
        ...before,
        ...(joins === null ? [{ line, number: trackingNumber, lines: names ? lines : null }] : []),
      ])
      if (!isFurther) {
        for (const { lineItemId, quantity } of lines) {
          const key = `${orderId} ${lineItemId}`
          taken.set(key, (taken.get(key) ?? 0) + quantity)
        }
      }
    }
    const titles = new Map(whole?.lines.map(({ lineItemId, title }) => [lineItemId, title]))
    const refunded = names ? [] : (order?.lines.filter(({ left, isRefunded }) => left > 0 && isRefunded) ?? [])
    const input: ShipmentInput | null =
      found !== null || orderId === null || carrier === null || joins !== null
        ? null
        : {
            ...{ orderId, carrier: carrier.code, trackingNumber, isFurther },
            lines: names || isFurther ? [...lines] : null,
            despiteCancel: answer?.despiteCancel ?? false,
          }
    rows.push({
      ...{ line, text, orderId, carrier, carrierBy, carrierWord, trackingNumber, joins },
      buyer: whole?.buyer ?? shipment.buyer,
      listingId:
        (whole?.lines.find(({ lineItemId }) => lineItemId === lines[0]?.lineItemId) ?? whole?.lines[0])?.listingId ??
        null,
      items: describeItems(lines.map((each) => ({ ...each, title: titles.get(each.lineItemId) ?? null }))),
      doubts: [
        ...doubts,
        ...(isFurther ? ['One more parcel of this order: its items are named twice.'] : []),
        ...refunded.map(({ title, lineItemId }) => `“${title ?? lineItemId}” was refunded and isn’t in this shipment.`),
        ...(earlier !== undefined && earlier.orderId !== orderId && earlier.line !== line
          ? [`Line ${earlier.line} has the same number for another order.`]
          : []),
      ],
      problem: found?.problem ?? null,
      asks: found?.asks ?? null,
      choices:
        found?.asks === 'order' && shipment.buyer !== null
          ? context.ofName(shipment.buyer).slice(0, 10).map(toChoice)
          : [],
      shipment: input,
    })
    // A line that joins an earlier one adds its items to that parcel.
    if (joins !== null) {
      const index = rows.findIndex((row) => row.line === joins)
      const first = rows[index]
      if (first?.shipment?.lines != null) {
        rows[index] = {
          ...first,
          shipment: { ...first.shipment, lines: [...sumLines([...first.shipment.lines, ...lines])] },
        }
      }
    }
  }
  return rows
}

const toChoice = ({ orderId, lines: [first] }: ShipmentOrder): ShipmentRow['choices'][number] => ({
  orderId,
  title: first?.title ?? null,
  listingId: first?.listingId ?? null,
})
