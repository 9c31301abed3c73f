/**
 * Decides whether bytes can be a notification, before anything is stored or trusted (RCV-12, SEC-09).
 *
 * SECURITY: the cost is bounded whatever the bytes are. JSON is scanned without building a value, and only the head of
 * XML is parsed. The rest is parsed once the signature is verified.
 */
import { isUtf8 } from 'node:buffer'
import { XmlRefusal } from '../../xml.ts'
import { MAX_DEPTH, MAX_JSON_BYTES } from './bounds.ts'
import { readEnvelopeHead } from './envelope-head.ts'

/** `refused`: the reason, as a sentence. `status`: the answer's status. */
export type BodyShape = { readonly format: 'soap' | 'json' } | { readonly refused: string; readonly status: 400 | 413 }

const [QUOTE, BACKSLASH, OPEN_BRACE, OPEN_BRACKET, CLOSE_BRACE, CLOSE_BRACKET] = Buffer.from('"\\{[}]')
const [LESS_THAN] = Buffer.from('<')
/** Tab, line feed, carriage return and space, which XML and JSON allow before the first character. */
const LAYOUT: ReadonlySet<number | undefined> = new Set([9, 10, 13, 32])
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

const refuse = (refused: string, status: 400 | 413 = 400): BodyShape => ({ refused, status })

/** Returns why the bytes can't be a JSON object; undefined if they can. */
const findJsonProblem = (json: Uint8Array, start: number): string | undefined => {
  let depth = 0
  let isInString = false
  for (let at = start; at < json.length; at += 1) {
    const byte = json[at]
    if (isInString) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isInString = false
    } else if (byte === QUOTE) isInString = true
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth += 1
      if (depth > MAX_DEPTH) return `The JSON is nested deeper than ${MAX_DEPTH} levels.`
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1
  }
  return depth === 0 && !isInString ? undefined : 'The body is invalid JSON.'
}

/** Returns the format of a body, or why it is refused. */
export const findBodyShape = (body: Buffer): BodyShape => {
  if (!isUtf8(body)) return refuse('The body isn’t UTF-8 text.')
  let start = body.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0
  while (LAYOUT.has(body[start])) start += 1
  if (start >= body.length) return refuse('The body is empty.')
  if (body[start] === OPEN_BRACE) {
    if (body.length > MAX_JSON_BYTES) return refuse('A body that is too large.', 413)
    const problem = findJsonProblem(body, start)
    return problem === undefined ? { format: 'json' } : refuse(problem)
  }
  if (body[start] !== LESS_THAN) return refuse('The body is neither XML nor JSON.')
  try {
    readEnvelopeHead(body.subarray(start))
    return { format: 'soap' }
  } catch (error) {
    if (error instanceof XmlRefusal) return refuse(error.message)
    throw error
  }
}
