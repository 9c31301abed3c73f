/**
 * Reading XML from a stranger, and writing text into XML.
 *
 * SECURITY (RCV-12, SOAP-05): there is no document type here, so that no entity can be declared, expanded or fetched;
 * depth and number of elements are bounded; every step moves forward, so that the time is linear in the length. The body
 * must be one whole element: tags that do not match, a second root or text after the end are refused, since a signature is
 * worth nothing where two readers may see two messages.
 */
import type { EventNode } from '../../shared/notifications/tree.ts'

/** An element with its local name. The text is as it stands in the message, spaces and all. */
export type XmlElement = {
  readonly prefix: string
  readonly name: string
  /** The namespace that the prefix stands for; empty for none. */
  readonly namespace: string
  readonly attributes: readonly XmlAttribute[]
  readonly text: string
  readonly children: readonly XmlElement[]
}
export type XmlAttribute = { readonly name: string; readonly value: string }

/** Why a text is not taken as XML, in a sentence. */
export class XmlRefusal extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'XmlRefusal'
  }
}

const MOST_DEPTH = 64
const MOST_ELEMENTS = 100_000
const MOST_ATTRIBUTES = 64
const MOST_REFERENCES = 100_000

const SPACE = 0x20
const SLASH = 0x2f
const EQUALS = 0x3d
const GREATER = 0x3e
const COLON = 0x3a
const LESS = 0x3c

const isSpace = (code: number): boolean => code === SPACE || code === 0x0a || code === 0x09 || code === 0x0d

/** What may begin a name: letters, `_`, and what lies beyond Latin-1's signs. */
const beginsName = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f || code >= 0xc0

/** What may stand within a name: digits, `.`, `-` and the middle dot, too. */
const continuesName = (code: number): boolean =>
  beginsName(code) || (code >= 0x30 && code <= 0x39) || code === 0x2e || code === 0x2d || code === 0xb7

/** Where the name that begins at `from` ends, a prefix with it; `from` itself where none begins there. */
const endOfName = (source: string, from: number): number => {
  if (!beginsName(source.charCodeAt(from))) return from
  let at = from + 1
  while (continuesName(source.charCodeAt(at))) at += 1
  if (source.charCodeAt(at) !== COLON || !beginsName(source.charCodeAt(at + 1))) return at
  at += 2
  while (continuesName(source.charCodeAt(at))) at += 1
  return at
}

const endOfSpace = (source: string, from: number): number => {
  let at = from
  while (isSpace(source.charCodeAt(at))) at += 1
  return at
}

const predefined: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const character = (code: number, written: string): string =>
  code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : written

/** The longest reference there is: `&#x10ffff;`, with some zeros before. */
const LONGEST_REFERENCE = 12
const reference = /^&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));$/i

/** What stands for a reference; any other than the predefined entities and characters stays as it is written. */
const meaningOf = (written: string): string => {
  const [, decimal, hex, name] = reference.exec(written) ?? []
  if (decimal !== undefined) return character(Number.parseInt(decimal, 10), written)
  if (hex !== undefined) return character(Number.parseInt(hex, 16), written)
  return name === undefined ? written : (predefined[name] ?? written)
}

type Namespaces = ReadonlyMap<string, string>

/** An element whose end has not come yet. */
type Open = {
  readonly qualified: string
  readonly namespaces: Namespaces
  readonly attributes: readonly XmlAttribute[]
  readonly children: XmlElement[]
  text: string
}

const noAttributes: readonly XmlAttribute[] = []
const noNamespaces: Namespaces = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']])

const isDeclaration = (name: string): boolean => name.startsWith('xmlns') && (name.length === 5 || name[5] === ':')

const namespacesOf = (outer: Namespaces, attributes: readonly XmlAttribute[]): Namespaces => {
  if (!attributes.some(({ name }) => isDeclaration(name))) return outer
  const inner = new Map(outer)
  for (const { name, value } of attributes) {
    if (isDeclaration(name)) inner.set(name.slice(6), value)
  }
  return inner
}

const close = ({ qualified, namespaces, attributes, children, text }: Open): XmlElement => {
  const colon = qualified.indexOf(':')
  const prefix = colon < 0 ? '' : qualified.slice(0, colon)
  const namespace = namespaces.get(prefix)
  if (namespace === undefined && prefix !== '') {
    throw new XmlRefusal(`The prefix "${prefix.slice(0, 40)}" stands for no namespace.`)
  }
  return {
    prefix,
    name: colon < 0 ? qualified : qualified.slice(colon + 1),
    namespace: namespace ?? '',
    attributes,
    text: children.length > 0 && text.trim() === '' ? '' : text,
    children,
  }
}

/**
 * Reads one XML document of at most 64 levels, 100,000 elements, 100,000 references and 64 attributes an element; the caller
 * bounds its length.
 *
 * Comments and processing instructions are passed over. Throws `XmlRefusal` with the reason.
 */
