/**
 * One pass over the pages of a list, and whether two passes agree (MSG-04).
 *
 * Offset paging repeats and skips entries while others arrive or move. A pass counts only if its total stayed the same and
 * it returned as many distinct entries as that total. The list was complete when such a pass returned exactly the entries
 * of the one before.
 */
import * as z from 'zod'

export const listPassSchema = z.object({
  /** 0 before the first. */
  pass: z.number(),
  isRunning: z.boolean(),
  startedAtMs: z.number(),
  nextOffset: z.number(),
  /** The platform's latest total. */
  total: z.number().nullable(),
  /** Whether every page of this pass gave the same total. */
  isStable: z.boolean(),
  /** Distinct conversations of this pass, and those of them the previous pass returned too. */
  read: z.number(),
  agreeing: z.number(),
  /** Entries without an id. */
  unreadable: z.number(),
  /** Conversations of the previous pass; null if that one doesn't count. */
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
  /** How far the offset of the next page is. */
  readonly step: number
  /** Conversations this pass had not returned before. */
  readonly added: number
  /** Of those, the ones the previous pass returned. */
  readonly agreeing: number
  readonly unreadable: number
}

/** The pass after a page. It ends when the offset reaches the total or doesn't move. */
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

/** Whether a finished pass returned the same as the one before. */
export const isAgreed = (pass: ListPass): boolean =>
  isConsistent(pass) && pass.previousRead === pass.read && pass.agreeing === pass.read
