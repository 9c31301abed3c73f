/** How many items a file gets, in words. Pure. */
import type { Maker } from '../../../shared/inventory/active-listing.ts'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'

/** `25 of 60 items, as searched and filtered`: how many items a file gets, and why not all. */
export const exportLabel = (items: number, total: number): string =>
  items === total
    ? `all ${formatCount(total, 'item')}`
    : `${formatNumber(items)} of ${formatCount(total, 'item')}, as searched and filtered`

type Found = {
  /** Items and listings made with other tools that match the search and filter. */
  readonly matches: number
  /** All items. */
  readonly all: number
  /** All listings made with other tools. A file has none of them. */
  readonly elsewhere: number
}

/** What a file of the list would get. Names no number where items and other listings are counted together. */
export const previewExport = ({ matches, all, elsewhere }: Found, maker: Maker = 'here'): string => {
  if (maker === 'here') return exportLabel(matches, all)
  if (maker === 'elsewhere') return exportLabel(0, all)
  return matches === all + elsewhere ? exportLabel(all, all) : 'the items that are searched and filtered'
}
