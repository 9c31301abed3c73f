/**
 * The text of each page of a PDF that Chromium wrote. Reads only what Chromium writes: objects in the open, streams deflated, text
 * as glyphs of fonts with a map to Unicode. Blanks are left out, because Chromium places words by position.
 */
import { inflateSync } from 'node:zlib'

type PdfObject = { readonly dictionary: string; readonly stream: Buffer | undefined }

const readObjects = (pdf: Buffer): ReadonlyMap<string, PdfObject> => {
  const text = pdf.toString('latin1')
  const objects = new Map<string, PdfObject>()
  for (const match of text.matchAll(/(\d+) 0 obj\s*([\s\S]*?)(?:endobj|stream\r?\n)/g)) {
    const [whole, id = '', dictionary = ''] = match
    const start = match.index + whole.length
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1])
    const isStream = whole.trimEnd().endsWith('stream')
    const bytes = isStream ? pdf.subarray(start, start + length) : undefined
    const isDeflated = dictionary.includes('/FlateDecode')
    objects.set(id, { dictionary, stream: bytes !== undefined && isDeflated ? inflateSync(bytes) : bytes })
  }
  return objects
}

const toText = (hex: string): string => Buffer.from(hex.padStart(4, '0'), 'hex').swap16().toString('utf16le')

type FontMap = {
  readonly text: ReadonlyMap<number, string>
  /** Hexadecimal digits of a glyph. */
  readonly digits: number
}

/** Glyph to text, from a font's ToUnicode map. */
const readMap = (cmap: string): FontMap => {
  const map = new Map<number, string>()
  for (const [, block = ''] of cmap.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = '', text = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>/g))
      map.set(parseInt(glyph, 16), toText(text))
  }
  for (const [, block = ''] of cmap.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, from = '', to = '', first = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)) {
      const start = parseInt(from, 16)
      for (let glyph = start; glyph <= parseInt(to, 16); glyph += 1) {
        map.set(glyph, String.fromCodePoint(parseInt(first, 16) + glyph - start))
      }
    }
  }
  return { text: map, digits: /begincodespacerange\s*<(\w+)>/.exec(cmap)?.[1]?.length ?? 4 }
}

export type PdfPage = {
  /** Without blanks. */
  readonly text: string
  /** In millimetres, rounded. */
  readonly width: number
  readonly height: number
}

const toMillimetres = (points: string | undefined): number => Math.round((Number(points) * 25.4) / 72)

export const readPdf = (pdf: Buffer): readonly PdfPage[] => {
  const objects = readObjects(pdf)
  const find = (id: string | undefined): PdfObject => objects.get(id ?? '') ?? { dictionary: '', stream: undefined }
  const fonts = new Map<string, FontMap>()
  const mapOf = (id: string): FontMap => {
    const known =
      fonts.get(id) ??
      readMap(find(/\/ToUnicode (\d+) 0 R/.exec(find(id).dictionary)?.[1]).stream?.toString('latin1') ?? '')
    fonts.set(id, known)
    return known
  }
  return [...objects.values()]
    .filter(({ dictionary }) => /\/Type \/Page\b(?!s)/.test(dictionary))
    .map(({ dictionary }) => {
      const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(dictionary) ?? []
      const named = new Map(
        [...dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [name, id] as const),
      )
      const content = find(/\/Contents (\d+) 0 R/.exec(dictionary)?.[1]).stream?.toString('latin1') ?? ''
      let map: FontMap = { text: new Map(), digits: 4 }
      let text = ''
      for (const [, font, shown = ''] of content.matchAll(/\/(F\d+) [\d.]+ Tf|((?:<\w+>|\[[^\]]*\])\s*TJ?j?)/g)) {
        if (font !== undefined) map = mapOf(named.get(font) ?? '')
        for (const [, hex = ''] of shown.matchAll(/<(\w+)>/g)) {
          for (const glyph of hex.match(new RegExp(`.{${map.digits}}`, 'g')) ?? []) {
            text += map.text.get(parseInt(glyph, 16)) ?? ''
          }
        }
      }
      // The font draws both apostrophes with one glyph.
      return {
        text: text.replace(/\s+/g, '').replaceAll('ʼ', '’'),
        width: toMillimetres(width),
        height: toMillimetres(height),
      }
    })
}
