/** Groups of variations: what they share and what their items must agree on (LST-15). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeGroup } from '../../../main/inventory/groups/group-save-kind.ts'
import { decideGroupPublish, decideGroupWithdraw, isGroupDone } from '../../../main/listing/groups/group-decision.ts'
import type { GroupPublish } from '../../../main/listing/groups/group-payloads.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import {
  checkGroupTexts,
  groupRowKey,
  listGroupProblems,
  type Member,
  parseGroupRowKey,
  readGroupKey,
  withShared,
} from '../../../shared/inventory/group.ts'
import { type ItemEdit, startEdit, withChange } from '../../../shared/inventory/item-edit.ts'
import type { JsonObject, JsonValue } from '../../../shared/inventory/json.ts'
import { Failure } from '../../../shared/result.ts'

const sizes = ['S', 'M', 'L', 'XL']
const colors = ['Black', 'White', 'Blue']
const record = (skus: readonly string[]): JsonObject => ({
  title: 'T-shirt',
  description: 'Cotton.',
  aspects: { Brand: ['Unbranded'] },
  imageUrls: ['https://pictures.example/1.png'],
  variantSKUs: [...skus],
  variesBy: {
    aspectsImageVariesBy: ['Color'],
    specifications: [
      { name: 'Color', values: colors },
      { name: 'Size', values: sizes },
    ],
  },
})
const item = (color: string, size: string): JsonObject => ({
  condition: 'NEW',
  product: { aspects: { Color: [color], Size: [size] } },
})
const member = (sku: string, color: string, size: string, category = '15687'): Member => ({
  sku,
  item: item(color, size),
  offer: { category },
})

const combinations = colors.flatMap((color) => sizes.map((size) => ({ color, size })))
const someMembers = fc
  .shuffledSubarray(combinations, { minLength: 2 })
  .map((chosen) => chosen.map(({ color, size }, index) => member(`T-${index}`, color, size)))

describe('what the items must agree on', () => {
  it('LST-15 finds nothing wrong where every variation has its own combination', () => {
    fc.assert(
      fc.property(someMembers, (members) => {
        expect(listGroupProblems(record(members.map(({ sku }) => sku)), members)).toEqual([])
      }),
    )
  })

  it('LST-15 names each variation that repeats another one, lacks a specific or has a value of its own', () => {
    fc.assert(
      fc.property(someMembers, fc.constantFrom('twin', 'missing', 'strange'), (members, fault) => {
        const [first] = members
        const odd =
          fault === 'twin'
            ? { ...first, sku: 'ODD', item: first?.item, offer: first?.offer }
            : fault === 'missing'
              ? { sku: 'ODD', item: { condition: 'NEW' }, offer: first?.offer }
              : member('ODD', 'Purple', 'S')
        const problems = listGroupProblems(record([]), [...members, odd])
        expect(problems.length).toBeGreaterThan(0)
        expect(problems.every(({ sku, message }) => sku === 'ODD' && message.includes('ODD'))).toBe(true)
      }),
    )
  })

  it('LST-23 FACT-166 two variations that differ in capitals or blanks only are the same one', () => {
    const members = [member('A', 'Black', 'S'), member('B', ' black', 's')]
    expect(listGroupProblems(record([]), members)).toEqual([
      { sku: 'B', message: 'A and B are the same variation:  black, s. Change one of them.' },
    ])
  })

  it('LST-15 names the variations that differ from most in what all need', () => {
    const members = [member('A', 'Black', 'S'), member('B', 'Black', 'M'), member('C', 'Black', 'L', '34')]
    expect(listGroupProblems(record([]), members)).toEqual([
      { sku: 'C', message: 'The category of C differs from the other variations. All need the same.' },
    ])
  })

  it('LST-15 says which texts are missing, and where', () => {
    const paths = listGroupProblems({ variantSKUs: ['A'] }, []).map(({ path }) => path?.[0])
    expect(paths).toEqual(['title', 'description', 'aspects', 'variesBy'])
  })

  it.each<[string, JsonObject, string]>([
    ['a title of 81 characters', { title: 'x'.repeat(81) }, 'title'],
    ['a subtitle of 56 characters', { subtitle: 'x'.repeat(56) }, 'subtitle'],
    ['25 pictures', { imageUrls: Array.from({ length: 25 }, (_, n) => `https://p.example/${n}.png`) }, 'imageUrls'],
    ['a picture without https', { imageUrls: ['http://p.example/1.png'] }, 'imageUrls'],
  ])('LST-15 says at its field that %s is wrong', (_, change, field) => {
    expect(checkGroupTexts(change).map(({ path }) => path?.[0])).toEqual([field])
  })
})

describe('the merge', () => {
  const anyValue: fc.Arbitrary<JsonValue> = fc
    .jsonValue()
    .map((value) => JSON.parse(JSON.stringify(value)) as JsonValue)
  const unknown = fc.dictionary(fc.constantFrom('videoIds', 'futureField', 'other'), anyValue)

  it('LST-15 keeps every field that the change does not name, those of others included', () => {
    fc.assert(
      fc.property(unknown, fc.string({ minLength: 1, maxLength: 80 }), fc.string(), (extra, title, theirs) => {
        const base = { ...record(['A']), ...extra }
        const edit = withChange(startEdit(base), base, ['title'], title)
        const remote = { ...base, description: theirs }
        expect(mergeGroup(remote, { edit: edit as never, confirmedDeletions: [] }, platforms.ebay.name)).toEqual({
          ...remote,
          title,
        })
      }),
    )
  })

  it('LST-15 sends nothing over a field that others changed, nor a deletion that was not confirmed', () => {
    const base = record(['A'])
    const rename = withChange(startEdit(base), base, ['title'], 'Mine')
    const remove: ItemEdit = withChange(startEdit(base), base, ['aspects', 'Brand'], undefined)
    const merge = (remote: JsonObject | undefined, edit: ItemEdit) => () =>
      mergeGroup(remote, { edit: edit as never, confirmedDeletions: [] }, platforms.ebay.name)
    expect(merge({ ...base, title: 'Theirs' }, rename)).toThrow(Failure)
    expect(merge(base, remove)).toThrow(/deletes/)
    expect(merge(undefined, rename)).toThrow(/no longer/)
  })
})

describe('an item of a group', () => {
  it.each<[string, JsonObject, string | undefined]>([
    ['groupIds', { groupIds: ['G'] }, 'G'],
    ['inventoryItemGroupKeys', { inventoryItemGroupKeys: ['K'] }, 'K'],
    ['an empty list', { groupIds: [] }, undefined],
    ['nothing', {}, undefined],
  ])('LST-15 is known by %s', (_, record_, key) => {
    expect(readGroupKey(record_)).toBe(key)
  })

  it('LST-15 shows what its listing shares, and its own text in its place', () => {
    const shared = withShared(item('Black', 'S'), record(['A']))
    expect(shared).toMatchObject({
      product: { title: 'T-shirt', aspects: { Brand: ['Unbranded'], Color: ['Black'] } },
    })
    expect(withShared({ product: { title: 'Own' } }, record(['A']))).toMatchObject({ product: { title: 'Own' } })
  })

  it('LST-15 has a row key that no SKU can be', () => {
    fc.assert(
      fc.property(fc.string(), (key) => {
        expect(parseGroupRowKey(groupRowKey(key))).toBe(key)
      }),
    )
    expect(parseGroupRowKey('TSH-1')).toBeUndefined()
  })
})

describe('the decision', () => {
  const offerOf = (sku: string, status: 'PUBLISHED' | 'UNPUBLISHED', listingId = '1'): JsonObject => ({
    offerId: `o-${sku}`,
    sku,
    status,
    marketplaceId: 'EBAY_US',
    availableQuantity: 2,
    pricingSummary: { price: { value: '19.00', currency: 'USD' } },
    ...(status === 'PUBLISHED' ? { listing: { listingId, listingStatus: 'ACTIVE' } } : {}),
  })
  const reading = (sku: string, size: string, status: 'PUBLISHED' | 'UNPUBLISHED', listingId?: string) => ({
    sku,
    item: item('Black', size),
    offer: offerOf(sku, status, listingId),
    quantity: 5,
  })
  const payload: GroupPublish = {
    groupKey: 'G',
    sku: 'A',
    title: 'T-shirt',
    fees: [],
    offers: ['A', 'B'].map((sku) => ({ sku, offerId: `o-${sku}`, price: '19.00', currency: 'USD', quantity: 2 })),
  }
  const money = (amount: string | number) => String(amount)
  const statuses = fc.constantFrom('PUBLISHED', 'UNPUBLISHED')

  it('LST-15 publishes only where a variation is not live, and never where all are', () => {
    fc.assert(
      fc.property(statuses, statuses, (a, b) => {
        const readings = [reading('A', 'S', a), reading('B', 'M', b)]
        const { decision } = decideGroupPublish(record(['A', 'B']), readings, payload, money)
        expect(decision).toBe(a === 'PUBLISHED' && b === 'PUBLISHED' ? 'alreadyThere' : 'send')
        const done = isGroupDone(readings, 'publish')
        expect(done).toBe(a === b ? a === 'PUBLISHED' : null)
      }),
    )
  })

  it('LST-15 publishes nothing that differs from what was confirmed', () => {
    const readings = [reading('A', 'S', 'UNPUBLISHED'), reading('B', 'M', 'UNPUBLISHED')]
    const decide = (offers: GroupPublish['offers']) =>
      decideGroupPublish(record(['A', 'B']), readings, { ...payload, offers }, money).decision
    expect(decide(payload.offers)).toBe('send')
    for (const change of [{ price: '18.00' }, { quantity: 3 }, { currency: 'EUR' }, { offerId: 'other' }]) {
      expect(decide(payload.offers.map((offer) => (offer.sku === 'B' ? { ...offer, ...change } : offer)))).toBe(
        'refuse',
      )
    }
    expect(decideGroupPublish(record(['A']), readings, payload, money).decision).toBe('refuse')
    expect(decideGroupPublish(undefined, readings, payload, money).decision).toBe('refuse')
  })

  it('LST-15 ends the confirmed listing and no other', () => {
    const withdraw = { groupKey: 'G', sku: 'A', title: '', listingId: '1', skus: ['A', 'B'] }
    const decide = (...readings: ReturnType<typeof reading>[]) => decideGroupWithdraw(readings, withdraw).decision
    expect(decide(reading('A', 'S', 'PUBLISHED'), reading('B', 'M', 'PUBLISHED'))).toBe('send')
    expect(decide(reading('A', 'S', 'PUBLISHED', '2'), reading('B', 'M', 'PUBLISHED', '2'))).toBe('refuse')
    expect(decide(reading('A', 'S', 'UNPUBLISHED'), reading('B', 'M', 'UNPUBLISHED'))).toBe('alreadyThere')
  })
})
