import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeXml, readXml } from '../../../main/notifications/xml.ts'
import { XmlRefusal } from '../../../main/notifications/xml-marks.ts'

describe('reading XML from a stranger', () => {
  it('reads elements, attributes, text, CDATA and the predefined entities', () => {
    const root = readXml(
      '\ufeff<?xml version="1.0"?><!-- c --><s:A xmlns:s="urn:x" b="1&lt;2"><c>x &amp; y<![CDATA[<z>&amp;]]>&#65;&#x42;</c><d/></s:A>\n',
    )
    expect(root).toMatchObject({ name: 'A', prefix: 's', namespace: 'urn:x', text: '' })
    expect(root.attributes).toContainEqual({ name: 'b', value: '1<2' })
    expect(root.children.map(({ name, text }) => [name, text])).toEqual([
      ['c', 'x & y<z>&amp;AB'],
      ['d', ''],
    ])
  })

  it('reads names, texts and spaces beyond ASCII, and text on both sides of what stands between', () => {
    const root = readXml(
      Buffer.from('\ufeff <é·z é="ü">a<!-- < --><b> \u00a0</b>ß<?p ?><![CDATA[&<]]>\u{1F600}</é·z > '),
    )
    expect(root).toMatchObject({ name: 'é·z', attributes: [{ name: 'é', value: 'ü' }], text: 'aß&<\u{1F600}' })
    expect(root.children.map(({ name, text }) => [name, text])).toEqual([['b', ' \u00a0']])
  })

  it('gives the same part again, and nothing of one document to another', () => {
    const one = readXml('<a><b>1</b></a>')
    const [b] = one.children
    const other = readXml('<longer><name>2</name><name>3</name></longer>')
    expect(one.children[0]).toBe(b)
    expect(b?.text).toBe('1')
    expect(other.children.map(({ name, text }) => [name, text])).toEqual([
      ['name', '2'],
      ['name', '3'],
    ])
  })

  it('knows the namespaces of an element by those around it', () => {
    const root = readXml('<x:a xmlns:x="urn:1" xmlns="urn:d"><x:b xmlns:x="urn:2"><c/></x:b><x:d/></x:a>')
    expect(root.children.map(({ namespace }) => namespace)).toEqual(['urn:2', 'urn:1'])
    expect(root.children[0]?.children[0]?.namespace).toBe('urn:d')
  })

  const bomb = `<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><l>&b;</l>`
  it.each([
    ['an entity bomb', bomb],
    ['an external entity', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>'],
    ['a DOCTYPE alone', '<!DOCTYPE r><r/>'],
    ['a DOCTYPE inside', '<r><!DOCTYPE r></r>'],
    ['nesting of 10,000 levels', `${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}`],
    ['tags that do not match', '<a><b></a></b>'],
    ['an end without a beginning', '</a>'],
    ['a beginning without an end', '<a><b></b>'],
    ['two roots', '<a/><b/>'],
    ['text after the end', '<a/>x'],
    ['CDATA outside', '<a/><![CDATA[x]]>'],
    ['garbage', 'hello'],
    ['nothing', ''],
    ['a prefix that stands for nothing', '<x:a/>'],
    ['a prefix that stood for something further in', '<a><x:b xmlns:x="u"/><x:c/></a>'],
    ['a prefix that stood for something around another', '<a><b xmlns:x="u"><x:c/></b><x:c/></a>'],
    ['a mark of another script around it', '\u00a0<a/>'],
    ['an attribute that breaks off', '<a b="1'],
    ['a tag inside of an attribute', '<a b="<c/>"/>'],
    ['an attribute twice', '<a b="1" b="2"/>'],
    ['an attribute without quotes', '<a b=1/>'],
    ['a comment that never ends', '<a><!-- '],
    ['more references than any notification has', `<a>${'&#65;'.repeat(100_001)}</a>`],
    ['more elements than any notification has', `<a>${'<b/>'.repeat(100_001)}</a>`],
  ])('RCV-12 refuses %s', (_, text) => {
    expect(() => readXml(text)).toThrow(XmlRefusal)
  })

  it('SOAP-05 expands no entity but the predefined ones', () => {
    const text = '&file; &nbsp; & && &; &#; &#x; &#xg; &#0; &#99999999; &amp'
    expect(readXml(`<a>${text}</a>`).text).toBe(text)
    expect(readXml('<a>&LT;&#x00041;&#0065;&amp;amp;</a>').text).toBe('&LT;AA&amp;')
  })

  it('RCV-12 needs time in proportion to the length, whatever the bytes', () => {
    // Quadratic reading of these would take minutes; the limit of the test runner is what fails it.
    for (const text of [`<a ${' '.repeat(1_000_000)}`, `<a>${'&'.repeat(1_000_000)}</a>`, '<'.repeat(1_000_000)]) {
      try {
        readXml(text)
      } catch (error) {
        expect(error).toBeInstanceOf(XmlRefusal)
      }
    }
  })

  it('RCV-12 either reads or refuses, and never fails otherwise', () => {
    const piece = fc.constantFrom(
      '<a>',
      '</a>',
      '<b/>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?',
      '?>',
      '&',
      '&#0;',
      ';',
      '"',
      ' ',
      'x',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }), (pieces) => {
        try {
          readXml(pieces.join(''))
        } catch (error) {
          expect(error).toBeInstanceOf(XmlRefusal)
        }
      }),
    )
  })

  it('SOAP-05 writes any text so that it is read back as it was, in text and in attributes', () => {
    const printable = fc.string({ unit: 'grapheme' })
    fc.assert(
      fc.property(printable, (text) => {
        const root = readXml(`<a b="${escapeXml(text)}">${escapeXml(text)}</a>`)
        expect(root.children).toEqual([])
        expect(root.text).toBe(text)
        expect(root.attributes[0]?.value).toBe(text)
      }),
    )
  })
})
