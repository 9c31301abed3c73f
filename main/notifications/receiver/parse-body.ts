/**
 * Decides whether a body can be a notification: UTF-8 text that is XML or JSON of bounded depth.
 *
 * SECURITY (RCV-12): runs before anything is stored. The content is read only after the signature was checked.
 */
import { isUtf8 } from 'node:buffer'
import { parseXml, type XmlElement, XmlRefusal } from '../xml.ts'

/** A parsed body. */
export type Content =
  | { readonly format: 'soap'; readonly root: XmlElement }
  | { readonly format: 'json'; readonly value: unknown }

/** `refused` says why, as a sentence. */
type ParsedBody = { readonly content: Content } | { readonly refused: string }

const MAX_JSON_DEPTH = 64
const [QUOTE, BACKSLASH, OPEN_BRACE, OPEN_BRACKET, CLOSE_BRACE, CLOSE_BRACKET] = Buffer.from('"\\{[}]')

/** Whether JSON text nests deeper than `maxDepth`. Scans the bytes, so that no parser has to build a hostile value. */
const isDeeperThan = (json: Uint8Array, maxDepth: number): boolean => {
  let depth = 0
  let isInString = false
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (isInString) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isInString = false
    } else if (byte === QUOTE) isInString = true
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth += 1
      if (depth > maxDepth) return true
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1
  }
  return false
}

/** Parses a body, or says why it is refused. */
export const parseBody = (body: Uint8Array): ParsedBody => {
  if (!isUtf8(body)) return { refused: 'The body is not UTF-8 text.' }
  // The decoder drops a byte-order mark.
  const text = new TextDecoder().decode(body).replace(/^[ \t\r\n]+/, '')
  if (text === '') return { refused: 'The body is empty.' }
  if (text.startsWith('<')) {
    try {
      return { content: { format: 'soap', root: parseXml(text) } }
    } catch (error) {
      if (error instanceof XmlRefusal) return { refused: error.message }
      throw error
    }
  }
  if (text.startsWith('{')) {
    if (isDeeperThan(body, MAX_JSON_DEPTH))
      return { refused: `The JSON is nested deeper than ${MAX_JSON_DEPTH} levels.` }
    try {
      return { content: { format: 'json', value: JSON.parse(text) } }
    } catch {
      return { refused: 'The body is invalid JSON.' }
    }
  }
  return { refused: 'The body is neither XML nor JSON.' }
}
