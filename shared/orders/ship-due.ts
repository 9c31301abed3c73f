/**
 * By which day an order is to be shipped, and whether it is late: the same on every screen (ORD-09). Pure.
 *
 * The platform states the last second of a day in the marketplace's zone, and that day is the one to ship on wherever the computer
 * is: "Nov 28" until 23:59 in Los Angeles is 02:59 of Nov 29 in New York. Today is the computer's day, as on the seller's calendar.
 */
import * as z from 'zod'
import { localDay, platformDay } from '../connection/platform-days.ts'

/** `none`: without a date, or nothing is to be shipped. */
export const shipDueSchema = z.object({
  kind: z.enum(['late', 'today', 'tomorrow', 'day', 'none']),
  /** `2026-11-28`, never before today unless it is late; null if `none`. */
  day: z.string().nullable(),
})
export type ShipDue = z.infer<typeof shipDueSchema>

export const NOT_DUE: ShipDue = { kind: 'none', day: null }

/** It is to be shipped today, or should have been before. */
export const isDueToday = ({ kind }: ShipDue): boolean => kind === 'late' || kind === 'today'

/** `zone`: of the marketplace's days. */
export const shipDue = (shipByMs: number | null, nowMs: number, zone: string | undefined): ShipDue => {
  if (shipByMs === null) return NOT_DUE
  const stated = platformDay(shipByMs, zone)
  if (shipByMs < nowMs) return { kind: 'late', day: stated }
  const today = localDay(nowMs)
  // East of the marketplace its day lasts into the next morning.
  if (stated <= today) return { kind: 'today', day: today }
  return { kind: stated === localDay(nowMs, 1) ? 'tomorrow' : 'day', day: stated }
}
