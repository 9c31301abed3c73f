/**
 * Names and values of item specifics that differ in capitals or blanks only are one (LST-23). The platform refuses a listing
 * that has both (21916582, 21916664).
 */

/** What two spellings of one name or value have in common. */
export const specificKey = (text: string): string => text.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase()

export const isSameSpecific = (a: string, b: string): boolean => a === b || specificKey(a) === specificKey(b)

/** Each once, as it is spelled first. */
export const uniqueSpecifics = (texts: readonly string[]): readonly string[] => {
  const first = new Map<string, string>()
  for (const text of texts) first.set(specificKey(text), first.get(specificKey(text)) ?? text)
  return [...first.values()]
}

/** The first two that are one; undefined if all differ. */
export const findSameSpecifics = (texts: readonly string[]): readonly [string, string] | undefined => {
  const seen = new Map<string, string>()
  for (const text of texts) {
    const key = specificKey(text)
    const twin = seen.get(key)
    if (twin !== undefined) return [twin, text]
    seen.set(key, text)
  }
  return undefined
}
