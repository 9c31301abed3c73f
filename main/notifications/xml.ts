/**
 * Reading XML from a stranger, and writing text into XML.
 *
 * SECURITY (RCV-12, SOAP-05): there is no document type here, so that no entity can be declared, expanded or fetched;
 * depth and number of elements are bounded; every step moves forward, so that the time is linear in the length. The body
 * must be one whole element: tags that do not match, a second root or text after the end are refused, since a signature is
 * worth nothing where two readers may see two messages.
 */
import type { EventNode } from '../../shared/notifications/tree.ts'

export type XmlElement = {
  readonly prefix: string
  readonly local: string
  /** The namespace that the prefix stands for; empty for none. */
  readonly namespace: string
  readonly attributes: readonly { readonly name: string; readonly value: string }[]
  readonly text: string
  readonly children: readonly XmlElement[]
}

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

const NAME = String.raw`[A-Za-z_\u00c0-\uffff][\w.\-\u00b7-\uffff]*(?::[A-Za-z_\u00c0-\uffff][\w.\-\u00b7-\uffff]*)?`
const tagName = new RegExp(NAME, 'y')
const attribute = new RegExp(String.raw`\s+(${NAME})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')`, 'y')
const tagEnd = /\s*(\/?)>/y
const closingTag = new RegExp(String.raw`</(${NAME})\s*>`, 'y')

const predefined: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const character = (code: number, written: string): string =>
  code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : written

/** The five predefined entities and character references; any other name stays as it is written. */
const decode = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (written, decimal, hex, name) => {
        if (decimal !== undefined) return character(Number.parseInt(decimal, 10), written)
        if (hex !== undefined) return character(Number.parseInt(hex, 16), written)
        return predefined[String(name)] ?? written
      })
    : text

type Open = {
  readonly qualified: string
  readonly prefix: string
  readonly local: string
  readonly namespaces: ReadonlyMap<string, string>
  readonly attributes: readonly { readonly name: string; readonly value: string }[]
  readonly children: XmlElement[]
  text: string
}

const noNamespaces: ReadonlyMap<string, string> = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']])

const namespacesOf = (
  outer: ReadonlyMap<string, string>,
  attributes: readonly { readonly name: string; readonly value: string }[],
): ReadonlyMap<string, string> => {
  const declared = attributes.filter(({ name }) => name === 'xmlns' || name.startsWith('xmlns:'))
  if (declared.length === 0) return outer
  const inner = new Map(outer)
  for (const { name, value } of declared) inner.set(name === 'xmlns' ? '' : name.slice(6), value)
  return inner
}

const close = (open: Open): XmlElement => {
  const namespace = open.namespaces.get(open.prefix)
  if (namespace === undefined && open.prefix !== '') {
    throw new XmlRefusal(`The prefix "${open.prefix.slice(0, 40)}" stands for no namespace.`)
  }
  const text = open.children.length > 0 && open.text.trim() === '' ? '' : open.text
  const { prefix, local, attributes, children } = open
  return { prefix, local, namespace: namespace ?? '', attributes, text, children }
}

/**
 * Reads one XML document of at most 64 levels, 100,000 elements and 64 attributes an element; the caller bounds its length.
 *
 * Comments and processing instructions are passed over. Throws `XmlRefusal` with the reason.
 */
