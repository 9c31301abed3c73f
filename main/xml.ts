/**
 * Parses untrusted XML, and escapes text for the XML that this app writes.
 *
 * SECURITY (RCV-12, SOAP-05): `saxes` is strict and never fetches anything. Document types are refused, so no entity
 * can be declared; only the five predefined entities and character references are decoded. Depth, elements, attributes
 * and references are bounded.
 */
import { SaxesParser } from 'saxes'

type XmlAttribute = { readonly name: string; readonly value: string }

/** An element by its local name. `text` is untrimmed, and empty if only whitespace separates the child elements. */
export type XmlElement = {
  readonly prefix: string
  readonly name: string
  /** The namespace URI; empty for none. */
  readonly namespace: string
  readonly attributes: readonly XmlAttribute[]
  readonly text: string
  readonly children: readonly XmlElement[]
}

/** Thrown when a text isn't acceptable XML. The message says why, as a sentence. */
export class XmlRefusal extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'XmlRefusal'
  }
}

const MAX_DEPTH = 64
const MAX_ELEMENTS = 100_000
const MAX_ATTRIBUTES = 64
const MAX_REFERENCES = 100_000

type OpenElement = Omit<XmlElement, 'text' | 'children'> & { text: string; readonly children: XmlElement[] }

const refuse = (reason: string): never => {
  throw new XmlRefusal(reason)
}

/** The parser is slow with references, so they are counted before it runs. */
const hasTooManyReferences = (text: string): boolean => {
  let count = 0
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    count += 1
    if (count > MAX_REFERENCES) return true
  }
  return false
}

/** Parses one XML document from text or UTF-8 bytes. The caller bounds its length. Throws `XmlRefusal`. */
export const parseXml = (source: string | Uint8Array, maxElements = MAX_ELEMENTS): XmlElement => {
  const text = typeof source === 'string' ? source : Buffer.from(source).toString('utf8')
  if (hasTooManyReferences(text)) refuse(`It has more than ${MAX_REFERENCES} references.`)
  const parser = new SaxesParser({ xmlns: true, position: false })
  const open: OpenElement[] = []
  let root: XmlElement | undefined
  let elements = 0
  let attributes = 0

  parser.on('error', (error) => refuse(`The XML is invalid: ${error.message}`))
  parser.on('doctype', () => refuse('It has a document type, which isn’t allowed.'))
  parser.on('opentagstart', () => {
    elements += 1
    attributes = 0
    if (elements > maxElements) refuse(`It has more than ${maxElements} elements.`)
    if (open.length >= MAX_DEPTH) refuse(`It is nested deeper than ${MAX_DEPTH} levels.`)
  })
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > MAX_ATTRIBUTES) refuse('An element has too many attributes.')
  })
  parser.on('opentag', (tag) => {
    const element = {
      prefix: tag.prefix,
      name: tag.local,
      namespace: tag.uri,
      attributes: Object.values(tag.attributes).map(({ name, value }) => ({ name, value })),
      text: '',
      children: [],
    }
    open.at(-1)?.children.push(element)
    open.push(element)
    root ??= element
  })
  const addText = (part: string): void => {
    const element = open.at(-1)
    if (element !== undefined) element.text += part
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const element = open.pop()
    if (element !== undefined && element.children.length > 0 && element.text.trim() === '') element.text = ''
  })

  parser.write(text).close()
  return root ?? refuse('It has no element.')
}

/** Returns the children with this local name, in order. */
export const findChildren = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** Returns the trimmed text of the first child with this local name. */
export const childText = (element: XmlElement | undefined, name: string): string | undefined =>
  element?.children.find((child) => child.name === name)?.text.trim()

/** Escapes text for element content and attributes (SOAP-05). Drops characters that XML 1.0 forbids. */
export const escapeXml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids these characters
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"'\r]/g, (character) => `&#${character.charCodeAt(0)};`)
