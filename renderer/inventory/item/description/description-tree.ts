/**
 * Parses a description's HTML (INV-08).
 *
 * SECURITY: no untrusted HTML reaches the page. The preview is built from texts and the tag names of `shownTags`, without
 * attributes, links, pictures, styles or scripts. A parsing mistake can look wrong but can't run anything.
 */
import { Parser } from 'htmlparser2'

/** An element as written, in lower case. */
export type DescriptionElement = {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly DescriptionNode[]
}
export type DescriptionNode = string | DescriptionElement

export type Description = {
  readonly nodes: readonly DescriptionNode[]
  /** What the nodes don't show, as labels for the seller: comments, wrongly closed tags, depth. */
  readonly lost: readonly string[]
}

const MAX_DEPTH = 60
/** Everything beyond this is not parsed. */
export const MAX_PARSED_CHARACTERS = 200_000

/** Tags that must be closed. With one left open, the text would look different in a browser. */
const closedTags = new Set(['b', 'strong', 'i', 'em', 'u', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol'])

/** Accepts any HTML, however broken. Never throws. */
export const parseDescription = (html: string): Description => {
  const root: DescriptionNode[] = []
  const lost = new Set<string>()
  const open: DescriptionNode[][] = [root]
  let skipped = 0
  const siblings = (): DescriptionNode[] => open.at(-1) ?? root
  const parser = new Parser({
    onopentag: (tag, attributes) => {
      const children: DescriptionNode[] = []
      if (open.length > MAX_DEPTH) {
        skipped += 1
        lost.add('tags inside each other more than 60 times')
        return
      }
      siblings().push({ tag, attributes, children })
      open.push(children)
    },
    onclosetag: (tag, isImplied) => {
      if (isImplied && closedTags.has(tag)) lost.add('tags that aren’t closed in order')
      if (skipped > 0) skipped -= 1
      else open.pop()
    },
    ontext: (text) => {
      const list = siblings()
      const last = list.at(-1)
      if (typeof last === 'string') list[list.length - 1] = last + text
      else list.push(text)
    },
    oncomment: () => void lost.add('comments'),
    onprocessinginstruction: () => void lost.add('processing instructions'),
  })
  parser.end(html.slice(0, MAX_PARSED_CHARACTERS))
  if (html.length > MAX_PARSED_CHARACTERS) lost.add('more than 200,000 characters')
  return { nodes: root, lost: [...lost] }
}

const plainTags = [
  ...['p', 'div', 'span', 'br', 'hr', 'b', 'i', 'u', 's', 'small', 'sub', 'sup', 'code', 'pre', 'blockquote', 'a'],
  ...['ul', 'ol', 'li', 'table'],
] as const
export type ShownTag = (typeof plainTags)[number] | 'heading' | 'row' | 'cell'

/**
 * The element that shows each tag. Other tags are dropped; their content is kept. A Map, because an object has
 * `constructor` as well.
 */
export const shownTags: ReadonlyMap<string, ShownTag> = new Map<string, ShownTag>([
  ...plainTags.map((tag) => [tag, tag] as const),
  ...Object.entries({ strong: 'b', em: 'i', del: 's', strike: 's', ins: 'u', tt: 'code' } as const),
  ...Object.entries({ tr: 'row', td: 'cell', th: 'cell' } as const),
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, 'heading'] as const),
  ...['center', 'section', 'article', 'dl', 'dt', 'dd'].map((tag) => [tag, 'div'] as const),
])

/** Never shown, including their content. */
export const hiddenTags: ReadonlySet<string> = new Set([
  ...['script', 'style', 'iframe', 'object', 'embed', 'noscript', 'template', 'svg', 'math', 'textarea', 'title'],
  ...['xmp', 'noembed', 'noframes', 'plaintext', 'head', 'select', 'audio', 'video', 'canvas', 'applet', 'frameset'],
])

const activeTags: ReadonlyMap<string, string> = new Map([
  ['script', 'a script'],
  ...['iframe', 'frame', 'frameset'].map((tag) => [tag, 'a frame'] as const),
  ...['object', 'embed', 'applet'].map((tag) => [tag, 'an embedded program'] as const),
  ...['form', 'input', 'button', 'select', 'textarea'].map((tag) => [tag, 'a form'] as const),
  ...['meta', 'base'].map((tag) => [tag, 'a page setting'] as const),
  ['link', 'styles of another site'],
])
const REMOTE_STYLE = /url\s*\(|@import|expression\s*\(/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers ignore them in addresses
const SCRIPT_ADDRESS = /^[\u0000- ]*(?:j\s*a\s*v\s*a|v\s*b)\s*s\s*c\s*r\s*i\s*p\s*t\s*:|^\s*data\s*:\s*text\/html/i

/**
 * Labels of the parts that can run, request input or load styles, such as "a script". A platform removes or refuses these.
 */
export const findActiveParts = (nodes: readonly DescriptionNode[]): readonly string[] => {
  const found = new Set<string>()
  const visit = (node: DescriptionNode): void => {
    if (typeof node === 'string') return
    const { tag, attributes, children } = node
    const active = activeTags.get(tag)
    if (active !== undefined) found.add(active)
    if (tag === 'style' && REMOTE_STYLE.test(children.join(''))) found.add('styles of another site')
    for (const [name, value] of Object.entries(attributes)) {
      if (/^on/i.test(name)) found.add(`an event handler (${name.slice(0, 30)})`)
      else if (name === 'style' && REMOTE_STYLE.test(value)) found.add('styles of another site')
      else if (SCRIPT_ADDRESS.test(value)) found.add('a script in a link')
    }
    children.forEach(visit)
  }
  nodes.forEach(visit)
  return [...found]
}
