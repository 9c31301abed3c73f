/** A description as a document of the formatted editor: paragraphs, headings, lists, bold, italic and underlined text. */
import { Fragment, type Mark, type Node, Schema } from 'prosemirror-model'
import { type Description, type DescriptionElement, type DescriptionNode, hiddenTags } from './description-tree.ts'

export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { group: 'block', content: 'inline*', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
    heading: {
      group: 'block',
      content: 'inline*',
      defining: true,
      attrs: { level: { default: 2 } },
      parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
      toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
    },
    bulletList: { group: 'block', content: 'listItem+', parseDOM: [{ tag: 'ul' }], toDOM: () => ['ul', 0] },
    orderedList: { group: 'block', content: 'listItem+', parseDOM: [{ tag: 'ol' }], toDOM: () => ['ol', 0] },
    listItem: { content: 'paragraph block*', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
    lineBreak: { group: 'inline', inline: true, selectable: false, parseDOM: [{ tag: 'br' }], toDOM: () => ['br'] },
    text: { group: 'inline' },
  },
  marks: {
    bold: { parseDOM: [{ tag: 'b' }, { tag: 'strong' }], toDOM: () => ['b', 0] },
    italic: { parseDOM: [{ tag: 'i' }, { tag: 'em' }], toDOM: () => ['i', 0] },
    underline: { parseDOM: [{ tag: 'u' }], toDOM: () => ['u', 0] },
  },
})
export const { nodes, marks } = schema

const markTags = new Map([
  ...(['b', 'strong'] as const).map((tag) => [tag as string, marks.bold] as const),
  ...(['i', 'em'] as const).map((tag) => [tag as string, marks.italic] as const),
  ['u', marks.underline] as const,
])
const headingLevel = (tag: string): number | undefined => (/^h[1-6]$/.test(tag) ? Number(tag.charAt(1)) : undefined)

