/**
 * One pass over the bytes of an XML document: whether it is let in, and where each element stands in it.
 *
 * SECURITY (RCV-12, SOAP-05): there is no document type here, so that no entity can be declared, expanded or fetched;
 * depth and number of elements are bounded; every step moves forward, so that the time is linear in the length. The body
 * must be one whole element: tags that do not match, a second root or text after the end are refused, since a signature is
 * worth nothing where two readers may see two messages.
 *
 * It makes neither texts nor objects: a megabyte of thousands of elements takes half a millisecond of the thread that
 * answers, and leaves nothing behind to be collected. Elements are made of the marks where somebody asks for them (xml.ts).
 */

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

/** What is known of an element: so many places, in the order of the document. All but the last are places of bytes. */
export const PLACES = 6
/** Where its name begins, and behind it. */
export const NAME = 0
export const NAME_END = 1
/** Where its content begins and ends; the same place for none. */
export const CONTENT = 2
export const CONTENT_END = 3
/** Behind its last byte. */
export const END = 4
/** Where the marks of the first element behind it begin: what lies between is inside of it. */
export const NEXT = 5

export type Marks = {
  readonly bytes: Buffer
  /** `PLACES` numbers for every element, the root first. */
  readonly places: Int32Array
}

const SPACE = 0x20
const BANG = 0x21
const QUOTE = 0x22
const AMPERSAND = 0x26
const APOSTROPHE = 0x27
const SLASH = 0x2f
const COLON = 0x3a
const LESS = 0x3c
const EQUALS = 0x3d
const GREATER = 0x3e
const QUESTION = 0x3f

const isSpace = (byte: number | undefined): boolean => byte === SPACE || byte === 0x0a || byte === 0x09 || byte === 0x0d

/** Of every byte, whether it begins a name (1), goes on in one (2), or both (3). */
const inNames = Uint8Array.from({ length: 256 }, (_, byte) => {
  // Letters, `_`, and what lies beyond Latin-1's signs: in UTF-8, whatever follows upon 0xc3 or more.
  if ((byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a) || byte === 0x5f || byte >= 0xc3) return 3
  // Digits, `.`, `-`, and the second and later bytes of a sign.
  return (byte >= 0x30 && byte <= 0x39) || byte === 0x2e || byte === 0x2d || (byte >= 0x80 && byte < 0xc0) ? 2 : 0
})
const beginsName = (byte: number | undefined): boolean => byte !== undefined && ((inNames[byte] ?? 0) & 1) !== 0

const MIDDLE_DOT = [0xc2, 0xb7] as const

const endOfPart = (bytes: Buffer, from: number): number => {
  let at = from + 1
  for (;;) {
    const byte = bytes[at]
    if (byte === undefined) return at
    if (((inNames[byte] ?? 0) & 2) !== 0) at += 1
    else if (byte === MIDDLE_DOT[0] && bytes[at + 1] === MIDDLE_DOT[1]) at += 2
    else return at
  }
}

/** Where the name that begins at `from` ends, a prefix with it; `from` itself where none begins there. */
export const endOfName = (bytes: Buffer, from: number): number => {
  if (!beginsName(bytes[from])) return from
  const end = endOfPart(bytes, from)
  return bytes[end] === COLON && beginsName(bytes[end + 1]) ? endOfPart(bytes, end + 1) : end
}

const endOfSpace = (bytes: Buffer, from: number): number => {
  let at = from
  while (isSpace(bytes[at])) at += 1
  return at
}

/** So far a search looks byte by byte before it asks for help, which is quicker only over a distance. */
const NEAR_BYTES = 48

/** Where a byte comes next; the end where it does not. */
const placeOf = (bytes: Buffer, wanted: number, from: number): number => {
  const near = Math.min(from + NEAR_BYTES, bytes.length)
  for (let at = from; at < near; at += 1) if (bytes[at] === wanted) return at
  const found = bytes.indexOf(wanted, near)
  return found < 0 ? bytes.length : found
}

const behind = (bytes: Buffer, mark: string, from: number): number => {
  const at = bytes.indexOf(mark, from, 'latin1')
  if (at < 0) throw new XmlRefusal('It breaks off in the middle.')
  return at + mark.length
}

const startsWith = (bytes: Buffer, text: string, at: number): boolean => {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false
  }
  return true
}

const sameBytes = (bytes: Buffer, one: number, other: number, length: number): boolean => {
  for (let index = 0; index < length; index += 1) if (bytes[one + index] !== bytes[other + index]) return false
  return true
}

