/** Some of so many, evenly spread, the first and the last among them. */
export const spread = (count: number, most: number): readonly number[] =>
  count <= most
    ? Array.from({ length: count }, (_, index) => index)
    : Array.from({ length: most }, (_, index) => Math.round((index * (count - 1)) / (most - 1)))
