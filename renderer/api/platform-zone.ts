/**
 * The time zone of the days that the platform states as an instant (ORD-09). Like its name, it belongs to the window; the shell sets
 * it before its screens render.
 */
import { type DateFormat, dateFormat } from '../ui/format/locale-format.ts'

let zone: string | undefined

/** Undefined for the computer's zone. */
export const setPlatformZone = (next: string | undefined): void => {
  zone = next
}

/** Returns a function that returns the formatter for the connection on screen. */
export const inPlatformZone = (options: Intl.DateTimeFormatOptions): (() => DateFormat) => {
  const made = new Map<string | undefined, DateFormat>()
  return () => {
    const format = made.get(zone) ?? dateFormat({ ...options, timeZone: zone })
    made.set(zone, format)
    return format
  }
}
