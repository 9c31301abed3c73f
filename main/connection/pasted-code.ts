/** What comes back from the platform's sign-in page: a code, or the reason why there is none. */
import { validation } from '../../shared/result.ts'

export type SignInReply =
  | { readonly code: string; readonly state: string | undefined }
  /** `refused` is the OAuth error code. */
  | { readonly refused: string; readonly state: string | undefined }

export const parseReply = (params: URLSearchParams): SignInReply | undefined => {
  const state = params.get('state') ?? undefined
  const error = params.get('error')
  if (error !== null) return { refused: error, state }
  const code = params.get('code')
  return code === null || code === '' ? undefined : { code, state }
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Browsers show some addresses decoded. A code that holds `^` then also holds a bare `#`, which would end the query: it is
 * encoded again (PLT-01).
 */
const encodeShownCode = (text: string): string =>
  text.replace(/(?<=(?:^|[?&#])code=)[^&]*\^[^&]*/, (code) => code.replaceAll('#', '%23'))

/**
 * Parses the text that the user pasted: the whole address, its query alone, or the code alone, encoded or not.
 *
 * Throws `validation` if there is no code in it.
 */
export const parsePasted = (pasted: string): SignInReply => {
  const text = encodeShownCode(pasted.trim())
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (/(^|[?&#])(code|error)=/.test(text)) {
    const queries = url === undefined ? [text.replace(/^[?#]/, '')] : [url.search, url.hash.replace(/^#/, '')]
    for (const query of queries) {
      const reply = parseReply(new URLSearchParams(query))
      if (reply !== undefined) return reply
    }
  } else if (url === undefined || !/^https?:$/.test(url.protocol)) {
    const code = /%[0-9a-f]{2}/i.test(text) ? decode(text) : text
    if (/^[\x21-\x7e]{1,4000}$/.test(code)) return { code, state: undefined }
  }
  throw validation(
    'input.pasted',
    'No code found. Paste the whole address that the browser shows after the sign-in, or the code in it.',
  )
}
