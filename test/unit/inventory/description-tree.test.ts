import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DescriptionNode,
  parseDescription,
} from '../../../renderer/inventory/item/description/description-tree.ts'
import { injectionCorpus } from './injection-corpus.ts'

/** Written out here: a tag that is added to the parser by mistake must fail this test. */
const harmlessTags = [
  ...['p', 'div', 'span', 'br', 'hr', 'b', 'i', 'u', 's', 'small', 'sub', 'sup', 'code', 'pre', 'blockquote', 'a'],
  ...['ul', 'ol', 'li', 'table', 'heading', 'row', 'cell'],
]

const toText = (nodes: readonly DescriptionNode[]): string =>
  nodes.map((node) => ('text' in node ? node.text : 'picture' in node ? '[picture]' : toText(node.children))).join('')

/** A node is a text, a picture's description, or an allowed tag with children, and nests to a limit. */
const expectSafe = (nodes: readonly DescriptionNode[], depth = 0): void => {
  expect(depth).toBeLessThan(70)
  for (const node of nodes) {
    const keys = Object.keys(node).sort().join(' ')
    if ('text' in node || 'picture' in node) expect(['text', 'picture']).toContain(keys)
    else {
      expect(keys).toBe('children tag')
      expect(harmlessTags).toContain(node.tag)
      expectSafe(node.children, depth + 1)
    }
  }
}

describe('the preview of a description', () => {
  it('keeps paragraphs, lists, emphasis and tables in their order', () => {
    expect(parseDescription('<P>Old <strong>lamp</strong>,<br>works<ul><li>one<li>two</ul>')).toEqual([
      {
        tag: 'p',
        children: [
          { text: 'Old ' },
          { tag: 'b', children: [{ text: 'lamp' }] },
          { text: ',' },
          { tag: 'br', children: [] },
          { text: 'works' },
        ],
      },
      {
        tag: 'ul',
        children: [
          { tag: 'li', children: [{ text: 'one' }] },
          { tag: 'li', children: [{ text: 'two' }] },
        ],
      },
    ])
    expect(toText(parseDescription('<table><tr><td>a<td>b</table>'))).toBe('ab')
  })

  it('reads character references, and never as tags', () => {
    expect(parseDescription('5 &lt; 6 &amp; 7 &gt; 6 &#8364;&#x20AC; &nope; &#0;')).toEqual([
      { text: '5 < 6 & 7 > 6 €€ &nope; \ufffd' },
    ])
    expect(toText(parseDescription('a < b and 3<4'))).toBe('a < b and 3<4')
  })

  it('shows a link as its text and a picture as its description', () => {
    expect(
      parseDescription('<a href="https://x.example">see</a><img src="https://x.example/1.jpg" alt="The lamp">'),
    ).toEqual([{ tag: 'a', children: [{ text: 'see' }] }, { picture: 'The lamp' }])
  })

  it('takes scripts and styles away with what is in them', () => {
    expect(toText(parseDescription('a<script>b</script>c<style>d</style>e<iframe>f</iframe>g'))).toBe('aceg')
  })

  it(`holds ${injectionCorpus.length} attempts to run or load something to texts and plain tags`, () => {
    expect(injectionCorpus.length).toBeGreaterThanOrEqual(200)
    for (const attempt of injectionCorpus) expectSafe(parseDescription(attempt))
  })

  it('makes safe trees of anything at all, and quickly of the deepest and longest', () => {
    const part = fc.constantFrom(
      ...['<', '>', '</', '"', "'", '=', '<!--', '-->', '<p', '<li>', '</ul>', '<svg', 'script', '&#x', ' ', '/', 'x'],
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => expectSafe(parseDescription(parts.join('')))),
      { numRuns: 1_000 },
    )
    expectSafe(parseDescription('<div>'.repeat(30_000)))
    expectSafe(parseDescription('<'.repeat(150_000)))
    expectSafe(parseDescription('<p title="'.repeat(15_000)))
  })
})
