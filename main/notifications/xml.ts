/**
 * Reading XML from a stranger, and writing text into XML.
 *
 * SECURITY (RCV-12, SOAP-05): what is let in, and within which bounds, is decided by xml-marks.ts in one pass. Elements,
 * attributes and texts are made only of what somebody asks for.
 */
import { isAscii } from 'node:buffer'
import type { EventNode } from '../../shared/notifications/tree.ts'
import {
  behindAside,
  CDATA,
  CDATA_END,
  CONTENT,
  CONTENT_END,
  END,
  eachAttribute,
  isCdata,
  isDeclaration,
  type Marks,
  markXml,
  NAME,
  NAME_END,
  NEXT,
  PLACES,
} from './xml-marks.ts'

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

const decode = (text: string): string => {
  let next = text.indexOf('&')
  if (next < 0) return text
  let decoded = ''
  let from = 0
  while (next >= 0) {
    const end = text.slice(next, next + LONGEST_REFERENCE).indexOf(';')
    if (end > 0) {
      decoded += text.slice(from, next) + meaningOf(text.slice(next, next + end + 1))
      from = next + end + 1
    }
    next = text.indexOf('&', end > 0 ? from : next + 1)
  }
  return decoded + text.slice(from)
}

type Namespaces = ReadonlyMap<string, string>

const noAttributes: readonly XmlAttribute[] = []
const noNamespaces: Namespaces = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']])

const namespacesOf = (outer: Namespaces, attributes: readonly XmlAttribute[]): Namespaces => {
  if (attributes.length === 0 || !attributes.some(({ name }) => isDeclaration(name))) return outer
  const inner = new Map(outer)
  for (const { name, value } of attributes) {
    if (isDeclaration(name)) inner.set(name.slice(6), value)
  }
  return inner
}

/** A document that was let in. A small one of plain letters is made one text at once: to cut that is quicker. */
type Source = Marks & { readonly text: string | undefined }

const SMALL_BYTES = 16 * 1024

const sourceOf = (bytes: Buffer): Source => {
  const marks = markXml(bytes)
  return { ...marks, text: bytes.length <= SMALL_BYTES && isAscii(bytes) ? bytes.toString('latin1') : undefined }
}

const cut = ({ bytes, text }: Source, from: number, to: number): string =>
  text === undefined ? bytes.toString('utf8', from, to) : text.slice(from, to)

const LESS = 0x3c

/** The text between `from` and `to`, where no element begins or ends. */
const textBetween = (source: Source, from: number, to: number): string => {
  const { bytes } = source
  let text = ''
  let at = from
  while (at < to) {
    if (bytes[at] === LESS) {
      const end = behindAside(bytes, at)
      if (isCdata(bytes, at)) text += cut(source, at + CDATA.length, end - CDATA_END.length)
      at = end
    } else {
      const end = endOfText(source, at, to)
      text += decode(cut(source, at, end))
      at = end
    }
  }
  return text
}

/** Where the text that begins at `from` ends: before an aside, or at `to`. */
const endOfText = ({ bytes, text }: Source, from: number, to: number): number => {
  const found = text === undefined ? bytes.indexOf(LESS, from) : text.indexOf('<', from)
  return found < 0 || found > to ? to : found
}

/** Where the marks of the first element inside begin, and behind those of the last. */
const firstInside = (mark: number): number => mark + PLACES
const behindInside = ({ places }: Source, mark: number): number => places[mark + NEXT] ?? 0

/** The text of the element whose marks begin at `mark`: what stands between the elements inside. */
const textOf = (source: Source, mark: number): string => {
  const { places } = source
  const behind = behindInside(source, mark)
  let text = ''
  let from = places[mark + CONTENT] ?? 0
  for (let child = firstInside(mark); child < behind; child = places[child + NEXT] ?? behind) {
    // Its name stands behind its `<`.
    text += textBetween(source, from, (places[child + NAME] ?? 0) - 1)
    from = places[child + END] ?? 0
  }
  text += textBetween(source, from, places[mark + CONTENT_END] ?? 0)
  return firstInside(mark) < behind && text.trim() === '' ? '' : text
}

const attributesOf = (source: Source, nameEnd: number): readonly XmlAttribute[] => {
  const all: XmlAttribute[] = []
  eachAttribute(source.bytes, nameEnd, (name, end, value, valueEnd) => {
    all.push({ name: cut(source, name, end), value: decode(cut(source, value, valueEnd)) })
  })
  return all
}

/** The element whose marks begin at `mark`. Beyond its name, what it holds is read when it is asked for, once. */
class MarkedElement implements XmlElement {
  readonly prefix: string
  readonly name: string
  readonly #source: Source
  readonly #mark: number
  readonly #parent: MarkedElement | undefined
  #namespaces: Namespaces | undefined
  #attributes: readonly XmlAttribute[] | undefined
  #text: string | undefined
  #children: readonly XmlElement[] | undefined

  constructor(source: Source, mark: number, parent: MarkedElement | undefined) {
    const { places } = source
    const qualified = cut(source, places[mark + NAME] ?? 0, places[mark + NAME_END] ?? 0)
    const colon = qualified.indexOf(':')
    this.prefix = colon < 0 ? '' : qualified.slice(0, colon)
    this.name = colon < 0 ? qualified : qualified.slice(colon + 1)
    this.#source = source
    this.#mark = mark
    this.#parent = parent
  }

  get namespace(): string {
    return this.#meanings().get(this.prefix) ?? ''
  }

  get attributes(): readonly XmlAttribute[] {
    if (this.#attributes === undefined) {
      const { places } = this.#source
      const nameEnd = places[this.#mark + NAME_END] ?? 0
      // Its content begins behind the `>`.
      const isBare = places[this.#mark + CONTENT] === nameEnd + 1
      this.#attributes = isBare ? noAttributes : attributesOf(this.#source, nameEnd)
    }
    return this.#attributes
  }

  get text(): string {
    this.#text ??= textOf(this.#source, this.#mark)
    return this.#text
  }

  get children(): readonly XmlElement[] {
    if (this.#children === undefined) {
      const { places } = this.#source
      const behind = behindInside(this.#source, this.#mark)
      const children: XmlElement[] = []
      for (let child = firstInside(this.#mark); child < behind; child = places[child + NEXT] ?? behind) {
        children.push(new MarkedElement(this.#source, child, this))
      }
      this.#children = children
    }
    return this.#children
  }

  /** What its prefix and those inside stand for. There are no more levels than xml-marks.ts lets in. */
  #meanings(): Namespaces {
    if (this.#namespaces === undefined) {
      const outer = this.#parent === undefined ? noNamespaces : this.#parent.#meanings()
      this.#namespaces = namespacesOf(outer, this.attributes)
    }
    return this.#namespaces
  }
}

const bytesOf = (source: string | Uint8Array): Buffer => {
  if (typeof source === 'string') return Buffer.from(source, 'utf8')
  return Buffer.isBuffer(source) ? source : Buffer.from(source.buffer, source.byteOffset, source.byteLength)
}

/**
 * Reads one XML document, as text or as bytes of UTF-8, within the bounds of xml-marks.ts. The bytes are read from again
 * whenever a part of it is asked for; they must not change.
 *
 * Throws `XmlRefusal` with the reason.
 */
export const readXml = (source: string | Uint8Array): XmlElement =>
  new MarkedElement(sourceOf(bytesOf(source)), 0, undefined)

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
  element?.children.find((child) => child.name === local)?.text.trim()

/** Text as it may stand between tags and in attributes (SOAP-05); characters that XML cannot hold are left out. */
export const escapeXml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML 1.0 forbids
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
