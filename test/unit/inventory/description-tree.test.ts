import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { DescriptionPreview } from '../../../renderer/inventory/item/description/description-preview.tsx'
import { findActiveParts, parseDescription } from '../../../renderer/inventory/item/description/description-tree.ts'
import { injectionCorpus } from './injection-corpus.ts'

/** The HTML inside the preview's element, without classes. */
const show = (html: string): string =>
  renderToStaticMarkup(createElement(DescriptionPreview, { nodes: parseDescription(html).nodes }))
    .replace(/^<section[^>]*>/, '')
    .replace(/<\/section>$/, '')
    .replaceAll(/ class="[^"<>]*"/g, '')

/** Listed here in full, so that a tag added by mistake fails the test. */
const HARMLESS = /^(<\/?(p|div|span|br|hr|b|i|u|s|small|sub|sup|code|ul|ol|li)\/?>|[^<>])*$/

describe('the preview of a description', () => {
  it('keeps paragraphs, lists, emphasis and tables in their order', () => {
    const html = '<P>Old <strong>lamp</strong>,<br>works<ul><li>one<li>two</ul>'
    expect(show(html)).toBe('<p>Old <b>lamp</b>,<br/>works</p><ul><li>one</li><li>two</li></ul>')
    expect(show('<table><tr><td>a<td>b</table>')).toBe('<div><div><div>a</div><div>b</div></div></div>')
  })

  it('reads character references, and never as tags', () => {
    expect(show('5 &lt; 6 &amp; 7 &gt; 6 &#8364;&#x20AC; &nope; &#0;')).toBe(
      '5 &lt; 6 &amp; 7 &gt; 6 €€ &amp;nope; \ufffd',
    )
    expect(show('a < b and 3<4')).toBe('a &lt; b and 3&lt;4')
  })

  it('shows a link as its text and a picture as its description', () => {
    const html = '<a href="https://x.example">see</a><img src="https://x.example/1.jpg" alt="The lamp"><img>'
    expect(show(html)).toBe('<span>see</span><span>[Picture: The lamp]</span><span>[Picture]</span>')
  })

  it('removes scripts and styles with their contents', () => {
    expect(show('a<script>b</script>c<style>d</style>e<iframe>f</iframe>g')).toBe('aceg')
  })

  it(`holds ${injectionCorpus.length} attempts to run or load something to texts and plain tags`, () => {
    expect(injectionCorpus.length).toBeGreaterThanOrEqual(200)
    for (const attempt of injectionCorpus) expect(show(attempt)).toMatch(HARMLESS)
  })

  it('makes safe trees of any text, and quickly of the deepest and longest', () => {
    const part = fc.constantFrom(
      ...['<', '>', '</', '"', "'", '=', '<!--', '-->', '<p', '<li>', '</ul>', '<svg', 'script', '&#x', ' ', '/', 'x'],
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        expect(show(parts.join(''))).toMatch(HARMLESS)
      }),
      { numRuns: 300 },
    )
    expect(show('<div>'.repeat(30_000))).toMatch(HARMLESS)
    show('<'.repeat(150_000))
    show('<p title="'.repeat(15_000))
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

  it('is silent about ordinary formatting', () => {
    const html =
      '<p class="x" style="color: red">Only <b>one</b> script left: javascript: is fun</p><img src="https://x">'
    expect(findActiveParts(parseDescription(html).nodes)).toEqual([])
  })
})
