/**
 * Web addresses inside a buyer's text (MSG-23). SECURITY (Electron checklist 15,
 * https://www.electronjs.org/docs/latest/tutorial/security): only addresses found here can be opened, and only after
 * the user saw `host`. The window uses it to offer links, main to check the request. An address that hides its host is
 * not a link: one with a user name before the host, or one broken by an invisible character.
 */
export type WebLink = {
  /** Position in the text, in UTF-16 code units. */
  readonly start: number
  readonly end: number
  /** Normalised, as it will be opened. */
  readonly url: string
  /** In punycode where needed (`xn--…`), so that no look-alike letters are shown. */
  readonly host: string
}

export const MAX_LINK_LENGTH = 2_000

/** An address ends at a blank, a quotation mark, a bracket or an invisible character. */
const candidates = /https?:\/\/[^\s<>"'`{}|\\^\p{Cc}\p{Cf}\p{Co}\p{Cn}]+/giu

const openingBrackets: Readonly<Record<string, string>> = { ')': '(', ']': '[' }

/** Drops trailing punctuation, and closing brackets that the address did not open. */
const trimTail = (candidate: string): string => {
  const chars = [...candidate]
  const count = (char: string): number => chars.filter((one) => one === char).length
  const balance = new Map(
    Object.entries(openingBrackets).map(([close, open]) => [close, count(open) - count(close)] as const),
  )
  for (;;) {
    const last = chars.at(-1) ?? ''
    const open = balance.get(last)
    if (open !== undefined ? open >= 0 : !/[.,;:!?…»”’*_~]/u.test(last)) return chars.join('')
    if (open !== undefined) balance.set(last, open + 1)
    chars.pop()
  }
}

/** Parses an http or https address; undefined if it is neither or carries credentials. */
export const parseWebAddress = (text: string): { readonly url: string; readonly host: string } | undefined => {
  if (!URL.canParse(text)) return undefined
  const { protocol, href, host, username, password } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  return host === '' || username !== '' || password !== '' ? undefined : { url: href, host }
}

/** Finds the links of a text, in order. */
export const findLinks = (text: string): readonly WebLink[] =>
  [...text.matchAll(candidates)].flatMap((match) => {
    if (match[0].length > MAX_LINK_LENGTH) return []
    const trimmed = trimTail(match[0])
    const address = parseWebAddress(trimmed)
    return address === undefined ? [] : [{ start: match.index, end: match.index + trimmed.length, ...address }]
  })
