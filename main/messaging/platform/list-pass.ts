/**
 * One pass over the pages of a list, and whether two passes agree (MSG-04). Offset paging repeats and skips entries
 * while others arrive or move. A pass counts only if its total never changed and it returned as many distinct entries.
 * The list is complete when such a pass returns exactly the entries of the previous one. A platform may also list fewer
 * entries than its total says, pass after pass: then the list is complete as far as the platform lists.
 *
 * A platform may refuse a long list as a whole (PLT-31). Such a list is read in windows of time, from the newest to the oldest.
 */
import * as z from 'zod'

const DAY_MS = 24 * 60 * 60_000
const MAX_WINDOW_MS = 2 * 365 * DAY_MS
const MIN_WINDOW_MS = 60 * 60_000
const FIRST_WINDOW_MS = 30 * DAY_MS
/** A window with fewer conversations may be followed by a longer one. */
const SHORT_WINDOW = 500
/** Windows overlap by the smallest time that a request can name, because a platform may leave out both ends. */
const OVERLAP_MS = 1_000
/** No conversation is older. */
const EARLIEST_MS = Date.UTC(2000, 0, 1)

const windowSchema = z.object({
  fromMs: z.number(),
  toMs: z.number(),
  /** The totals of the windows before. */
  doneTotal: z.number(),
})
export type ListWindow = Readonly<z.infer<typeof windowSchema>>

export const listPassSchema = z.object({
  /** 0 before the first pass. */
  pass: z.number(),
  isRunning: z.boolean(),
  startedAtMs: z.number(),
  nextOffset: z.number(),
  /** The platform's latest total. */
  total: z.number().nullable(),
  /** Whether every page of this pass gave the same total. */
  isStable: z.boolean(),
  /** Distinct conversations of this pass, and how many of them the previous pass also returned. */
  read: z.number(),
  agreeing: z.number(),
  /** Entries without an id. */
  unreadable: z.number(),
  /** Conversations of the previous pass; null if its total changed. */
  previousRead: z.number().nullable(),
  /** The previous pass's total, and whether that pass returned as many entries. */
  previousTotal: z.number().nullable().default(null),
  wasConsistent: z.boolean().default(true),
  /** The part of the list that is read now; null for a list that is read as a whole. */
  window: windowSchema.nullable().default(null),
})
export type ListPass = Readonly<z.infer<typeof listPassSchema>>

export const beforeFirstPass: ListPass = {
  pass: 0,
  isRunning: false,
  startedAtMs: 0,
  nextOffset: 0,
  total: null,
  isStable: true,
  read: 0,
  agreeing: 0,
  unreadable: 0,
  previousRead: null,
  previousTotal: null,
  wasConsistent: false,
  window: null,
}

const isFinished = (pass: ListPass): boolean => pass.pass > 0 && !pass.isRunning && pass.isStable

const isConsistent = (pass: ListPass): boolean => isFinished(pass) && pass.read + pass.unreadable === pass.total

export const startPass = (before: ListPass, nowMs: number): ListPass => ({
  ...beforeFirstPass,
  pass: before.pass + 1,
  isRunning: true,
  startedAtMs: nowMs,
  total: before.total,
  previousRead: isFinished(before) ? before.read : null,
  previousTotal: before.total,
  wasConsistent: isConsistent(before),
})

type PageResult = {
  readonly total: number
  /** The distance to the next page's offset. */
  readonly step: number
  /** Conversations new in this pass. */
  readonly added: number
  /** Those of them that the previous pass also returned. */
  readonly agreeing: number
  readonly unreadable: number
}

/** The first window of a pass. It ends a day ahead, because the platform's clock may be ahead of this computer's. */
export const firstWindow = (nowMs: number): ListWindow => ({
  fromMs: nowMs - FIRST_WINDOW_MS,
  toMs: nowMs + DAY_MS,
  doneTotal: 0,
})

/** Half of a window that is too long as well; undefined if it is too short to halve. */
export const halveWindow = ({ fromMs, toMs, doneTotal }: ListWindow): ListWindow | undefined =>
  toMs - fromMs < MIN_WINDOW_MS ? undefined : { fromMs: toMs - (toMs - fromMs) / 2, toMs, doneTotal }

/** The window before a window that held `total` conversations; undefined if nothing is older. */
const previousWindow = ({ fromMs, toMs, doneTotal }: ListWindow, total: number): ListWindow | undefined => {
  if (fromMs <= EARLIEST_MS) return undefined
  const lengthMs = Math.min((toMs - fromMs) * (total < SHORT_WINDOW ? 2 : 1), MAX_WINDOW_MS)
  return { fromMs: fromMs - lengthMs, toMs: fromMs + OVERLAP_MS, doneTotal: doneTotal + total }
}

/** Adds a page to the pass. A list or window ends when the offset reaches the total or doesn't move. */
export const addPage = (pass: ListPass, page: PageResult): ListPass => {
  const nextOffset = pass.nextOffset + page.step
  const total = (pass.window?.doneTotal ?? 0) + page.total
  const hasMore = page.step > 0 && nextOffset < page.total
  const added = {
    ...pass,
    nextOffset,
    total,
    isStable: pass.isStable && (pass.nextOffset === 0 || pass.total === total),
    read: pass.read + page.added,
    agreeing: pass.agreeing + page.agreeing,
    unreadable: pass.unreadable + page.unreadable,
    isRunning: hasMore,
  }
  if (hasMore || pass.window === null) return added
  const window = previousWindow(pass.window, page.total)
  return window === undefined ? added : { ...added, nextOffset: 0, window, isRunning: true }
}

const isSameAsBefore = (pass: ListPass): boolean => pass.previousRead === pass.read && pass.agreeing === pass.read

/** Whether a finished pass returned the same entries as the previous one, and as many as the total of both. */
export const isAgreed = (pass: ListPass): boolean => isConsistent(pass) && pass.wasConsistent && isSameAsBefore(pass)

/** Whether two passes returned the same entries under the same total, which says another number. */
export const isAsListed = (pass: ListPass): boolean =>
  isFinished(pass) && !isConsistent(pass) && pass.previousTotal === pass.total && isSameAsBefore(pass)
