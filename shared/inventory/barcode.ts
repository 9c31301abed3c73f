/**
 * Barcodes as people and spreadsheets write them (USE-01).
 *
 * A GTIN has 8, 12, 13 or 14 digits and ends with a check digit: https://www.gs1.org/services/how-calculate-check-digit-manually
 */

const gtinLengths: readonly number[] = [8, 12, 13, 14]

/** What sellers of each language write for a product without a barcode. */
const unavailableTexts: readonly string[] = [
  'does not apply',
  'nicht zutreffend',
  'ne s’applique pas',
  'non applicable',
  'non applicabile',
  'no aplicable',
  'niet van toepassing',
  'nie dotyczy',
]

/** By the language of a marketplace's site. */
const unavailableByLanguage: Readonly<Record<string, string>> = {
  de: 'Nicht zutreffend',
  fr: 'Non applicable',
  it: 'Non applicabile',
  es: 'No aplicable',
  nl: 'Niet van toepassing',
  pl: 'Nie dotyczy',
}

/** The words for a product without a code, in the language of a tag such as `de-CH`. */
export const unavailableText = (language: string): string =>
  unavailableByLanguage[language.slice(0, 2)] ?? 'Does not apply'

const isUnavailableText = (text: string): boolean =>
  unavailableTexts.includes(text.trim().toLowerCase().replaceAll("'", '’'))

/** The last digit that makes the digits before it a GTIN. */
export const checkDigit = (digits: string): number => {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    sum += Number(digits[digits.length - 1 - index]) * (index % 2 === 0 ? 3 : 1)
  }
  return (10 - (sum % 10)) % 10
}

const hasGtinLength = (text: string): boolean => gtinLengths.includes(text.length) && /^\d+$/.test(text)

const isGtin = (text: string): boolean =>
  hasGtinLength(text) && /[1-9]/.test(text) && checkDigit(text.slice(0, -1)) === Number(text.at(-1))

/** The text inside `="…"`, which keeps a spreadsheet from reading a code as a number. */
const withoutFormula = (text: string): string => /^=\s*"([^"]*)"$/.exec(text)?.[1]?.trim() ?? text

/**
 * Repairs what a spreadsheet or a printed code adds or drops, if the result is certain: a formula, an apostrophe, `.0`,
 * spaces and hyphens, leading zeros. The check digit confirms each repair. Any other text is returned unchanged.
 *
 * `digits`: the usual length of the code, 12 for a UPC and 13 for an EAN.
 */
export const mendBarcode = (text: string, digits: 12 | 13): string => {
  const bare = withoutFormula(text.trim())
    .replace(/^'/, '')
    .replace(/[.,]0{1,4}$/, '')
    .replace(/[\s-]/g, '')
  // A code of 8 digits is whole. With zeros before it, it would be another one with the same check digit.
  const code = bare.length >= 11 ? bare.padStart(digits, '0') : bare
  return isGtin(code) ? code : text
}

/** What is wrong with a code of this name, or undefined. The text must be mended before. */
export const barcodeProblem = (name: string, text: string): string | undefined => {
  if (isGtin(text) || isUnavailableText(text)) return undefined
  if (/^\d+(?:[.,]\d+)?e\+?\d+$/i.test(withoutFormula(text.trim()))) {
    return `The ${name} “${text}” lost its last digits in a spreadsheet. Enter the whole code, and format that column as text.`
  }
  if (!hasGtinLength(text)) {
    return `The ${name} “${text}” isn’t a barcode. Enter its 8, 12, 13 or 14 digits, or “Does not apply” if the product has none.`
  }
  return `The ${name} “${text}” has a wrong digit. Compare it with the code on the product.`
}

/** Ten digits, of which the last may be an X: https://www.isbn-international.org/content/isbn-users-manual */
const isIsbn10 = (text: string): boolean =>
  /^\d{9}[\dX]$/.test(text) &&
  [...text].reduce((sum, digit, index) => sum + (10 - index) * (digit === 'X' ? 10 : Number(digit)), 0) % 11 === 0

/** An ISBN of 10 digits as the one of 13 that means the same book. */
const toIsbn13 = (isbn10: string): string => {
  const digits = `978${isbn10.slice(0, 9)}`
  return `${digits}${checkDigit(digits)}`
}

/**
 * The code that a text is, as typed, scanned or printed, and the field of an item that holds it: an ISBN of 13 digits, an EAN or a
 * UPC. Undefined for any other text, such as a title or a code with a wrong digit.
 */
export const readProductCode = (
  text: string,
): { readonly field: 'isbn' | 'ean' | 'upc'; readonly code: string } | undefined => {
  const bare = text.replace(/[\s-]/g, '').toUpperCase()
  if (isIsbn10(bare)) return { field: 'isbn', code: toIsbn13(bare) }
  if (!isGtin(bare) || (bare.length !== 12 && bare.length !== 13)) return undefined
  if (bare.length === 12) return { field: 'upc', code: bare }
  return { field: /^97[89]/.test(bare) ? 'isbn' : 'ean', code: bare }
}

/** What is wrong with an ISBN, or undefined. Spaces and hyphens are part of how it is printed. */
export const isbnProblem = (text: string): string | undefined => {
  const bare = text.replace(/[\s-]/g, '').toUpperCase()
  if (isIsbn10(bare) || (isGtin(bare) && bare.length === 13) || isUnavailableText(text)) return undefined
  return /^(?:\d{9}[\dX]|\d{13})$/.test(bare)
    ? `The ISBN “${text}” has a wrong digit. Compare it with the one in the book.`
    : `The ISBN “${text}” isn’t one. Enter its 10 or 13 digits, or “Does not apply” if the book has none.`
}
