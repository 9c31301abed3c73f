/**
 * What is let in: a body that can be a notification.
 *
 * SECURITY (RCV-12): runs before anything is kept. It decides only whether this is XML or JSON of bounded depth; what it
 * says is read later, after its signature was checked.
 */
import { readXml, type XmlElement, XmlRefusal } from '../xml.ts'

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

/** Reads a body that can be a notification, or says in a sentence why it is refused. */
export const gate = (body: Uint8Array): Gate => {
  const text = textOf(body)
  if (text === undefined) return { refused: 'The body is not UTF-8 text.' }
  const first = text.trimStart()[0]
  if (first === undefined) return { refused: 'The body is empty.' }
  if (first === '<') {
    try {
      return { content: { format: 'soap', root: readXml(text.trimStart()) } }
    } catch (error) {
      if (error instanceof XmlRefusal) return { refused: `The body is not XML that can be read: ${error.message}` }
      throw error
    }
  }
  if (first === '{') {
    if (isDeeperThan(body, MOST_JSON_DEPTH))
      return { refused: `The JSON is nested deeper than ${MOST_JSON_DEPTH} levels.` }
    try {
      return { content: { format: 'json', value: JSON.parse(text) } }
    } catch {
      return { refused: 'The body begins like JSON but cannot be read as such.' }
    }
  }
  return { refused: 'The body is neither XML nor JSON.' }
}
