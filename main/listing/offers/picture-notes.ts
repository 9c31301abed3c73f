/** What the seller should know about an item's pictures before it is listed (PLT-34). Pure. */
import type { PlatformName } from '../../../shared/connection/platforms.ts'

/** Pictures that expire within this time are warned about. */
const SOON_MS = 7 * 24 * 60 * 60_000

const count = (pictures: readonly string[], one: string, more: string): string =>
  pictures.length === 1 ? `1 picture ${one}` : `${pictures.length} pictures ${more}`

/** Those of an item's pictures that the platform has deleted, because no listing used them. */
export const findExpired = (
  urls: readonly string[],
  expiries: Readonly<Record<string, number>>,
  nowMs: number,
): readonly string[] => urls.filter((url) => (expiries[url] ?? Number.POSITIVE_INFINITY) <= nowMs)

export const listPictureNotes = (
  urls: readonly string[],
  known: {
    readonly expiries: Readonly<Record<string, number>>
    readonly nowMs: number
    readonly isLive: boolean
    /** Whether the platform keeps this picture, so that it needs no other host. */
    readonly isKept: (url: string) => boolean
    readonly platformName: PlatformName
    readonly writeDate: (atMs: number) => string
  },
): readonly string[] => {
  const { expiries, nowMs, isLive, isKept, writeDate } = known
  const { the, The } = known.platformName
  const soon = urls.filter((url) => {
    const atMs = expiries[url] ?? Number.POSITIVE_INFINITY
    return !isLive && atMs > nowMs && atMs - nowMs <= SOON_MS
  })
  const firstMs = Math.min(...soon.map((url) => expiries[url] ?? Number.POSITIVE_INFINITY))
  const foreign = urls.filter((url) => URL.canParse(url) && expiries[url] === undefined && !isKept(url))
  const hosts = [...new Set(foreign.map((url) => new URL(url).host))]
  return [
    ...(soon.length === 0
      ? []
      : [
          `${count(soon, 'is', 'are')} deleted by ${the} on ${writeDate(firstMs)} unless a listing uses ${soon.length === 1 ? 'it' : 'them'}. Publish before, or upload again.`,
        ]),
    ...(foreign.length === 0
      ? []
      : [
          `${count(foreign, 'stays', 'stay')} on ${hosts.join(', ')}. ${The} doesn’t copy ${foreign.length === 1 ? 'it' : 'them'}: keep ${foreign.length === 1 ? 'it' : 'them'} there as long as the item is listed.`,
        ]),
  ]
}
