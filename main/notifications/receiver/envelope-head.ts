/**
 * Reads the head of an XML body: whether it can be a notification at all, and the signature that a legacy envelope
 * contains.
 *
 * SECURITY (SEC-09): this runs on unverified bytes. It parses at most `MAX_HEAD_BYTES`, strictly, keeps two short
 * texts, and builds no tree.
 */
import { SaxesParser } from 'saxes'
import { XmlRefusal } from '../../xml.ts'
import { MAX_DEPTH, MAX_HEAD_BYTES } from './bounds.ts'

/** The signed time and its signature, as text; empty if the head has none. */
export type EnvelopeHead = { readonly signature: string; readonly timestamp: string }

const MAX_ATTRIBUTES = 64
/** In characters. MD5 as base64 has 24, and a time about 30. */
const MAX_VALUE = 200

const SIGNATURE_PATH = ['Envelope', 'Header', 'RequesterCredentials', 'NotificationSignature']
/** Null matches any name: the event element is the first child of the Body. */
const TIMESTAMP_PATH = ['Envelope', 'Body', null, 'Timestamp']

const refuse = (reason: string): never => {
  throw new XmlRefusal(reason)
}

const isAt = (open: readonly string[], path: readonly (string | null)[]): boolean =>
  open.length === path.length && path.every((name, index) => name === null || name === open[index])

/** Reads only the last bytes, so trailing whitespace may not be longer. */
const endsWithTag = (body: Uint8Array): boolean =>
  /\S\s*$/.exec(Buffer.from(body.subarray(-64)).toString('latin1'))?.[0].startsWith('>') === true

/** Throws `XmlRefusal` if the head isn't XML or exceeds the bounds. A body that is longer than the head must end with a tag. */
export const readEnvelopeHead = (body: Uint8Array): EnvelopeHead => {
  const isWhole = body.length <= MAX_HEAD_BYTES
  const text = new TextDecoder().decode(body.subarray(0, MAX_HEAD_BYTES), { stream: true }).trimStart()
  if (!isWhole && !endsWithTag(body)) refuse('The XML is invalid: it breaks off, or text follows its end.')
  const parser = new SaxesParser({ xmlns: false, position: false })
  const open: string[] = []
  const found = { signature: '', timestamp: '' }
  let reading: keyof typeof found | undefined
  let attributes = 0

  parser.on('error', (error) => refuse(`The XML is invalid: ${error.message}`))
  parser.on('doctype', () => refuse('It has a document type, which isn’t allowed.'))
  parser.on('opentagstart', () => {
    attributes = 0
    if (open.length >= MAX_DEPTH) refuse(`It is nested deeper than ${MAX_DEPTH} levels.`)
  })
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > MAX_ATTRIBUTES) refuse('An element has too many attributes.')
  })
  parser.on('opentag', ({ name }) => {
    open.push(name.slice(name.indexOf(':') + 1))
    if (found.signature === '' && isAt(open, SIGNATURE_PATH)) reading = 'signature'
    else if (found.timestamp === '' && isAt(open, TIMESTAMP_PATH)) reading = 'timestamp'
    else reading = undefined
  })
  parser.on('text', (part) => {
    if (reading !== undefined) found[reading] = (found[reading] + part).slice(0, MAX_VALUE)
  })
  parser.on('closetag', () => {
    open.pop()
    reading = undefined
  })

  parser.write(text)
  if (isWhole) parser.close()
  return { signature: found.signature.trim(), timestamp: found.timestamp.trim() }
}
