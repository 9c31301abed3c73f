/**
 * Addresses inside a stranger's text (MSG-23).
 *
 * SECURITY (Electron checklist 15): a link is opened only where this finds it in a message, in the window when it is offered
 * and in main when it is asked for, and only after the user saw `host`. What hides its host is no link: an address with a
 * user name before the host, or one broken by an invisible character.
 */
import * as z from 'zod'

export const webLinkSchema = z.object({
  /** Where it stands in the text, in UTF-16 code units. */
  start: z.int().min(0),
  end: z.int().min(0),
  /** As it will be opened: what was written, in the normal form of an address. */
  url: z.string(),
  /** Where it leads, in letters that cannot be mistaken for others (a name in another script is shown as `xn--…`). */
  host: z.string(),
})
export type WebLink = z.infer<typeof webLinkSchema>

export const LINK_LENGTH = 2_000

/** Up to a blank, a quotation mark or bracket that ends an address, or a character that is not seen. */
const candidates = /https?:\/\/[^\s<>"'`{}|\\^\p{Cc}\p{Cf}\p{Co}\p{Cn}]+/giu

const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[' }

/** Without what ends a sentence and not an address; a closing bracket stays where the address opened it. */
const withoutTail = (written: string): string => {
  const signs = [...written]
  const count = (sign: string): number => signs.filter((one) => one === sign).length
  const unclosed = new Map(Object.entries(closing).map(([close, open]) => [close, count(open) - count(close)]))
  for (;;) {
    const last = signs.at(-1) ?? ''
    const balance = unclosed.get(last)
    if (balance !== undefined ? balance >= 0 : !/[.,;:!?…»”’*_~]/u.test(last)) return signs.join('')
    if (balance !== undefined) unclosed.set(last, balance + 1)
    signs.pop()
  }
}

/** The address as it would be opened; undefined where it is none that can be shown honestly. */
export const webAddressOf = (written: string): { readonly url: string; readonly host: string } | undefined => {
  if (!URL.canParse(written)) return undefined
  const { protocol, href, host, username, password } = new URL(written)
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  return host === '' || username !== '' || password !== '' ? undefined : { url: href, host }
}

/** The links of a text, in order. Only `http://` and `https://` addresses that are written out. */
export const linksOf = (text: string): readonly WebLink[] =>
  [...text.matchAll(candidates)].flatMap((match) => {
    if (match[0].length > LINK_LENGTH) return []
    const written = withoutTail(match[0])
    const address = webAddressOf(written)
    return address === undefined ? [] : [{ start: match.index, end: match.index + written.length, ...address }]
  })
