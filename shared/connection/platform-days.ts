/**
 * Days that the platform states as an instant (ORD-09): a delivery estimate is midnight of the marketplace's own zone, and what
 * is to be shipped by a day has until its last second there. In another zone the instant may be on another day.
 */

import type { PlatformId } from './platforms.ts'
import { getPlatform } from './profile.ts'

const DAY_MS = 24 * 60 * 60_000

/** The time zone of a marketplace's days; undefined, which means the computer's, if the marketplace isn't known. */
export const findDayZone = (connection: {
  readonly platform?: PlatformId | undefined
  readonly marketplaceId: string
}): string | undefined => getPlatform(connection).marketplaces.find(({ id }) => id === connection.marketplaceId)?.zone

/** Creating a formatter costs more than a hundred uses. */
const formats = new Map<string | undefined, Intl.DateTimeFormat>()

const readParts = (atMs: number, zone: string | undefined): ReadonlyMap<string, string> => {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
  // The computer may move to another zone.
  if (zone !== undefined) formats.set(zone, format)
  return new Map(format.formatToParts(atMs).map(({ type, value }) => [type, value]))
}

/** `2026-11-28`, the day of an instant. */
export const platformDay = (atMs: number, zone: string | undefined): string => {
  const parts = readParts(atMs, zone)
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
}

/** `2026-11-28`, the day on this computer, or one so many days later. */
export const localDay = (atMs: number, later = 0): string => {
  const at = new Date(atMs)
  const day = new Date(at.getFullYear(), at.getMonth(), at.getDate() + later)
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}

/** The first instant of the day of `atMs`. */
export const startOfPlatformDay = (atMs: number, zone: string | undefined): number => {
  const day = platformDay(atMs, zone)
  const parts = readParts(atMs, zone)
  const sinceMidnightMs = Date.parse(`1970-01-01T${parts.get('hour')}:${parts.get('minute')}:${parts.get('second')}Z`)
  let startMs = Math.floor(atMs / 1_000) * 1_000 - sinceMidnightMs
  // The clocks changed since midnight: moves by whole quarters of an hour to where the day begins.
  while (platformDay(startMs, zone) !== day) startMs += 15 * 60_000
  while (platformDay(startMs - 1, zone) === day && atMs - startMs < 2 * DAY_MS) startMs -= 15 * 60_000
  return startMs
}