export const readXml = (source: string): XmlElement => {
  const stack: Open[] = []
  let root: XmlElement | undefined
  let elements = 0
  let at = source.charCodeAt(0) === 0xfeff ? 1 : 0

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

  const readStart = (from: number): number => {
    if (root !== undefined && stack.length === 0) throw new XmlRefusal('Something follows the end of the message.')
    tagName.lastIndex = from
    const qualified = tagName.exec(source)?.[0]
    if (qualified === undefined) throw new XmlRefusal('A tag has no name.')
    elements += 1
    if (elements > MOST_ELEMENTS) throw new XmlRefusal(`It has more than ${MOST_ELEMENTS} elements.`)
    if (stack.length >= MOST_DEPTH) throw new XmlRefusal(`It is nested deeper than ${MOST_DEPTH} levels.`)
    const attributes: { name: string; value: string }[] = []
    let position = tagName.lastIndex
    for (;;) {
      attribute.lastIndex = position
      const match = attribute.exec(source)
      if (match === null) break
      const [, name = '', double, single] = match
      if (attributes.length >= MOST_ATTRIBUTES) throw new XmlRefusal('An element has too many attributes.')
      if (attributes.some((known) => known.name === name)) throw new XmlRefusal('An element has an attribute twice.')
      attributes.push({ name, value: decode(double ?? single ?? '') })
      position = attribute.lastIndex
    }
    tagEnd.lastIndex = position
    const end = tagEnd.exec(source)
    if (end === null) throw new XmlRefusal('A tag is not well formed.')
    const colon = qualified.indexOf(':')
    const open: Open = {
      qualified,
      prefix: colon < 0 ? '' : qualified.slice(0, colon),
      local: qualified.slice(colon + 1),
      namespaces: namespacesOf(stack.at(-1)?.namespaces ?? noNamespaces, attributes),
      attributes,
      children: [],
      text: '',
    }
    if (end[1] === '/') settle(open)
    else stack.push(open)
    return tagEnd.lastIndex
  }

  const readEnd = (from: number): number => {
    closingTag.lastIndex = from
    const name = closingTag.exec(source)?.[1]
    const open = stack.pop()
    if (name === undefined || open === undefined || open.qualified !== name) {
      throw new XmlRefusal('A closing tag does not match its opening one.')
    }
    settle(open)
    return closingTag.lastIndex
  }

  while (at < source.length) {
    const next = source.indexOf('<', at)
    const text = source.slice(at, next < 0 ? source.length : next)
    if (text !== '') {
      const parent = stack.at(-1)
      if (parent !== undefined) parent.text += decode(text)
      else if (text.trim() !== '') throw new XmlRefusal('There is text outside of the message.')
    }
    if (next < 0) break
    if (source.startsWith('<!--', next)) at = skipTo('-->', next + 4) + 3
    else if (source.startsWith('<![CDATA[', next)) {
      const parent = stack.at(-1)
      if (parent === undefined) throw new XmlRefusal('There is text outside of the message.')
      const end = skipTo(']]>', next + 9)
      parent.text += source.slice(next + 9, end)
      at = end + 3
    } else if (source.startsWith('<!', next)) throw new XmlRefusal('It has a document type, which is never read.')
    else if (source.startsWith('<?', next)) at = skipTo('?>', next + 2) + 2
    else if (source.startsWith('</', next)) at = readEnd(next)
    else at = readStart(next + 1)
  }
  if (stack.length > 0) throw new XmlRefusal('It breaks off in the middle.')
  if (root === undefined) throw new XmlRefusal('There is no element in it.')
  return root
}

/** An element as the renderer shows it: local names, text trimmed, namespace declarations left out. */
export const toEventNode = (element: XmlElement): EventNode => ({
  name: element.local,
  attributes: element.attributes.filter(({ name }) => name !== 'xmlns' && !name.startsWith('xmlns:')),
  text: element.text.trim(),
  children: element.children.map(toEventNode),
})

/** The children of that local name, in order. */
export const childrenOf = (element: XmlElement | undefined, local: string): readonly XmlElement[] =>
  element?.children.filter((child) => child.local === local) ?? []

/** The trimmed text of the first child of that local name. */
export const childText = (element: XmlElement | undefined, local: string): string | undefined =>
  childrenOf(element, local)[0]?.text.trim()

/** Text as it may stand between tags and in attributes (SOAP-05); characters that XML cannot hold are left out. */
export const escapeXml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML 1.0 forbids
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
