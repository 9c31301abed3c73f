/**
 * Reads what the platform's sign-in page returns: a code, or the reason why there is none. A code works once and
 * expires after minutes, so a doubtful one is never sent: it is found whole, or refused with a reason (PLT-42).
 */
import { type Failure, validation } from '../../shared/result.ts'

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

const PASTE_ADDRESS = 'Paste the whole address that the browser shows after the sign-in.'

const unusable = (problem: string): Failure => validation('input.pasted', `${problem} ${PASTE_ADDRESS}`)

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Invisible formatting that no code contains: zero-width characters, byte-order marks and soft hyphens. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g
/** Characters that a chat or mail adds around an address or a code. */
const AROUND = /[\s"'`<>«»“”„‘’[\](){}|\\]+/
const AROUND_ENDS = new RegExp(`^${AROUND.source}|${AROUND.source}$`, 'g')
/** Begins a parameter that only a sign-in's reply has. */
const REPLY = /(?:^|[?&#])(?:code|error)=/

/**
 * A word that continues an address or a code: only characters that occur in these, and one that doesn't occur in prose.
 */
const isContinuation = (word: string): boolean =>
  /^[\w.~%&=^#+*/:;-]+$/.test(word) && !/^https?:/i.test(word) && (/[%&=^#]/.test(word) || /^(?=.*\d).{8,}$/.test(word))

/**
 * Joins an address that was broken over lines, as mail programs do. A text field turns the line breaks into spaces, so
 * each space may be one. Throws `validation` if a single word follows a code, because it may or may not belong to it.
 */
const joinLines = (text: string): string => {
  const [first = '', ...words] = text.replace(/^[\s>]+/, '').split(/\s+(?:>\s*)*/)
  return words.reduce((joined, word, index) => {
    const isOpen = /[?&#](?:code|error)=\S*$|\^\S*$/.test(joined)
    if (isOpen && isContinuation(word)) return joined + word
    if (/(?:[?&#]code=|\^)[^&\s]*$/.test(joined) && index === words.length - 1 && !REPLY.test(word)) {
      throw unusable(`It isn’t clear whether “${word.slice(0, 40)}” belongs to the code.`)
    }
    return `${joined} ${word}`
  }, first)
}

/**
 * Browsers show some addresses decoded. A code that contains `^` then also contains a bare `#`, which would end the
 * query, and a bare `+`, which would mean a space: both are encoded again (PLT-01).
 */
const encodeShownCode = (query: string): string =>
  query.replace(/(?<=(?:^|&)code=)[^&]*\^[^&]*/, (code) => code.replaceAll('#', '%23').replaceAll('+', '%2B'))

/** A code that is still encoded was encoded more than once on its way. */
const decodeCode = (code: string): string =>
  code.includes('^') || !/%(?:25|5E|23|2B|2F|3D)/i.test(code) || decode(code) === code ? code : decodeCode(decode(code))

/** The reply in an address or query that `word` is or contains. */
const findInWord = (word: string): SignInReply | undefined => {
  const match = REPLY.exec(word)
  if (match === null) return undefined
  const at = match.index + (/^[?&#]/.test(match[0]) ? 1 : 0)
  const start = Math.max(word.lastIndexOf('?', at), word.lastIndexOf('#', at)) + 1
  const [query = ''] = encodeShownCode(word.slice(start)).split('#')
  const reply = parseReply(new URLSearchParams(query))
  return reply !== undefined && 'code' in reply ? { ...reply, code: decodeCode(reply.code) } : reply
}

/** Finds all replies in the text. Without any, searches the encoded addresses in it, such as those of a redirecting page. */
const findReplies = (text: string, depth = 0): readonly SignInReply[] => {
  const found = text.split(AROUND).flatMap((word) => findInWord(word) ?? [])
  const decoded = decode(text)
  return found.length > 0 || decoded === text || depth === 2 ? found : findReplies(decoded, depth + 1)
}

const isAddress = (text: string): boolean => /https?:\/\//i.test(text)

/** The code alone, possibly between its name and other parameters. */
const findBareCode = (text: string): string => {
  const [bare = ''] = text
    .replace(AROUND_ENDS, '')
    .replace(/^code\s*[:=]\s*/i, '')
    .split(/&(?=[\w-]+=)/)
  const code = /%[0-9a-f]{2}/i.test(bare) ? decodeCode(decode(bare)) : bare
  if (/\s/.test(code)) throw unusable('This contains more than a code.')
  if (!/^[\x21-\x7e]{1,4000}$/.test(code)) throw unusable('This isn’t a code.')
  return code
}

/**
 * Finds the reply in the text that the seller pasted: the whole address, its query alone or the code alone; encoded
 * once or more, quoted, inside a message, or broken over two lines. Throws `validation` that names the problem if the
 * text contains no code, more than one, or one without a clear end.
 */
export const parsePasted = (pasted: string): SignInReply => {
  // A page of the platform that shows an error and never redirects back (PLT-29).
  const errorId = /\berror_id\W+(\w+)/.exec(pasted)?.[1]
  if (errorId !== undefined) return { refused: errorId, state: undefined }
  const text = joinLines(pasted.replace(INVISIBLE, '').trim().replaceAll(/&amp;/gi, '&'))
  if (text === '') throw unusable('Nothing was pasted.')
  const [reply, ...others] = findReplies(text)
  if (reply !== undefined) {
    if (others.some((other) => JSON.stringify(other) !== JSON.stringify(reply))) {
      throw unusable('This contains more than one reply.')
    }
    return reply
  }
  if (/[?&]response_type=/.test(text)) {
    throw unusable('This is the address of the sign-in page itself. Sign in there first.')
  }
  if (isAddress(text)) throw unusable('There is no code in this address.')
  return { code: findBareCode(text), state: undefined }
}
