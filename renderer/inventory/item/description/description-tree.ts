/**
 * Parses a description's HTML into a tree that is safe to show (INV-08).
 *
 * SECURITY: no untrusted HTML reaches the page. The tree has only text and tag names from a fixed list: no attributes, no
 * links, no pictures, no styles or scripts. A parsing mistake can look wrong but do nothing else.
 */

const plainTags = [
  ...['p', 'div', 'span', 'br', 'hr', 'b', 'i', 'u', 's', 'small', 'sub', 'sup', 'code', 'pre', 'blockquote', 'a'],
  ...['ul', 'ol', 'li', 'table'],
] as const
export type ShownTag = (typeof plainTags)[number] | 'heading' | 'row' | 'cell'

export type DescriptionNode =
  | { readonly text: string }
  | { readonly tag: ShownTag; readonly children: readonly DescriptionNode[] }
  /** The alternative text of a picture. It is not loaded. */
  | { readonly picture: string }

/** What a tag is shown as. Others are dropped, but keep their content. */
const shownAs: Readonly<Record<string, ShownTag>> = {
  ...Object.fromEntries(plainTags.map((tag) => [tag, tag])),
  ...{ strong: 'b', em: 'i', del: 's', strike: 's', ins: 'u', tt: 'code', tr: 'row', td: 'cell', th: 'cell' },
  ...{ h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading' },
  ...{ center: 'div', section: 'div', article: 'div', dl: 'div', dt: 'div', dd: 'div' },
}

/** Dropped with their content. */
const droppedTags = new Set([
  ...['script', 'style', 'iframe', 'object', 'embed', 'noscript', 'template', 'svg', 'math', 'textarea', 'title'],
  ...['xmp', 'noembed', 'noframes', 'plaintext', 'head', 'select', 'audio', 'video', 'canvas', 'applet', 'frameset'],
])
const emptyTags = new Set<string>(['br', 'hr'])
const blockTags = new Set<string>(['p', 'div', 'ul', 'ol', 'table', 'heading', 'blockquote', 'pre', 'hr', 'li'])

const MAX_DEPTH = 60
/** The preview shows no more than this. */
export const MAX_PREVIEW_CHARACTERS = 200_000

const namedCharacters: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', euro: '€', pound: '£', yen: '¥', cent: '¢' },
  ...{ copy: '©', reg: '®', trade: '™', deg: '°', times: '×', frac12: '½', frac14: '¼', frac34: '¾', bull: '•' },
  ...{ hellip: '…', ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', laquo: '«', raquo: '»' },
  ...{ auml: 'ä', ouml: 'ö', uuml: 'ü', Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü', szlig: 'ß', eacute: 'é', egrave: 'è' },
}

const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z][a-zA-Z0-9]{1,8}));?/g, (whole, dec, hex, name) => {
    if (name !== undefined) return Object.hasOwn(namedCharacters, name) ? (namedCharacters[name] ?? whole) : whole
    const code = dec === undefined ? Number.parseInt(hex, 16) : Number(dec)
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : '\ufffd'
  })

/** The index after the tag's `>`, or -1. A `>` in a quoted value does not end the tag. */
const findTagEnd = (html: string, start: number): number => {
  let quote = ''
  let isValue = false
  for (let at = start; at < html.length; at += 1) {
    const character = html.charAt(at)
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '>') return at + 1
    else if (isValue && (character === '"' || character === "'")) quote = character
    isValue = character === '=' || (isValue && /\s/.test(character))
  }
  return -1
}

type Open = { readonly name: string; readonly tag: ShownTag | undefined; readonly children: DescriptionNode[] }

/** Accepts any HTML, however broken. Never throws. */
export const parseDescription = (source: string): readonly DescriptionNode[] => {
  const html = source.slice(0, MAX_PREVIEW_CHARACTERS)
  const lower = html.toLowerCase()
  const root: DescriptionNode[] = []
  const open: Open[] = []
  const currentList = (): DescriptionNode[] => open.findLast(({ tag }) => tag !== undefined)?.children ?? root
  const addText = (raw: string): void => {
    if (raw === '') return
    const siblings = currentList()
    const last = siblings.at(-1)
    const text = decode(raw)
    if (last !== undefined && 'text' in last) siblings[siblings.length - 1] = { text: last.text + text }
    else siblings.push({ text })
  }
  const close = (): void => {
    const last = open.pop()
    if (last?.tag !== undefined) currentList().push({ tag: last.tag, children: last.children })
  }
  const closeTo = (depth: number): void => {
    while (open.length > depth) close()
  }

  let at = 0
  while (at < html.length) {
    const next = html.indexOf('<', at)
    addText(html.slice(at, next === -1 ? html.length : next))
    if (next === -1) break
    if (html.startsWith('<!--', next)) {
      const end = html.indexOf('-->', next + 2)
      at = end === -1 ? html.length : end + 3
      continue
    }
    const found = /^<(\/?)([a-zA-Z][^\s/>]*)/.exec(html.slice(next, next + 100))
    if (found === null) {
      const isMarkup = /^<[!?/]/.test(html.slice(next, next + 2))
      const end = isMarkup ? html.indexOf('>', next) : next
      if (!isMarkup) addText('<')
      at = end === -1 ? html.length : end + 1
      continue
    }
    const [whole, slash, spelled = ''] = found
    const name = spelled.toLowerCase()
    const end = findTagEnd(html, next + whole.length)
    if (end === -1) break
    at = end
    if (slash === '/') {
      const depth = open.findLastIndex((one) => one.name === name)
      if (depth !== -1) closeTo(depth)
      continue
    }
    if (droppedTags.has(name)) {
      const isSelfClosed = html.charAt(end - 2) === '/' && (name === 'svg' || name === 'math')
      const closing = isSelfClosed ? end : lower.indexOf(`</${name}`, end)
      if (isSelfClosed) continue
      const afterClosing = closing === -1 ? -1 : findTagEnd(html, closing)
      at = afterClosing === -1 ? html.length : afterClosing
      continue
    }
    if (name === 'img' || name === 'image') {
      const alt = /\balt\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/i.exec(html.slice(next, end))
      currentList().push({ picture: decode(alt?.[1] ?? alt?.[2] ?? alt?.[3] ?? '') })
      continue
    }
    const tag = Object.hasOwn(shownAs, name) ? shownAs[name] : undefined
    if (tag === undefined) continue
    if (emptyTags.has(tag)) {
      currentList().push({ tag, children: [] })
      continue
    }
    // HTML closes a paragraph before any block, and an entry before the next.
    if (blockTags.has(tag)) {
      const paragraph = open.findLastIndex((one) => one.tag === 'p')
      if (paragraph !== -1) closeTo(paragraph)
    }
    if (tag === 'li' && open.at(-1)?.tag === 'li') close()
    if (open.length < MAX_DEPTH) open.push({ name, tag, children: [] })
  }
  closeTo(0)
  return root
}
