/** Addresses of pictures: several in one text, and what is wrong with one (INV-06, USE-02). */

const separators = ' \t\r\n\u00a0|,;'
const isSeparator = (character: string | undefined): boolean =>
  character !== undefined && separators.includes(character)

/** Scans back by hand: a regular expression takes quadratic time on long runs of spaces. */
const withoutSeparatorsAtEnd = (text: string): string => {
  let end = text.length
  while (isSeparator(text[end - 1])) end -= 1
  return text.slice(0, end)
}

/**
 * Splits a text before each `http://` or `https://` that follows a space, a line end, `|`, `,` or `;`, and drops these
 * separators. An address inside another one (`https://cdn.example/fetch/https://…`) stays in it. Returns no empty texts.
 */
export const splitAddresses = (text: string): readonly string[] => {
  const starts = [...text.matchAll(/https?:\/\//gi)].map(({ index }) => index).filter((at) => isSeparator(text[at - 1]))
  const bounds = [0, ...starts, text.length]
  const pieces = bounds.slice(1).map((end, index) => {
    const piece = text.slice(bounds[index], end)
    return (starts.length === 0 ? piece : withoutSeparatorsAtEnd(piece)).trim()
  })
  return pieces.filter((piece) => piece !== '')
}

/**
 * The characters of an address: https://www.rfc-editor.org/rfc/rfc3986#section-2
 * A parser for browsers also takes spaces, `|` and missing slashes, and the platform then loads another address or none.
 */
const writtenAddress = /^https?:\/\/[\w\-.~:@!$&'()*+,;=%[\]]+(?:[/?#][\w\-.~:/?#@!$&'()*+,;=%[\]]*)?$/i

/** What is wrong with a picture's address, or undefined (INV-06). */
export const imageUrlProblem = (url: string): string | undefined => {
  if (!URL.canParse(url)) return `“${url}” isn’t a web address. It must start with https://`
  const { protocol, href } = new URL(url)
  if (protocol !== 'https:') return `The picture ${url} isn’t HTTPS. Use an https:// address.`
  if (writtenAddress.test(url)) return undefined
  if (url.includes('|')) return `“${url}” contains “|”. Separate several addresses, or write the sign as %7C.`
  return `“${url}” works in a browser only. Write it as ${href.replaceAll('|', '%7C')} or copy it from there again.`
}
