import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readProductsCsv } from '../../../main/mapping/products/products-csv.ts'
import { exportList } from '../../../main/mapping/results/list-export.ts'

const preview = {
  sku: 'CAM-1',
  title: 'Camera',
  description: '<p>Good</p>',
  mappingReferenceId: 'REF-0123456789',
  categoryId: '15230',
  images: ['https://pictures.example/1.jpg'],
  aspects: [{ name: 'Brand', values: ['Acme', 'Acme Ltd'] }],
}

describe('products from a CSV', () => {
  it('reads known columns, and every other column as an item specific', () => {
    const read = readProductsCsv(
      'Title,SKU,Image URLs,Brand,Colour\nCamera,CAM-1,https://a.example/1.jpg;https://a.example/2.jpg,Acme,Red|Black\n',
    )
    expect(read).toEqual({
      products: [
        {
          externalProductId: 'CAM-1',
          sku: 'CAM-1',
          title: 'Camera',
          images: ['https://a.example/1.jpg', 'https://a.example/2.jpg'],
          aspects: [
            { name: 'Brand', values: ['Acme'] },
            { name: 'Colour', values: ['Red', 'Black'] },
          ],
        },
      ],
      specifics: ['Brand', 'Colour'],
      problems: [],
    })
  })

  it.each([
    ['semicolons', 'sku;title\nA;Camera'],
    ['tabs', 'sku\ttitle\nA\tCamera'],
    ['a byte-order mark and CRLF', '\uFEFFsku,title\r\nA,Camera\r\n'],
    ['quotes', '"sku","title"\n"A","Camera"'],
    ['more semicolons in its cells than commas in its header', 'sku,title,images\nA,Camera,https://a.example/;;;;'],
  ])('reads a file with %s', (_name, text) => {
    expect(readProductsCsv(text)).toMatchObject({ products: [{ sku: 'A', title: 'Camera' }], problems: [] })
  })

  it('reports rows it left out by line and returns the rest', () => {
    const read = readProductsCsv('sku,title\nA,"Two\nlines"\nbad sku,Lamp\n\nB,\nA,Again\nC,Clock\n')
    expect(read.products.map(({ externalProductId }) => externalProductId)).toEqual(['A', 'C'])
    expect(read.problems.map(({ line }) => line)).toEqual([4, 6, 7])
    expect(read.problems[1]?.message).toMatch(/title or a picture/)
    expect(read.problems[2]?.message).toMatch(/“A” is already used above/)
  })

  it('reports a row with an unclosed quotation mark by line and skips it', () => {
    const read = readProductsCsv('sku,title\nA,Camera\nB,"Lens\nC,Clock\n')
    expect(read.products.map(({ externalProductId }) => externalProductId)).toEqual(['A'])
    expect(read.problems).toMatchObject([{ line: 3, message: expect.stringMatching(/quotation mark/) }])
  })

  it('a file without a header adds nothing and says what is missing', () => {
    const read = readProductsCsv('CAM-1,Camera\nCAM-2,Lens')
    expect(read.products).toEqual([])
    expect(read.problems).toMatchObject([{ line: 1, message: expect.stringMatching(/name the columns/) }])
  })

  it('stops at 5,000 products and reports it', () => {
    const rows = Array.from({ length: 5_003 }, (_, index) => `P${index},Title ${index}`)
    const read = readProductsCsv(`id,title\n${rows.join('\n')}`)
    expect(read.products).toHaveLength(5_000)
    expect(read.problems).toMatchObject([{ line: 5_002 }])
  })
})

describe('exported lists', () => {
  it('sent products read back unchanged', () => {
    const text = fc.stringMatching(/^[A-Za-z0-9=+@-][A-Za-z0-9 ,"'.=-]{0,20}[A-Za-z0-9"]$/)
    const product = fc.record({
      externalProductId: text,
      sku: fc.stringMatching(/^[A-Za-z0-9_-]{1,50}$/),
      title: text,
      images: fc.uniqueArray(fc.webUrl({ validSchemes: ['https'] }), { maxLength: 3 }),
      aspects: fc.uniqueArray(
        fc.record({
          name: fc.stringMatching(/^[A-Za-z]{1,20}$/),
          values: fc.array(
            fc.stringMatching(/^[A-Za-z0-9 ]*[A-Za-z0-9]$/).map((value) => value.trim()),
            {
              minLength: 1,
              maxLength: 3,
            },
          ),
        }),
        { maxLength: 3, selector: ({ name }) => name },
      ),
    })
    fc.assert(
      fc.property(
        fc.uniqueArray(product, { minLength: 1, maxLength: 5, selector: ({ externalProductId }) => externalProductId }),
        (products) => {
          const csv = exportList('productsSent', products)
          expect(readProductsCsv(csv)).toEqual({ products, specifics: [], problems: [] })
        },
      ),
    )
  })

  it.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1'])('escapes a cell that starts like a formula, %j', (title) => {
    const csv = exportList('unmappedProducts', [{ externalProductId: 'A', title }])
    const [, row] = csv.split('\r\n')
    expect(row).toMatch(/^A,"?'/)
  })

  it('MAP-12 the previews have no mappingReferenceId', () => {
    const text = exportList('listingPreviews', [preview])
    expect(text).toContain('CAM-1')
    expect(text).not.toContain('mappingReferenceId')
    expect(text).not.toContain('REF-0123456789')
  })

  it('MAP-05 errors keep their ids and messages', () => {
    const elements = [{ externalProductId: 'A', errors: [{ errorId: '42', message: 'No title' }] }]
    expect(exportList('invalidProducts', elements)).toBe(
      '\ufeffexternalProductId,errorIds,messages\r\nA,42,No title\r\n',
    )
  })
})
