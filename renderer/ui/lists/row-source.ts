/**
 * The rows of a long list, only some of which are loaded. A row that isn't loaded is a hole: it has a place and a
 * height, but no key.
 */
export type RowSource<Item> = {
  /** Identifies the list. A change resets the list to the top. */
  readonly id: string
  readonly count: number
  /** Whether these are the previous list's rows, shown until the next list is loaded. */
  readonly isFormer: boolean
  /** Undefined for a hole, and outside the list. */
  readonly at: (index: number) => Item | undefined
  /** Every loaded row, in order. */
  readonly here: () => Iterable<readonly [index: number, item: Item]>
  /** Called with the first and last visible row, so that they can be loaded. Must be stable between renders. */
  readonly onInSight: (first: number, last: number) => void
}

const nothingToFetch = (): void => undefined

/** An array as a source. */
export const rowsOfArray = <Item>(items: readonly Item[]): RowSource<Item> => ({
  id: '',
  count: items.length,
  isFormer: false,
  at: (index) => items[index],
  here: () => items.entries(),
  onInSight: nothingToFetch,
})

/**
 * Blocks of equal length as a source. `blocks` maps a block's number to its rows. Rows past `count` are dropped,
 * because a block may be older than the count.
 */
export const rowsOfBlocks = <Item>(given: {
  readonly id: string
  readonly count: number
  readonly blockLength: number
  readonly blocks: ReadonlyMap<number, readonly Item[]>
  readonly isFormer?: boolean
  readonly onInSight: (first: number, last: number) => void
}): RowSource<Item> => {
  const { id, count, blockLength, blocks, isFormer = false, onInSight } = given
  return {
    id,
    count,
    isFormer,
    at: (index) => (index < count ? blocks.get(Math.floor(index / blockLength))?.[index % blockLength] : undefined),
    here: function* () {
      for (const number of [...blocks.keys()].sort((one, other) => one - other)) {
        const first = number * blockLength
        for (const [offset, item] of blocks.get(number)?.entries() ?? []) {
          if (first + offset < count) yield [first + offset, item] as const
        }
      }
    },
    onInSight,
  }
}

/** The blocks that contain the rows from `first` to `last`, with half a block on either side, in order. */
export const blocksAround = (first: number, last: number, blockLength: number): readonly number[] => {
  const margin = Math.floor(blockLength / 2)
  const from = Math.floor(Math.max(0, first - margin) / blockLength)
  const to = Math.floor(Math.max(0, last + margin) / blockLength)
  return Array.from({ length: to - from + 1 }, (_, offset) => from + offset)
}

/**
 * How many places most of these rows have moved; 0 if most have not moved, or no distance is shared by half of them.
 * Blocks of a list arrive one after the other, so the visible rows can move in two steps. In each step the larger part
 * decides, or the upper one of two equal parts, so both steps together lead to the right place.
 */
export const commonDistance = (
  before: readonly (readonly [key: string, index: number])[],
  now: ReadonlyMap<string, number>,
): number => {
  const counts = new Map<number, number>()
  for (const [key, index] of before) {
    const place = now.get(key)
    if (place !== undefined) counts.set(place - index, (counts.get(place - index) ?? 0) + 1)
  }
  let common = 0
  let most = 0
  for (const [distance, count] of counts) {
    if (count > most) {
      common = distance
      most = count
    }
  }
  return most * 2 >= before.length ? common : 0
}
