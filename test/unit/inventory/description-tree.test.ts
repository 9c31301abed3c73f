import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findActiveParts,
  parseDescription,
  type ShownNode,
  toShown,
} from '../../../renderer/inventory/item/description/description-tree.ts'
import { injectionCorpus } from './injection-corpus.ts'

const show = (html: string): readonly ShownNode[] => toShown(parseDescription(html).nodes)

/** Written out here: a tag that is added to the parser by mistake must fail this test. */
const harmlessTags = [
  ...['p', 'div', 'span', 'br', 'hr', 'b', 'i', 'u', 's', 'small', 'sub', 'sup', 'code', 'pre', 'blockquote', 'a'],
  ...['ul', 'ol', 'li', 'table', 'heading', 'row', 'cell'],
]

const toText = (nodes: readonly ShownNode[]): string =>
  nodes.map((node) => ('text' in node ? node.text : 'picture' in node ? '[picture]' : toText(node.children))).join('')

/** A node is a text, a picture's description, or an allowed tag with children, and nests to a limit. */
const expectSafe = (nodes: readonly ShownNode[], depth = 0): void => {
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
    expect(show('<P>Old <strong>lamp</strong>,<br>works<ul><li>one<li>two</ul>')).toEqual([
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
    expect(toText(show('<table><tr><td>a<td>b</table>'))).toBe('ab')
  })

  it('reads character references, and never as tags', () => {
    expect(show('5 &lt; 6 &amp; 7 &gt; 6 &#8364;&#x20AC; &nope; &#0;')).toEqual([
      { text: '5 < 6 & 7 > 6 €€ &nope; \ufffd' },
    ])
    expect(toText(show('a < b and 3<4'))).toBe('a < b and 3<4')
  })

  it('shows a link as its text and a picture as its description', () => {
    expect(show('<a href="https://x.example">see</a><img src="https://x.example/1.jpg" alt="The lamp">')).toEqual([
      { tag: 'a', children: [{ text: 'see' }] },
      { picture: 'The lamp' },
    ])
  })

  it('takes scripts and styles away with what is in them', () => {
    expect(toText(show('a<script>b</script>c<style>d</style>e<iframe>f</iframe>g'))).toBe('aceg')
  })

  it(`holds ${injectionCorpus.length} attempts to run or load something to texts and plain tags`, () => {
    expect(injectionCorpus.length).toBeGreaterThanOrEqual(200)
    for (const attempt of injectionCorpus) expectSafe(show(attempt))
  })

  it('makes safe trees of anything at all, and quickly of the deepest and longest', () => {
    const part = fc.constantFrom(
      ...['<', '>', '</', '"', "'", '=', '<!--', '-->', '<p', '<li>', '</ul>', '<svg', 'script', '&#x', ' ', '/', 'x'],
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => expectSafe(show(parts.join('')))),
      { numRuns: 1_000 },
    )
    expectSafe(show('<div>'.repeat(30_000)))
    expectSafe(show('<'.repeat(150_000)))
    expectSafe(show('<p title="'.repeat(15_000)))
  })
})

describe('the warning about a description', () => {
  it.each([
    ['<p onclick="x()">a</p>', 'an event handler (onclick)'],
    ['<script>x()</script>', 'a script'],
    ['<a href=" JAVA\tscript:x()">a</a>', 'a script in a link'],
    ['<iframe src="https://x.example"></iframe>', 'a frame'],
    ['<form><input></form>', 'a form'],
    ['<p style="background: URL(https://x.example)">a</p>', 'styles of another site'],
    ['<style>@import "https://x.example"</style>', 'styles of another site'],
    ['<link rel="stylesheet" href="https://x.example">', 'styles of another site'],
    ['<meta http-equiv="refresh" content="0">', 'a page setting'],
    ['<object></object>', 'an embedded program'],
  ])('names what is active in %s', (html, part) => {
    expect(findActiveParts(parseDescription(`<div>${html}</div>`).nodes)).toEqual([part])
  })

  it('says nothing of ordinary formatting', () => {
    const html =
      '<p class="x" style="color: red">Only <b>one</b> script left: javascript: is fun</p><img src="https://x">'
    expect(findActiveParts(parseDescription(html).nodes)).toEqual([])
  })
})
