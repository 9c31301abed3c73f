import { describe, expect, it } from 'vitest'
import {
  type Candidate,
  findNewGroupProblems,
  proposeNewGroup,
  proposeTitle,
  sortMembers,
  toGroupRecord,
} from '../../../main/listing/groups/new-group.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import type { CategoryAspect } from '../../../shared/listing/contract/choices-contract.ts'

const aspect = (name: string, canVary: boolean, values: readonly string[] = []): CategoryAspect => ({
  name,
  isRequired: false,
  isRecommended: false,
  values,
  isFreeText: true,
  takesSeveral: false,
  canVary,
  dataType: 'STRING',
  format: '',
  maxLength: null,
  dependencies: [],
})
const shirts = { name: 'T-shirts', aspects: [aspect('Size', true, ['S', 'M', 'L']), aspect('Brand', false)] }

const item = (
  title: string,
  aspects: Readonly<Record<string, string>>,
  picture = 'https://a.example/1.png',
): JsonObject => ({
  condition: 'NEW',
  product: {
    title,
    description: 'Soft.',
    aspects: Object.fromEntries(Object.entries(aspects).map(([name, value]) => [name, [value]])),
    imageUrls: [picture],
  },
})
const candidate = (sku: string, aspects: Readonly<Record<string, string>>, category = '1'): Candidate => ({
  sku,
  item: item(`Shirt ${sku}`, { Brand: 'Own', ...aspects }),
  offer: { category },
  problem: undefined,
})
const propose = (members: readonly Candidate[], category = shirts) =>
  proposeNewGroup(
    members.map((member) => member.item),
    category,
    () => 'SHIRT',
  )

describe('the proposed title', () => {
  it.each([
    [['T-shirt organic, S', 'T-shirt organic, M'], 'T-shirt organic'],
    [['Harbour cap, size S', 'Harbour cap, size M'], 'Harbour cap'],
    [['A lamp', 'Another thing'], 'A lamp'],
    [['Same title', 'Same title'], 'Same title'],
    [['', 'Only title'], 'Only title'],
    [[], ''],
  ])('LST-15 of %j is “%s”', (titles, title) => {
    expect(proposeTitle(titles, ['Size'])).toBe(title)
  })
})

it('LST-15 proposes the specific that the pictures follow', () => {
  const items = ['Red', 'Blue'].flatMap((color) =>
    ['S', 'M'].map((size) => item('Shirt', { Size: size, Color: color }, `https://a.example/${color}.png`)),
  )
  expect(proposeNewGroup(items, shirts, () => 'SHIRT')).toMatchObject({
    variesBy: ['Size', 'Color'],
    picturesBy: 'Color',
    imageUrls: ['https://a.example/Red.png', 'https://a.example/Blue.png'],
  })
})

it('LST-15 orders the variations by the values of the category', () => {
  const members = [candidate('C', { Size: 'L' }), candidate('A', { Size: 'M' }), candidate('B', { Size: 'S' })]
  const sorted = sortMembers(members, ['Size'], shirts)
  expect(toGroupRecord(propose(members), sorted, shirts)).toMatchObject({
    variantSKUs: ['B', 'A', 'C'],
    aspects: { Brand: ['Own'] },
    variesBy: { specifications: [{ name: 'Size', values: ['S', 'M', 'L'] }] },
  })
})

it('LST-15 finds nothing in the way of items that differ only in size', () => {
  const members = [candidate('A', { Size: 'S' }), candidate('B', { Size: 'M' })]
  const { ofListing, ofItems } = findNewGroupProblems(propose(members), members, {
    category: shirts,
    isKeyTaken: false,
  })
  expect([ofListing, [...ofItems]]).toEqual([[], []])
})

it('LST-15 says that a category allows no variations', () => {
  const lamps = { name: 'Lamps', aspects: [aspect('Type', false), aspect('Brand', false)] }
  const members = [candidate('A', { Size: 'S' }), candidate('B', { Size: 'M' })]
  const { ofListing } = findNewGroupProblems(propose(members, lamps), members, { category: lamps, isKeyTaken: false })
  expect(ofListing).toEqual([
    {
      field: 'variesBy',
      message: 'The category “Lamps” doesn’t allow listings with variations. Choose another category for these items.',
    },
  ])
})

it('LST-15 says that a listing has its SKU already', () => {
  const members = [candidate('A', { Size: 'S' }), candidate('B', { Size: 'M' })]
  const { ofListing } = findNewGroupProblems(propose(members), members, { category: shirts, isKeyTaken: true })
  expect(ofListing).toMatchObject([{ field: 'groupKey', message: expect.stringMatching(/SHIRT already/) }])
})

it('LST-15 compares the category only of items that have one', () => {
  const without: Candidate = { ...candidate('B', { Size: 'M' }), offer: {} }
  const members = [candidate('A', { Size: 'S' }), without, candidate('C', { Size: 'L' }, '2')]
  const { ofItems } = findNewGroupProblems(propose(members), members, { category: shirts, isKeyTaken: false })
  expect([...ofItems.keys()]).toEqual(['C'])
})