/** Behind a comment, a CDATA section or a processing instruction that begins at `at`. */
export const behindAside = (bytes: Buffer, at: number): number => {
  if (bytes[at + 1] === QUESTION) return behind(bytes, '?>', at + 2)
  if (startsWith(bytes, '<!--', at)) return behind(bytes, '-->', at + 4)
  if (startsWith(bytes, CDATA, at)) return behind(bytes, CDATA_END, at + CDATA.length)
  throw new XmlRefusal('It has a document type, which is never read.')
}

export const CDATA = '<![CDATA['
export const CDATA_END = ']]>'

export const isCdata = (bytes: Buffer, at: number): boolean => startsWith(bytes, CDATA, at)

/** Whether no element begins or ends at a `<`, but something that stands between them. */
const isAside = (byte: number | undefined): boolean => byte === BANG || byte === QUESTION

type TakeAttribute = (name: number, nameEnd: number, value: number, valueEnd: number) => void

/** Goes through the attributes of a tag from the end of its name on; gives the place of what ends it. */
export const eachAttribute = (bytes: Buffer, nameEnd: number, take: TakeAttribute): number => {
  let at = nameEnd
  for (;;) {
    const name = endOfSpace(bytes, at)
    const end = name === at ? name : endOfName(bytes, name)
    if (end === name) return name
    const equals = endOfSpace(bytes, end)
    const value = endOfSpace(bytes, equals + 1) + 1
    const quote = bytes[value - 1]
    if (bytes[equals] !== EQUALS || (quote !== QUOTE && quote !== APOSTROPHE)) {
      throw new XmlRefusal('A tag is not well formed.')
    }
    const valueEnd = placeOf(bytes, quote, value)
    if (valueEnd === bytes.length) throw new XmlRefusal('It breaks off in the middle.')
    take(name, end, value, valueEnd)
    at = valueEnd + 1
  }
}

/** Whether an attribute of this name says what a prefix stands for. */
export const isDeclaration = (name: string): boolean =>
  name.startsWith('xmlns') && (name.length === 5 || name[5] === ':')

/** Feature for the marks of a document on its way, used again and again. */
let room = new Int32Array(PLACES * 4096)

/** Marks of the elements whose end has not come yet; used again and again, too. */
const open = new Int32Array(MOST_DEPTH)

const roomFor = (elements: number): Int32Array => {
  if (elements * PLACES <= room.length) return room
  const more = new Int32Array(room.length * 2)
  more.set(room)
  room = more
  return room
}

/**
 * A document on its way in.
 *
 * A class, though it is used once: functions made anew for each document are compiled anew, too, whenever the collector
 * finds none of them alive.
 */
