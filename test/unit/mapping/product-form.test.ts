import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkedText } from '../../../renderer/mapping/mapping-labels.ts'
import {
  addProducts,
  afterStart,
  emptyForm,
  itemToProduct,
  parseForm,
  toForm,
} from '../../../renderer/mapping/product-form.ts'
import { htmlToText } from '../../../shared/inventory/html-text.ts'
import type { StartDraft } from '../../../shared/mapping/contract.ts'
import { MAX_PRODUCTS_PER_START, type Product } from '../../../shared/mapping/product.ts'

const none: ReadonlySet<string> = new Set()

describe('the form of a product', () => {
  it('parses back what it wrote', () => {
    const text = fc.stringMatching(/^[A-Za-z0-9]([A-Za-z0-9 ,.'-]{0,20}[A-Za-z0-9])?$/)
    const product = fc.record({
      externalProductId: text,
      sku: fc.stringMatching(/^[A-Za-z0-9_-]{1,50}$/),
      title: text,
      images: fc.array(fc.webUrl({ validSchemes: ['https'] }), { maxLength: 3 }),
      aspects: fc.array(fc.record({ name: text, values: fc.array(text, { minLength: 1, maxLength: 3 }) }), {
        maxLength: 3,
      }),
    })
    fc.assert(
      fc.property(product, (given) => {
        expect(parseForm(toForm(given), none)).toEqual({ ok: true, product: given })
      }),
    )
  })

  it('uses the SKU as the id if none is typed', () => {
    const reading = parseForm({ ...emptyForm, sku: 'CAM-1', title: 'Camera' }, none)
    expect(reading).toMatchObject({ ok: true, product: { externalProductId: 'CAM-1', sku: 'CAM-1' } })
  })

  it('reports each error at its field', () => {
    const reading = parseForm(
      {
        ...emptyForm,
        externalProductId: 'P1',
        sku: 'with space',
        title: '',
        images: 'ftp://x',
        aspects: 'no colon here',
      },
      none,
    )
    expect(reading.ok ? {} : Object.keys(reading.errors).sort()).toEqual(['aspects', 'images', 'sku'])
  })

  it('PLT-36 takes the name of the item’s category, but not its id alone', () => {
    const item = { sku: 'A', title: 'Camera', imageUrls: [], aspects: [] }
    expect(itemToProduct({ ...item, category: 'Film Cameras' })?.categoryName).toBe('Film Cameras')
    expect(itemToProduct({ ...item, category: '15230' })?.categoryName).toBeUndefined()
    expect(itemToProduct({ ...item, category: null })?.categoryName).toBeUndefined()
  })

  it('rejects an id already in the list', () => {
    const reading = parseForm({ ...emptyForm, externalProductId: 'P1', title: 'x' }, new Set(['P1']))
    expect(reading.ok ? undefined : reading.errors.externalProductId).toContain('already in the list')
  })

  it('converts an item to a product without pictures and values that cannot be sent', () => {
    const product = itemToProduct({
      sku: 'CAM-1',
      title: 'Camera',
      imageUrls: ['http://plain.example/1.jpg', 'https://pictures.example/2.jpg'],
      aspects: [
        { name: 'Brand', values: ['Acme', ''] },
        { name: 'Empty', values: [''] },
      ],
    })
    expect(product).toEqual({
      externalProductId: 'CAM-1',
      sku: 'CAM-1',
      title: 'Camera',
      images: ['https://pictures.example/2.jpg'],
      aspects: [{ name: 'Brand', values: ['Acme'] }],
    })
  })
})

describe('texts of a task', () => {
  it.each([
    [{ lastPollAtMs: null, nextPollAtMs: 5_000, checking: false }, 'Not checked yet, next in 5 s'],
    [{ lastPollAtMs: -12_000, nextPollAtMs: 28_000, checking: false }, 'Checked 12 s ago, next in 28 s'],
    [{ lastPollAtMs: -180_000, nextPollAtMs: null, checking: false }, 'Checked 3 min ago'],
    [{ lastPollAtMs: -12_000, nextPollAtMs: 28_000, checking: true }, 'Checked 12 s ago, checking now'],
    [{ lastPollAtMs: -12_000, nextPollAtMs: -1, checking: false }, 'Checked 12 s ago, next any moment'],
  ])('say when it was checked and when it is checked next: %o', (task, text) => {
    expect(checkedText(task, 0)).toBe(text)
  })

  it('show the text of a description', () => {
    expect(htmlToText('<p>Good &amp; <b>old</b></p><script>alert(1)</script>a &lt;b&gt;')).toBe(
      'Good & old\nalert(1)a <b>',
    )
  })

  it('keeps what only looks like a tag', () => {
    expect(htmlToText('height < 5 cm, width > 3 cm')).toBe('height < 5 cm, width > 3 cm')
  })

  it('SEC-09 reads the longest description in one pass, whatever it repeats', () => {
    const startedMs = performance.now()
    for (const part of ['<', '<p', '<br ', '</p ']) htmlToText(part.repeat(500_000 / part.length))
    expect(performance.now() - startedMs).toBeLessThan(2_000)
  })
})

describe('adding products to a mapping', () => {
  const products = (...ids: readonly (number | string)[]): Product[] =>
    ids.map((id) => ({ externalProductId: String(id), title: 'Camera', images: [], aspects: [] }))
  const draft: StartDraft = { requestKey: 'one-start', products: [], form: emptyForm }
  const idsOf = ({ products: added }: { readonly products: readonly Product[] }) =>
    added.map(({ externalProductId }) => externalProductId)

  it('adds each product once, however often and however overlapping the lists are', () => {
    const lists = fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'd')))
    fc.assert(
      fc.property(lists, (given) => {
        const ids = idsOf(given.reduce<StartDraft>((now, list) => addProducts(now, products(...list)), draft))
        expect(ids).toEqual([...new Set(given.flat())])
      }),
    )
  })

  it('only what was sent leaves the draft of a started mapping', () => {
    const form = { ...emptyForm, title: 'Half typed' }
    const [sent, changed] = products('sent', 'changed')
    const now = { ...draft, form, products: [...products('sent', 'added'), { ...changed, title: 'Other' } as Product] }
    const left = afterStart(now, [sent, changed] as Product[])
    expect([idsOf(left), left.form]).toEqual([['added', 'changed'], form])
    expect(left.requestKey, 'a key of its own').not.toBe(draft.requestKey)
  })

  it('MAP-10 stops at the most products of a start', () => {
    const all = Array.from({ length: MAX_PRODUCTS_PER_START + 5 }, (_, index) => index)
    expect(addProducts(draft, products(...all)).products).toHaveLength(MAX_PRODUCTS_PER_START)
  })
})
