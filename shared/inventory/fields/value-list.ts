/** Several values in one text, as in a cell of the sheet. */

/** Separates several values in a text. Doubled, it is a plain character. */
export const VALUE_SEPARATOR = '|'

const escapeValue = (value: string): string =>
  value.includes(VALUE_SEPARATOR) ? value.replaceAll(VALUE_SEPARATOR, VALUE_SEPARATOR.repeat(2)) : value

/** A space keeps a separator apart from a value that begins with the same character; reading trims it. */
export const joinValues = (values: readonly string[]): string =>
  values
    .map((value, index) =>
      index > 0 && value.startsWith(VALUE_SEPARATOR) ? ` ${escapeValue(value)}` : escapeValue(value),
    )
    .join(VALUE_SEPARATOR)

/** Splits at single separators; a doubled one is the sign itself. Drops empty values. */
export const splitValues = (text: string): readonly string[] => {
  const values = ['']
  // A pair matches before a single separator.
  for (const [part] of text.matchAll(/\|\||\||[^|]+/g)) {
    if (part === VALUE_SEPARATOR) values.push('')
    else values[values.length - 1] += part === '||' ? VALUE_SEPARATOR : part
  }
  return values.map((value) => value.trim()).filter((value) => value !== '')
}