export const readXml = (source: string): XmlElement => {
  const stack: Open[] = []
  let root: XmlElement | undefined
  let elements = 0
  let at = source.charCodeAt(0) === 0xfeff ? 1 : 0

  let references = 0
  const decode = (text: string): string => {
    let next = text.indexOf('&')
    if (next < 0) return text
    let decoded = ''
    let from = 0
    while (next >= 0) {
      references += 1
      if (references > MOST_REFERENCES) throw new XmlRefusal(`It has more than ${MOST_REFERENCES} references.`)
      const end = text.slice(next, next + LONGEST_REFERENCE).indexOf(';')
      if (end > 0) {
        decoded += text.slice(from, next) + meaningOf(text.slice(next, next + end + 1))
        from = next + end + 1
      }
      next = text.indexOf('&', end > 0 ? from : next + 1)
    }
    return decoded + text.slice(from)
  }

  const skipTo = (mark: string, from: number): number => {
    const end = source.indexOf(mark, from)
    if (end < 0) throw new XmlRefusal('It breaks off in the middle.')
    return end
  }
  const settle = (open: Open): void => {
    const element = close(open)
    const parent = stack.at(-1)
    if (parent === undefined) root = element
    else parent.children.push(element)
  }

  /** Reads the attributes from `at` on and stops at what ends the tag. */
  const readAttributes = (): readonly XmlAttribute[] => {
    let attributes: XmlAttribute[] | undefined
    for (;;) {
      const from = endOfSpace(source, at)
      const nameEnd = from === at ? from : endOfName(source, from)
      if (nameEnd === from) {
        at = from
        return attributes ?? noAttributes
      }
      const name = source.slice(from, nameEnd)
      const equals = endOfSpace(source, nameEnd)
      const quoteAt = endOfSpace(source, equals + 1)
      const quote = source[quoteAt]
      if (source.charCodeAt(equals) !== EQUALS || (quote !== '"' && quote !== "'")) {
        throw new XmlRefusal('A tag is not well formed.')
      }
      const end = skipTo(quote, quoteAt + 1)
      const value = source.slice(quoteAt + 1, end)
      if (value.includes('<')) throw new XmlRefusal('A tag is not well formed.')
      attributes ??= []
      if (attributes.length >= MOST_ATTRIBUTES) throw new XmlRefusal('An element has too many attributes.')
      if (attributes.some((known) => known.name === name)) throw new XmlRefusal('An element has an attribute twice.')
      attributes.push({ name, value: decode(value) })
      at = end + 1
    }
  }

  const readStart = (): void => {
    if (root !== undefined && stack.length === 0) throw new XmlRefusal('Something follows the end of the message.')
    const nameEnd = endOfName(source, at)
    if (nameEnd === at) throw new XmlRefusal('A tag has no name.')
    elements += 1
    if (elements > MOST_ELEMENTS) throw new XmlRefusal(`It has more than ${MOST_ELEMENTS} elements.`)
    if (stack.length >= MOST_DEPTH) throw new XmlRefusal(`It is nested deeper than ${MOST_DEPTH} levels.`)
    const qualified = source.slice(at, nameEnd)
    at = nameEnd
    const attributes = source.charCodeAt(at) === GREATER ? noAttributes : readAttributes()
    const namespaces = namespacesOf(stack.at(-1)?.namespaces ?? noNamespaces, attributes)
    const open: Open = { qualified, namespaces, attributes, children: [], text: '' }
    const isEmpty = source.charCodeAt(at) === SLASH
    if (isEmpty) at += 1
    if (source.charCodeAt(at) !== GREATER) throw new XmlRefusal('A tag is not well formed.')
    at += 1
    if (isEmpty) settle(open)
    else stack.push(open)
  }

  const readEnd = (): void => {
    const open = stack.pop()
    const end = open === undefined ? at : at + open.qualified.length
    const close = endOfSpace(source, end)
    if (open === undefined || !source.startsWith(open.qualified, at) || source.charCodeAt(close) !== GREATER) {
      throw new XmlRefusal('A closing tag does not match its opening one.')
    }
    at = close + 1
    settle(open)
  }

  while (at < source.length) {
    if (source.charCodeAt(at) !== LESS) {
      const next = source.indexOf('<', at)
      const text = source.slice(at, next < 0 ? source.length : next)
      const parent = stack.at(-1)
      if (parent !== undefined) parent.text += decode(text)
      else if (text.trim() !== '') throw new XmlRefusal('There is text outside of the message.')
      if (next < 0) break
      at = next
    }
    const mark = source[at + 1]
    if (mark === '/') {
      at += 2
      readEnd()
    } else if (mark === '?') at = skipTo('?>', at + 2) + 2
    else if (mark !== '!') {
      at += 1
      readStart()
    } else if (source.startsWith('<!--', at)) at = skipTo('-->', at + 4) + 3
    else if (source.startsWith('<![CDATA[', at)) {
      const parent = stack.at(-1)
      if (parent === undefined) throw new XmlRefusal('There is text outside of the message.')
      const end = skipTo(']]>', at + 9)
      parent.text += source.slice(at + 9, end)
      at = end + 3
    } else throw new XmlRefusal('It has a document type, which is never read.')
  }
  if (stack.length > 0) throw new XmlRefusal('It breaks off in the middle.')
  if (root === undefined) throw new XmlRefusal('There is no element in it.')
  return root
}

/** An element as the renderer shows it: local names, text trimmed, namespace declarations left out. */
export const toEventNode = (element: XmlElement): EventNode => ({
  name: element.name,
  attributes: element.attributes.filter(({ name }) => !isDeclaration(name)),
  text: element.text.trim(),
  children: element.children.map(toEventNode),
})

/** The children of that local name, in order. */
export const childrenOf = (element: XmlElement | undefined, local: string): readonly XmlElement[] =>
  element?.children.filter((child) => child.name === local) ?? []

/** The trimmed text of the first child of that local name. */
export const childText = (element: XmlElement | undefined, local: string): string | undefined =>
  childrenOf(element, local)[0]?.text.trim()

/** Text as it may stand between tags and in attributes (SOAP-05); characters that XML cannot hold are left out. */
export const escapeXml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML 1.0 forbids
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
