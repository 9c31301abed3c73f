export const SHOWN_DAYS = 14

/** The starts of the last fourteen days of the seller's own calendar, then the end of today. Days with a clock change count. */
export const dayStarts = (nowMs: number): number[] => {
  const now = new Date(nowMs)
  return Array.from({ length: SHOWN_DAYS + 1 }, (_, index) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + index - SHOWN_DAYS + 1).getTime(),
  )
}
