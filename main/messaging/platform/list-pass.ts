/**
 * One pass over the pages of a list, and whether two passes agree (MSG-04). Offset paging repeats and skips entries
 * while others arrive or move. A pass counts only if its total never changed and it returned as many distinct entries.
 * The list is complete when such a pass returns exactly the entries of the previous one.
 */
import * as z from 'zod'

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
  /** Conversations of the previous pass; null if it doesn't count. */
  previousRead: z.number().nullable(),
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
}

const isConsistent = (pass: ListPass): boolean =>
  pass.pass > 0 && !pass.isRunning && pass.isStable && pass.read + pass.unreadable === pass.total

export const startPass = (before: ListPass, nowMs: number): ListPass => ({
  ...beforeFirstPass,
  pass: before.pass + 1,
  isRunning: true,
  startedAtMs: nowMs,
  total: before.total,
  previousRead: isConsistent(before) ? before.read : null,
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

/** Adds a page to the pass. The pass ends when the offset reaches the total or doesn't move. */
export const addPage = (pass: ListPass, page: PageResult): ListPass => {
  const nextOffset = pass.nextOffset + page.step
  return {
    ...pass,
    nextOffset,
    total: page.total,
    isStable: pass.isStable && (pass.nextOffset === 0 || pass.total === page.total),
    read: pass.read + page.added,
    agreeing: pass.agreeing + page.agreeing,
    unreadable: pass.unreadable + page.unreadable,
    isRunning: page.step > 0 && nextOffset < page.total,
  }
}

/** Whether a finished pass returned the same entries as the previous one. */
export const isAgreed = (pass: ListPass): boolean =>
  isConsistent(pass) && pass.previousRead === pass.read && pass.agreeing === pass.read
