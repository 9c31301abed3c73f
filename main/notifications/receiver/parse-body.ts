/** Parses the body of a verified delivery within bounds (RCV-12, SEC-09). */
import { parseXml, type XmlElement, XmlRefusal } from '../../xml.ts'
import { findBodyShape } from './body-shape.ts'
import { MAX_ELEMENTS } from './bounds.ts'

/** A parsed body. */
export type Content =
  | { readonly format: 'soap'; readonly root: XmlElement }
  | { readonly format: 'json'; readonly value: unknown }

/** `refused`: the reason, as a sentence. */
type ParsedBody = { readonly content: Content } | { readonly refused: string }

/** Parses a body, or returns why it is refused. */
export const parseBody = (body: Uint8Array): ParsedBody => {
  const shape = findBodyShape(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
  if ('refused' in shape) return shape
  // The decoder drops a byte-order mark (https://encoding.spec.whatwg.org/#interface-textdecoder).
  const text = new TextDecoder().decode(body).trimStart()
  try {
    return {
      content:
        shape.format === 'soap'
          ? { format: 'soap', root: parseXml(text, MAX_ELEMENTS) }
          : { format: 'json', value: JSON.parse(text) },
    }
  } catch (error) {
    if (error instanceof XmlRefusal) return { refused: error.message }
    if (error instanceof SyntaxError) return { refused: 'The body is invalid JSON.' }
    throw error
  }
}
