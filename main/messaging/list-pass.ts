/**
 * One pass over the pages of a list, and whether two passes agree (MSG-04; document 2, section 4).
 *
 * Offset paging repeats and skips entries while others arrive or move. So a pass counts only where its total stood still and
 * as many different entries came as the total says; the list was complete when such a pass brought exactly the entries of
 * the one before. The earlier pass may be hours old: had the later one skipped what was there all along, the earlier one
 * would have had it. Pure: what was read of each page comes in, the state of the pass comes out.
 */
export type ListPass = {
  /** Rises with every pass; 0 before the first. */
  readonly pass: number
  readonly isUnderWay: boolean
  readonly beganAtMs: number
  readonly nextOffset: number
  /** What the platform said last. */
  readonly total: number | null
  /** Whether it said the same on every page of this pass. */
  readonly stood: boolean
  /** Different conversations of this pass, and those among them that the pass before had too. */
  readonly read: number
  readonly agreeing: number
  /** Entries without an id. */
  readonly unreadable: number
  /** How many the pass before had; null where it does not count. */
  readonly formerRead: number | null
}

export const neverPassed: ListPass = {
  pass: 0,
  isUnderWay: false,
  beganAtMs: 0,
  nextOffset: 0,
  total: null,
  stood: true,
  read: 0,
  agreeing: 0,
  unreadable: 0,
  formerRead: null,
}

/** Whether a pass that ended can be trusted in itself. */
const isConsistent = (pass: ListPass): boolean =>
  pass.pass > 0 && !pass.isUnderWay && pass.stood && pass.read + pass.unreadable === pass.total

/** The next pass, from the first page. */
export const beginPass = (before: ListPass, nowMs: number): ListPass => ({
  ...neverPassed,
  pass: before.pass + 1,
  isUnderWay: true,
  beganAtMs: nowMs,
  total: before.total,
  formerRead: isConsistent(before) ? before.read : null,
})

/** What one page brought. */
export type PageRead = {
  readonly total: number
  /** All of its entries: the step to the next page. */
  readonly count: number
  /** Conversations that this pass had not had before. */
  readonly added: number
  /** Of those, the ones that the pass before had. */
  readonly agreeing: number
  readonly unreadable: number
}

/** The pass after a page. It ends where the offset reaches the total, or where a page is empty. */
export const addPage = (pass: ListPass, page: PageRead): ListPass => {
  const nextOffset = pass.nextOffset + page.count
  return {
    ...pass,
    nextOffset,
    total: page.total,
    stood: pass.stood && (pass.nextOffset === 0 || pass.total === page.total),
    read: pass.read + page.added,
    agreeing: pass.agreeing + page.agreeing,
    unreadable: pass.unreadable + page.unreadable,
    isUnderWay: page.count > 0 && nextOffset < page.total,
  }
}

/** Whether this pass, which ended, and the one before brought the same. */
export const isAgreed = (pass: ListPass): boolean =>
  isConsistent(pass) && pass.formerRead === pass.read && pass.agreeing === pass.read
