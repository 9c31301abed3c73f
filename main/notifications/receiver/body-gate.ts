/**
 * What is let in: a body that can be a notification.
 *
 * SECURITY (RCV-12): runs before anything is kept. It decides only whether this is XML or JSON of bounded depth; what it
 * says is read later, after its signature was checked.
 */
import { isUtf8 } from 'node:buffer'
import { parseXml, type XmlElement, XmlRefusal } from '../xml.ts'

/** A body, read once. */
export type Content =
  | { readonly format: 'soap'; readonly root: XmlElement }
  | { readonly format: 'json'; readonly value: unknown }

export type Gate = { readonly content: Content } | { readonly refused: string }

const MOST_JSON_DEPTH = 64
const OPEN_BRACE = 0x7b
const OPEN_BRACKET = 0x5b
const CLOSE_BRACE = 0x7d
const CLOSE_BRACKET = 0x5d
const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Whether JSON is nested deeper than so many levels; by a single pass, before a parser sees it. */
export const isDeeperThan = (body: Uint8Array, mostDepth: number): boolean => {
  let depth = 0
  let inString = false
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (inString) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) inString = false
    } else if (byte === QUOTE) inString = true
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth += 1
      if (depth > mostDepth) return true
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1
  }
  return false
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The body as text, or undefined where it is not UTF-8, the one encoding that SOAP and JSON deliveries come in. */
export const textOf = (body: Uint8Array): string | undefined => {
  try {
    return utf8.decode(body)
  } catch {
    return undefined
  }
}

const OPEN_ANGLE = 0x3c
const BOM = [0xef, 0xbb, 0xbf] as const

/** Where the message begins, behind a byte order mark and white space. */
const beginningOf = (body: Uint8Array): number => {
  let at = BOM.every((byte, index) => body[index] === byte) ? BOM.length : 0
  while (body[at] === 0x20 || body[at] === 0x0a || body[at] === 0x0d || body[at] === 0x09) at += 1
  return at
}

/** Reads a body that can be a notification, or says in a sentence why it is refused. */
export const gate = (body: Uint8Array): Gate => {
  if (!isUtf8(body)) return { refused: 'The body is not UTF-8 text.' }
  const from = beginningOf(body)
  const first = body[from]
  if (first === undefined) return { refused: 'The body is empty.' }
  if (first === OPEN_ANGLE) {
    try {
      return { content: { format: 'soap', root: parseXml(body.subarray(from)) } }
    } catch (error) {
      if (error instanceof XmlRefusal) return { refused: `The body can't be read as XML. ${error.message}` }
      throw error
    }
  }
  if (first === OPEN_BRACE) {
    if (isDeeperThan(body, MOST_JSON_DEPTH))
      return { refused: `The JSON is nested deeper than ${MOST_JSON_DEPTH} levels.` }
    try {
      return { content: { format: 'json', value: JSON.parse(utf8.decode(body)) } }
    } catch {
      return { refused: 'The body begins like JSON but cannot be read as such.' }
    }
  }
  return { refused: 'The body is neither XML nor JSON.' }
}
