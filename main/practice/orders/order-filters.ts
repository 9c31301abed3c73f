/** The criteria by which getOrders lists. */
import { createRefusals } from '../api/refusal.ts'
import type { StoredOrder } from './order-records.ts'
import { isShipped } from './orders.ts'

const { refuse } = createRefusals('API_FULFILLMENT')

const YEAR_MS = 366 * 86_400_000
const MAX_RANGE_MS = 2 * YEAR_MS
const DEFAULT_RANGE_MS = 90 * 86_400_000

type Range = { readonly fromMs: number; readonly toMs: number }

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/

const readTime = (text: string): number => {
  if (!TIME.test(text) || Number.isNaN(Date.parse(text))) refuse(400, 30810, 'Invalid date format')
  return Date.parse(text)
}

/** Reads `[from..to]`, where `to` may be left out. */
const readRange = (name: string, value: string, nowMs: number): Range => {
  const inside = /^\[(.*)\]$/.exec(value)?.[1]
  if (inside === undefined || !inside.includes('..')) {
    return refuse(400, 30800, `Invalid filter value ${value} for filter ${name}`)
  }
  const [from = '', to = ''] = inside.split('..')
  if (from === '') refuse(400, 30820, 'Start date is missing')
  const fromMs = readTime(from)
  const toMs = to === '' ? nowMs : readTime(to)
  if (fromMs > nowMs || toMs > nowMs) refuse(400, 30850, 'Start and end dates can’t be in the future')
  if (fromMs > toMs) refuse(400, 30840, 'Start date should be before end date')
  if (nowMs - fromMs > MAX_RANGE_MS) {
    refuse(400, 30830, 'Time range between start date and end date must be within ‘2’ years.')
  }
  return { fromMs, toMs }
}

const statusSets: readonly string[] = ['{NOT_STARTED|IN_PROGRESS}', '{FULFILLED|IN_PROGRESS}']

const readStatus = ({ fulfillments }: StoredOrder, isFulfilled: boolean): string =>
  isFulfilled ? 'FULFILLED' : fulfillments.length > 0 ? 'IN_PROGRESS' : 'NOT_STARTED'

/**
 * Parses the `filter` parameter. Commas separate the criteria. If both dates are given, `creationdate` alone counts;
 * without a date, the orders of the last ninety days are listed.
 */
export const parseOrderFilter = (filter: string | undefined, nowMs: number): ((order: StoredOrder) => boolean) => {
  let created: Range | undefined
  let modified: Range | undefined
  let statuses: string | undefined
  for (const criterion of (filter ?? '').split(',').filter((one) => one !== '')) {
    const at = criterion.indexOf(':')
    const [name, value] = [criterion.slice(0, at), criterion.slice(at + 1)]
    if (name === 'creationdate') created = readRange(name, value, nowMs)
    else if (name === 'lastmodifieddate') modified = readRange(name, value, nowMs)
    else if (name === 'orderfulfillmentstatus') {
      if (!statusSets.includes(value)) refuse(400, 30800, `Invalid filter value ${value} for filter ${name}`)
      statuses = value
    } else refuse(400, 30700, `Invalid filter name: ${name}`)
  }
  const usual = { fromMs: nowMs - DEFAULT_RANGE_MS, toMs: nowMs }
  const isWithin = (atMs: number, { fromMs, toMs }: Range): boolean => atMs >= fromMs && atMs <= toMs
  return (order) => {
    const isInTime =
      created === undefined && modified !== undefined
        ? isWithin(order.modifiedAtMs, modified)
        : isWithin(order.createdAtMs, created ?? usual)
    return (
      isInTime &&
      (statuses === undefined ||
        statuses
          .slice(1, -1)
          .split('|')
          .includes(readStatus(order, isShipped(order))))
    )
  }
}
