import fc from 'fast-check'
import type { Mark, Node } from 'prosemirror-model'
import { describe, expect, it } from 'vitest'
import {
  marks,
  nodes,
  readDocument,
  schema,
  writeDocument,
} from '../../../renderer/inventory/item/description/description-document.ts'
import {
  type DescriptionNode,
  parseDescription,
} from '../../../renderer/inventory/item/description/description-tree.ts'
import { injectionCorpus } from './injection-corpus.ts'

const read = (html: string) => readDocument(parseDescription(html))
const rewrite = (html: string): string => writeDocument(read(html).doc)

const equalTags: Readonly<Record<string, string>> = { strong: 'b', em: 'i' }

/** Every letter with its visible tags, except paragraphs. */
const lettersOf = (from: readonly DescriptionNode[], around: readonly string[] = []): readonly string[] =>
  from.flatMap((node) => {
    if (typeof node === 'string') {
      return [...node.replace(/[ \t\n\r\f]/g, '')].map((letter) => `${letter} ${[...around].sort().join(' ')}`)
    }
    if (node.tag === 'br') return []
    const tag = equalTags[node.tag] ?? node.tag
    return lettersOf(node.children, tag === 'p' || around.includes(tag) ? around : [...around, tag])
  })

const tagNames = ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'h1', 'h3', 'ul', 'ol', 'li', 'div', 'table', 'a'] as const
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...tagNames).map((tag) => `<${tag}>`) },
  { weight: 2, arbitrary: fc.constantFrom(...tagNames).map((tag) => `</${tag}>`) },
  { weight: 3, arbitrary: fc.constantFrom('a', 'b c', ' ', '\n', '&lt;b&gt;', '&amp;', '&nbsp;', 'ä', '  d') },
  { weight: 1, arbitrary: fc.constantFrom('<p class="x">', '<!-- c -->', '<script>s</script>', '<b', '&', '</') },
)

const markSets: readonly (readonly Mark[])[] = [
  [],
  [marks.bold.create()],
  [marks.italic.create(), marks.underline.create()],
  [marks.bold.create(), marks.italic.create()],
]
const inline = fc.oneof(
  fc
    .tuple(fc.constantFrom('a', 'b c', '<b>', '&amp;', ' d', 'e ', 'f  g'), fc.constantFrom(...markSets))
    .map(([text, set]) => schema.text(text, set)),
  fc.constant(nodes.lineBreak.create()),
)
const inlines = fc.array(inline, { maxLength: 5 })
const paragraph = inlines.map((content) => nodes.paragraph.create(null, content))
const { block } = fc.letrec<{ block: Node; item: Node }>((tie) => ({
  item: fc
    .tuple(paragraph, fc.array(tie('block'), { maxLength: 2 }))
    .map(([first, rest]) => nodes.listItem.create(null, [first, ...rest])),
  block: fc.oneof(
    { depthSize: 'small' },
    paragraph,
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), inlines)
      .map(([level, content]) => nodes.heading.create({ level }, content)),
    fc
      .tuple(
        fc.constantFrom(nodes.bulletList, nodes.orderedList),
        fc.array(tie('item'), { minLength: 1, maxLength: 3 }),
      )
      .map(([list, items]) => list.create(null, items)),
  ),
}))
const document = fc.array(block, { minLength: 1, maxLength: 4 }).map((content) => nodes.doc.create(null, content))

const withPlainSpaces = (doc: Node): string => JSON.stringify(doc.toJSON()).replaceAll('\u00a0', ' ')

describe('the formatted description', () => {
  it('writes basic formatting as it was read', () => {
    const html =
      '<h2>Old lamp</h2><p>Works, <b>no <i>shade</i></b>.<br>Ask &amp; see</p><ul><li>one<ol><li>two</li></ol></li></ul>'
    expect(read(html).lost).toEqual([])
    expect(rewrite(html)).toBe(html)
  })

  it('takes text without tags as paragraphs', () => {
    expect(rewrite('Old lamp\n  works<br>well')).toBe('<p>Old lamp works<br>well</p>')
  })

  it('has no text if the description is empty', () => {
    expect(rewrite('')).toBe('')
    expect(rewrite(' <p></p> ')).toBe('')
  })

  it.each([
    ['<table><tr><td>a</td></tr></table>', '<table>'],
    ['<p class="x">a</p>', '“class” of <p>'],
    ['<p>a</p><!-- b -->', 'comments'],
    ['<p><b>a</p>b', 'tags that aren’t closed in order'],
    ['<ul>a<li>b</li></ul>', 'text between the entries of <ul>'],
    ['<ul>&nbsp;<li>b</li></ul>', 'text between the entries of <ul>'],
    ['<a href="https://x.example">a</a>', '<a>'],
    ['<script>a</script>', '<script>'],
    ['<h2><ul><li>a</li></ul></h2>', 'blocks inside <h2>'],
    [`${'<i>'.repeat(61)}a`, 'tags inside each other more than 60 times'],
    ['a'.repeat(200_001), 'more than 200,000 characters'],
  ])('names what it cannot show of %.40s', (html, lost) => {
    expect(read(html).lost).toContain(lost)
  })

  it('loses no letter and no formatting of a description that it reports as complete', () => {
    let whole = 0
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const html = pieces.join('')
        const { doc, lost } = read(html)
        if (lost.length > 0) return
        whole += 1
        doc.check()
        expect(lettersOf(parseDescription(writeDocument(doc)).nodes)).toEqual(lettersOf(parseDescription(html).nodes))
      }),
      { numRuns: 2_000 },
    )
    expect(whole).toBeGreaterThan(100)
  })

  it('reads back every document it wrote, with the same blocks, breaks and formatting', () => {
    fc.assert(
      fc.property(document, (doc) => {
        const again = read(writeDocument(doc))
        expect(again.lost).toEqual([])
        expect(withPlainSpaces(again.doc)).toBe(withPlainSpaces(doc))
      }),
      { numRuns: 500 },
    )
  })

  it('keeps every visible letter of any pasted text', () => {
    expect(rewrite('<div>a<table><tr><td>b<td>c</table><span>d</span><script>e</script></div>')).toBe(
      '<p>a</p><p>b</p><p>c</p><p>d</p>',
    )
  })

  it(`makes a valid document of ${injectionCorpus.length} attempts to run something, without a tag that could`, () => {
    for (const attempt of injectionCorpus) {
      const { doc } = read(attempt)
      doc.check()
      expect(writeDocument(doc)).toMatch(/^(<\/?(p|h\d|ul|ol|li|b|i|u|br)>|[^<])*$/)
    }
  })
})
