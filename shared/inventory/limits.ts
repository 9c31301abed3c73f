/**
 * Limits of the inventory service (document 1, sections 2 and 8).
 *
 * "Characters" are counted as Unicode code points. The documents do not say what a character is; a code point is what a
 * person who counts letters comes closest to, an emoji does not cost two, and a text is never cut inside one. It is also
 * never more than a count of UTF-16 units, so that a counter here may allow what a stricter platform refuses: its own error
 * (25004, 25044, 25045) is then shown at the same field.
 */
export const SKU_MAX_CHARACTERS = 50
export const TITLE_MAX_CHARACTERS = 80
export const ASPECT_NAME_MAX_CHARACTERS = 40
export const ASPECT_VALUE_MAX_CHARACTERS = 50
/** A cap of this client's, not of the platform's (document 1, section 2). */
export const IMAGES_MAX = 12
export const BULK_ITEMS_MAX = 25
/** This many or fewer is shown as low stock, until the seller sets another number. */
export const LOW_STOCK_AT_MOST = 1
export const LOW_STOCK_LARGEST = 1_000_000

/** Length in code points. */
export const countCharacters = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}
