/** Picks some of the indexes, evenly spread, including the first and the last. */
export const spread = (count: number, most: number): readonly number[] =>
  count <= most
    ? Array.from({ length: count }, (_, index) => index)
    : Array.from({ length: most }, (_, index) => Math.round((index * (count - 1)) / (most - 1)))