class Reader {
  readonly #bytes: Buffer
  /** Prefixes that stand for something here, each with the depth where that ends. */
  readonly #prefixes: string[] = ['xml']
  readonly #prefixDepths: number[] = [-1]
  /** Names of the attributes of the tag that is read, and the prefixes that it gives a meaning. */
  #attributes: string[] = []
  #declared: string[] = []
  #depth = 0
  #elements = 0
  #references = 0
  #nextReference: number

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#nextReference = placeOf(bytes, AMPERSAND, 0)
  }

  read(): Marks {
    const bytes = this.#bytes
    let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
    while (at < bytes.length) {
      if (bytes[at] !== LESS) at = this.#readText(at)
      else if (bytes[at + 1] === SLASH) at = this.#readEnd(at + 2)
      else if (!isAside(bytes[at + 1])) at = this.#readStart(at + 1)
      else {
        if (this.#depth === 0 && isCdata(bytes, at)) throw new XmlRefusal('There is text outside of the message.')
        at = behindAside(bytes, at)
      }
    }
    if (this.#depth > 0) throw new XmlRefusal('It breaks off in the middle.')
    if (this.#elements === 0) throw new XmlRefusal('There is no element in it.')
    return { bytes, places: room.slice(0, this.#elements * PLACES) }
  }

  /** Reads a tag from its name on; gives the place behind it. */
  #readStart(name: number): number {
    const bytes = this.#bytes
    if (this.#elements > 0 && this.#depth === 0) throw new XmlRefusal('Something follows the end of the message.')
    const nameEnd = endOfName(bytes, name)
    if (nameEnd === name) throw new XmlRefusal('A tag has no name.')
    if (this.#elements >= MOST_ELEMENTS) throw new XmlRefusal(`It has more than ${MOST_ELEMENTS} elements.`)
    if (this.#depth >= MOST_DEPTH) throw new XmlRefusal(`It is nested deeper than ${MOST_DEPTH} levels.`)
    let at = bytes[nameEnd] === GREATER ? nameEnd : this.#readAttributes(nameEnd)
    this.#demandPrefix(name, nameEnd)
    const isEmpty = bytes[at] === SLASH
    if (isEmpty) at += 1
    if (bytes[at] !== GREATER) throw new XmlRefusal('A tag is not well formed.')
    at += 1
    const place = this.#elements * PLACES
    this.#elements += 1
    const places = roomFor(this.#elements)
    places[place + NAME] = name
    places[place + NAME_END] = nameEnd
    places[place + CONTENT] = at
    places[place + CONTENT_END] = at
    if (isEmpty) this.#closeAt(place, at)
    else {
      open[this.#depth] = place
      this.#depth += 1
    }
    return at
  }

  /** Reads a closing tag from its name on; gives the place behind it. */
  #readEnd(name: number): number {
    const bytes = this.#bytes
    if (this.#depth === 0) throw new XmlRefusal('A closing tag does not match its opening one.')
    this.#depth -= 1
    const place = open[this.#depth] ?? 0
    const opened = room[place + NAME] ?? 0
    const length = (room[place + NAME_END] ?? 0) - opened
    const end = endOfSpace(bytes, name + length)
    if (bytes[end] !== GREATER || !sameBytes(bytes, opened, name, length)) {
      throw new XmlRefusal('A closing tag does not match its opening one.')
    }
    room[place + CONTENT_END] = name - 2
    this.#closeAt(place, end + 1)
    return end + 1
  }

  #readText(from: number): number {
    const end = placeOf(this.#bytes, LESS, from)
    if (this.#depth > 0) this.#countReferences(from, end)
    else if (endOfSpace(this.#bytes, from) < end) throw new XmlRefusal('There is text outside of the message.')
    return end
  }

  /** Reads the attributes of a tag from the end of its name on; gives the place of what ends it. */
  #readAttributes(nameEnd: number): number {
    this.#attributes = []
    this.#declared = []
    const end = eachAttribute(this.#bytes, nameEnd, (from, to, value, valueEnd) =>
      this.#takeAttribute(from, to, value, valueEnd),
    )
    for (const prefix of this.#declared) {
      this.#prefixes.push(prefix)
      this.#prefixDepths.push(this.#depth)
    }
    return end
  }

  #takeAttribute(from: number, end: number, value: number, valueEnd: number): void {
    const bytes = this.#bytes
    for (let at = value; at < valueEnd; at += 1) {
      if (bytes[at] === LESS) throw new XmlRefusal('A tag is not well formed.')
    }
    if (this.#attributes.length >= MOST_ATTRIBUTES) throw new XmlRefusal('An element has too many attributes.')
    const name = bytes.toString('latin1', from, end)
    if (this.#attributes.includes(name)) throw new XmlRefusal('An element has an attribute twice.')
    this.#attributes.push(name)
    if (isDeclaration(name)) this.#declared.push(name.slice(6))
    this.#countReferences(value, valueEnd)
  }

  #demandPrefix(name: number, nameEnd: number): void {
    const bytes = this.#bytes
    let colon = name
    while (colon < nameEnd && bytes[colon] !== COLON) colon += 1
    if (colon === nameEnd || this.#prefixes.includes(bytes.toString('latin1', name, colon))) return
    throw new XmlRefusal(
      `The prefix "${bytes.toString('utf8', name, Math.min(colon, name + 40))}" stands for no namespace.`,
    )
  }

  #countReferences(from: number, to: number): void {
    if (this.#nextReference >= to) return
    if (this.#nextReference < from) this.#nextReference = placeOf(this.#bytes, AMPERSAND, from)
    while (this.#nextReference < to) {
      this.#references += 1
      if (this.#references > MOST_REFERENCES) throw new XmlRefusal(`It has more than ${MOST_REFERENCES} references.`)
      this.#nextReference = placeOf(this.#bytes, AMPERSAND, this.#nextReference + 1)
    }
  }

  #closeAt(place: number, end: number): void {
    room[place + END] = end
    room[place + NEXT] = this.#elements * PLACES
    while ((this.#prefixDepths.at(-1) ?? -1) >= this.#depth) {
      this.#prefixDepths.pop()
      this.#prefixes.pop()
    }
  }
}

/**
 * Reads one XML document of at most 64 levels, 100,000 elements, 100,000 references and 64 attributes an element; the caller
 * bounds its length and knows that it is UTF-8.
 *
 * Comments and processing instructions are passed over. Throws `XmlRefusal` with the reason.
 */
export const markXml = (bytes: Buffer): Marks => new Reader(bytes).read()
