/** Puts thank-yous behind questions: a buyer who only thanks loses nothing by waiting. */
export const thanksLast = <T>(rows: readonly T[], isThanks: (row: T) => boolean): readonly T[] => [
  ...rows.filter((row) => !isThanks(row)),
  ...rows.filter(isThanks),
]
