/**
 * Limits of the inventory service, in Unicode code points: that is what a person counts, and a text is never cut inside
 * one. A stricter platform answers with its own error (25004, 25044, 25045), which is shown at the same field.
 */
export const MAX_SKU_CHARACTERS = 50
export const MAX_TITLE_CHARACTERS = 80
export const MAX_ASPECT_NAME_CHARACTERS = 40
export const MAX_BULK_ITEMS = 25
export const DEFAULT_LOW_STOCK = 1
/** Maximum characters of where an item is kept. */
export const MAX_PLACE_CHARACTERS = 40

/** Some twenty lots. */
export const MAX_COST_CHARACTERS = 600
export const MAX_LOW_STOCK = 1_000_000

/** Length in code points. */
export const countCharacters = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}