/** Tags that start a new line. Text inside them is read as paragraphs. */
const lineTags = new Set([
  ...['div', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption', 'blockquote', 'pre', 'center', 'hr'],
  ...['section', 'article', 'header', 'footer', 'main', 'nav', 'aside', 'dl', 'dt', 'dd', 'address', 'figure', 'form'],
])

/**
 * Keeps spaces and breaks as a browser shows them: a run of spaces is one space, no space begins or ends a line, and
 * the last break of a block is dropped.
 */
const tidyInline = (content: readonly Node[]): readonly Node[] => {
  const tidy: Node[] = []
  const trimEnd = (): void => {
    const last = tidy.at(-1)
    if (!last?.text?.endsWith(' ')) return
    tidy.pop()
    if (last.text.length > 1) tidy.push(schema.text(last.text.slice(0, -1), last.marks))
  }
  for (const node of content) {
    const last = tidy.at(-1)
    if (node.text === undefined) {
      trimEnd()
      tidy.push(node)
      continue
    }
    const spaced = node.text.replace(/[ \t\n\r\f]+/g, ' ')
    const isAfterSpace = last === undefined || last.text === undefined || last.text.endsWith(' ')
    const text = isAfterSpace ? spaced.replace(/^ /, '') : spaced
    if (text !== '') tidy.push(schema.text(text, node.marks))
  }
  trimEnd()
  return tidy.at(-1)?.type === nodes.lineBreak ? tidy.slice(0, -1) : tidy
}

/**
 * Reads a description into a document. Drops everything but basic formatting and keeps its text. `lost` names what was
 * dropped: only an empty list means that the document is the whole description.
 */
export const readDocument = (description: Description): { readonly doc: Node; readonly lost: readonly string[] } => {
  const lost = new Set(description.lost)

  const readBlocks = (from: readonly DescriptionNode[], outer: readonly Mark[]): readonly Node[] => {
    const blocks: Node[] = []
    let line: Node[] = []
    const endLine = (): void => {
      if (line.length > 0) {
        const content = tidyInline(line)
        const isBreak = line.some(({ type }) => type === nodes.lineBreak)
        if (content.length > 0 || isBreak) blocks.push(nodes.paragraph.create(null, content))
      }
      line = []
    }

    const readLine = ({ tag, children }: DescriptionElement, active: readonly Mark[]): void => {
      endLine()
      const level = headingLevel(tag)
      const inner = readBlocks(children, active)
      if (level === undefined) blocks.push(...inner)
      else {
        if (inner.some(({ type }) => type !== nodes.paragraph) || inner.length > 1) lost.add(`blocks inside <${tag}>`)
        for (const block of inner) {
          blocks.push(block.type === nodes.paragraph ? nodes.heading.create({ level }, block.content) : block)
        }
      }
    }

    const readList = ({ tag, children }: DescriptionElement, active: readonly Mark[]): void => {
      endLine()
      const items = children.flatMap((child): readonly Node[] => {
        if (typeof child === 'string' && /^[ \t\n\r\f]*$/.test(child)) return []
        const isItem = typeof child !== 'string' && child.tag === 'li'
        if (isItem) noteAttributes(child)
        else lost.add(`text between the entries of <${tag}>`)
        const content = readBlocks(isItem ? child.children : [child], active)
        const [first] = content
        if (first === undefined && !isItem) return []
        if (first !== undefined && first.type !== nodes.paragraph) lost.add('a list entry without a text of its own')
        return [
          nodes.listItem.create(
            null,
            first?.type === nodes.paragraph ? content : [nodes.paragraph.create(), ...content],
          ),
        ]
      })
      if (items.length > 0) blocks.push((tag === 'ul' ? nodes.bulletList : nodes.orderedList).create(null, items))
    }

    const visit = (node: DescriptionNode, active: readonly Mark[]): void => {
      if (typeof node === 'string') {
        if (node !== '') line.push(schema.text(node, active))
        return
      }
      const { tag, children } = node
      const mark = markTags.get(tag)
      noteAttributes(node)
      if (tag === 'br') line.push(nodes.lineBreak.create())
      else if (tag === 'p' || headingLevel(tag) !== undefined) readLine(node, active)
      else if (tag === 'ul' || tag === 'ol') readList(node, active)
      else if (mark !== undefined) for (const child of children) visit(child, mark.create().addToSet(active))
      else {
        lost.add(`<${tag.slice(0, 20)}>`)
        if (hiddenTags.has(tag)) return
        const isLine = lineTags.has(tag) || tag === 'li'
        if (isLine) endLine()
        for (const child of children) visit(child, active)
        if (isLine) endLine()
      }
    }

    for (const node of from) visit(node, outer)
    endLine()
    return blocks
  }

  const noteAttributes = ({ tag, attributes }: DescriptionElement): void => {
    const [name] = Object.keys(attributes)
    if (name !== undefined) lost.add(`“${name.slice(0, 20)}” of <${tag.slice(0, 20)}>`)
  }

  const blocks = readBlocks(description.nodes, [])
  return { doc: nodes.doc.create(null, blocks.length === 0 ? nodes.paragraph.create() : blocks), lost: [...lost] }
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;')

const markTag = ({ type }: Mark): string => (type === marks.bold ? 'b' : type === marks.italic ? 'i' : 'u')

const writeInline = ({ content }: Node): string => {
  // Spaces that a browser would not show become no-break spaces.
  const texts = content.content.map(({ text }) => text ?? '\n')
  const shown = texts.join('').replace(/(?<=^|[ \n]) | (?=$|\n)/g, '\u00a0')
  let html = ''
  let at = 0
  let open: readonly Mark[] = []
  const switchTo = (wanted: readonly Mark[]): void => {
    let shared = 0
    while (shared < open.length && shared < wanted.length && open[shared]?.eq(wanted[shared] as Mark)) shared += 1
    for (const mark of open.slice(shared).toReversed()) html += `</${markTag(mark)}>`
    for (const mark of wanted.slice(shared)) html += `<${markTag(mark)}>`
    open = wanted
  }
  content.forEach((node, _, index) => {
    const { length } = texts[index] ?? ''
    switchTo(node.marks)
    html += node.isText ? escapeHtml(shown.slice(at, at + length)) : '<br>'
    at += length
  })
  switchTo([])
  // A browser ignores a block's last break, so an empty block and one that ends with a break need one more.
  return content.lastChild === null || content.lastChild.type === nodes.lineBreak ? `${html}<br>` : html
}

const writeBlock = (node: Node): string => {
  const { type, content } = node
  switch (type) {
    case nodes.paragraph:
      return `<p>${writeInline(node)}</p>`
    case nodes.heading:
      return `<h${node.attrs.level}>${writeInline(node)}</h${node.attrs.level}>`
    case nodes.listItem: {
      const [first, ...rest] = content.content
      const isLists = rest.every((child) => child.type === nodes.bulletList || child.type === nodes.orderedList)
      if (first === undefined || !isLists || first.childCount === 0) return `<li>${writeBlocks(content)}</li>`
      return `<li>${writeInline(first)}${writeBlocks(Fragment.from(rest))}</li>`
    }
    default: {
      const tag = type === nodes.bulletList ? 'ul' : 'ol'
      return `<${tag}>${writeBlocks(content)}</${tag}>`
    }
  }
}

const writeBlocks = ({ content }: Fragment): string => content.map(writeBlock).join('')

/** The HTML of a document; empty for an empty one. */
export const writeDocument = (doc: Node): string =>
  doc.childCount === 1 && doc.firstChild?.type === nodes.paragraph && doc.firstChild.childCount === 0
    ? ''
    : writeBlocks(doc.content)
