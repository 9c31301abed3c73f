/** Sentences in which a platform says that calls are used up. */

/** About calls. “You have reached your selling limit” is not. */
const callsUsedUp =
  /\b(api|calls?|requests?|usage|rate)\b[^.]{0,40}\b(limit|quota)\b|\b(limit|quota)\b[^.]{0,40}\b(calls|requests)\b|\btoo many (calls|requests)\b|\bexceeded the number of times\b/iu

/** About the calls of a day. */
const dayUsedUp =
  /\b(daily|per day|today(’s|'s)?|24 hours)\b[^.]{0,60}\b(limit|quota|calls?|requests?|changes|revisions|allowance)\b|\b(limit|quota|calls?|requests?|changes|revisions|allowance)\b[^.]{0,60}\b(daily|per day|a day|today|24 hours)\b|\bcall usage limit\b/iu

const aboutSelling = /\bselling (limit|allowance)|\bitems? (listed|for sale)\b/iu

/** Whether the sentence says that calls are used up, whatever their period. */
export const saysUsedUp = (said: string): boolean => callsUsedUp.test(said) || saysDayUsedUp(said)

/** Whether the sentence says that the calls of the day are used up. */
export const saysDayUsedUp = (said: string | undefined): boolean =>
  said !== undefined && dayUsedUp.test(said) && !aboutSelling.test(said)
