import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeXml, parseXml, XmlRefusal } from '../../main/xml.ts'

describe('parsing untrusted XML', () => {
  it('returns elements, attributes, text, CDATA and the predefined entities', () => {
    const root = parseXml(
      '\ufeff<?xml version="1.0"?><!-- c --><s:A xmlns:s="urn:x" b="1&lt;2"><c>x &amp; y<![CDATA[<z>&amp;]]>&#65;&#x42;</c><d/></s:A>\n',
    )
    expect(root).toMatchObject({ name: 'A', prefix: 's', namespace: 'urn:x', text: '' })
    expect(root.attributes).toContainEqual({ name: 'b', value: '1<2' })
    expect(root.children.map(({ name, text }) => [name, text])).toEqual([
      ['c', 'x & y<z>&amp;AB'],
      ['d', ''],
    ])
  })

  it('keeps names, text and spaces beyond ASCII, and text on both sides of a child', () => {
    const root = parseXml(
      Buffer.from('\ufeff <é·z é="ü">a<!-- < --><b> \u00a0</b>ß<?p ?><![CDATA[&<]]>\u{1F600}</é·z > '),
    )
    expect(root).toMatchObject({ name: 'é·z', attributes: [{ name: 'é', value: 'ü' }], text: 'aß&<\u{1F600}' })
    expect(root.children.map(({ name, text }) => [name, text])).toEqual([['b', ' \u00a0']])
  })

  it('resolves namespaces by the enclosing declarations', () => {
    const root = parseXml('<x:a xmlns:x="urn:1" xmlns="urn:d"><x:b xmlns:x="urn:2"><c/></x:b><x:d/></x:a>')
    expect(root.children.map(({ namespace }) => namespace)).toEqual(['urn:2', 'urn:1'])
    expect(root.children[0]?.children[0]?.namespace).toBe('urn:d')
  })

  const bomb = `<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><l>&b;</l>`
  it.each([
    ['an entity bomb', bomb],
    ['an external entity', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>'],
    ['a DOCTYPE alone', '<!DOCTYPE r><r/>'],
    ['a DOCTYPE inside an element', '<r><!DOCTYPE r></r>'],
    ['nesting of 10,000 levels', `${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}`],
    ['mismatched tags', '<a><b></a></b>'],
    ['an end tag without a start tag', '</a>'],
    ['a start tag without an end tag', '<a><b></b>'],
    ['two roots', '<a/><b/>'],
    ['text after the end', '<a/>x'],
    ['CDATA outside the root', '<a/><![CDATA[x]]>'],
    ['plain text', 'hello'],
    ['an empty text', ''],
    ['an unbound prefix', '<x:a/>'],
    ['a prefix bound only in a sibling', '<a><x:b xmlns:x="u"/><x:c/></a>'],
    ['a prefix bound only in an earlier subtree', '<a><b xmlns:x="u"><x:c/></b><x:c/></a>'],
    ['a no-break space before the root', '\u00a0<a/>'],
    ['an attribute that breaks off', '<a b="1'],
    ['a tag inside an attribute', '<a b="<c/>"/>'],
    ['a duplicate attribute', '<a b="1" b="2"/>'],
    ['an unquoted attribute', '<a b=1/>'],
    ['65 attributes on one element', `<a ${Array.from({ length: 65 }, (_, index) => `b${index}=""`).join(' ')}/>`],
    ['an unclosed comment', '<a><!-- '],
    ['more than 100,000 references', `<a>${'&#65;'.repeat(100_001)}</a>`],
    ['more than 100,000 elements', `<a>${'<b/>'.repeat(100_001)}</a>`],
  ])('RCV-12 refuses %s', (_, text) => {
    expect(() => parseXml(text)).toThrow(XmlRefusal)
  })

  it.each(['&file;', '&nbsp;', '& ', '&&', '&;', '&#;', '&#x;', '&#xg;', '&#0;', '&#99999999;', '&amp', '&LT;'])(
    'SOAP-05 refuses the reference %s',
    (reference) => {
      expect(() => parseXml(`<a>${reference}</a>`)).toThrow(XmlRefusal)
    },
  )

  it('SOAP-05 decodes a reference once', () => {
    expect(parseXml('<a>&#x00041;&#0065;&amp;amp;</a>').text).toBe('AA&amp;')
  })

  it('RCV-12 takes linear time, whatever the bytes', () => {
    // Quadratic parsing of these would take minutes and fail the runner's time limit.
    for (const text of [`<a ${' '.repeat(1_000_000)}`, `<a>${'&'.repeat(1_000_000)}</a>`, '<'.repeat(1_000_000)]) {
      expect(() => parseXml(text)).toThrow(XmlRefusal)
    }
  })

  it('RCV-12 either parses or throws XmlRefusal', () => {
    const piece = fc.constantFrom(
      ...['<a>', '</a>', '<b/>', '<!--', '-->', '<![CDATA[', ']]>', '<?', '?>', '&', '&#0;', ';', '"', ' ', 'x'],
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }), (pieces) => {
        try {
          parseXml(pieces.join(''))
        } catch (error) {
          expect(error).toBeInstanceOf(XmlRefusal)
        }
      }),
    )
  })

  it('SOAP-05 escapes any text so that it parses back unchanged, as content and as an attribute', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const root = parseXml(`<a b="${escapeXml(text)}">${escapeXml(text)}</a>`)
        expect(root.children).toEqual([])
        expect(root.text).toBe(text)
        expect(root.attributes[0]?.value).toBe(text)
      }),
    )
  })
})
