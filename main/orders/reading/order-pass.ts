/**
 * Reading a list of orders by pages while it changes (ORD-01). Pure.
 *
 * An order that changes while the pages are read moves within the list, so that another one may be on no page. A pass is
 * complete only if it saw as many orders as the list had; otherwise it is repeated. The next reading begins where every later
 * change is surely found: at the newest change seen, less the time that the pass took. Times are the platform's and the
 * monotonic clock's, so a wrong clock of this computer changes nothing.
 */

export type SeenOrder = { readonly orderId: string; readonly modifiedAtMs: number | null }

/** One reading of all pages. */
export type Pass = {
  readonly startedMonotonicMs: number
  readonly offset: number
  readonly pages: number
  readonly seen: ReadonlySet<string>
  /** Entries that are not orders. */
  readonly unreadable: number
  /** The largest number of orders that a page said the list had. */
  readonly total: number
  readonly newestMs: number | null
}

export const beginPass = (monotonicMs: number): Pass => ({
  startedMonotonicMs: monotonicMs,
  offset: 0,
  pages: 0,
  seen: new Set(),
  unreadable: 0,
  total: 0,
  newestMs: null,
})

export const addPage = (
  pass: Pass,
  page: { readonly orders: readonly SeenOrder[]; readonly total: number; readonly step: number },
): Pass => ({
  ...pass,
  offset: pass.offset + page.step,
  pages: pass.pages + 1,
  seen: new Set([...pass.seen, ...page.orders.map(({ orderId }) => orderId)]),
  unreadable: pass.unreadable + page.step - page.orders.length,
  total: Math.max(pass.total, page.total),
  newestMs: page.orders.reduce<number | null>(
    (newest, { modifiedAtMs }) => (modifiedAtMs === null ? newest : Math.max(newest ?? modifiedAtMs, modifiedAtMs)),
    pass.newestMs,
  ),
})

/** `step`: the entries of the last page; none ends the pass. */
export const hasNextPage = (pass: Pass, step: number): boolean => step > 0 && pass.offset < pass.total

/** Whether it saw every order. */
export const isComplete = ({ seen, unreadable, total }: Pass): boolean => seen.size + unreadable >= total

/**
 * From when on the next reading has to look; null if no order was seen. A single page is one moment. Pages read in turn may miss
 * changes made meanwhile, which are at most as old as the pass.
 */
export const findMark = (pass: Pass, monotonicMs: number): number | null => {
  if (pass.newestMs === null) return null
  return pass.pages <= 1 ? pass.newestMs : pass.newestMs - Math.max(0, monotonicMs - pass.startedMonotonicMs)
}

/** The list may show a change some time after it was made, so each reading begins earlier by this. */
export const OVERLAP_MS = 15 * 60_000
