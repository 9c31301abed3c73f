/** The category tree of the practice marketplace: a few leaves, each with its item specifics and conditions. */

export type CategoryAspect = {
  readonly name: string
  readonly required: boolean
  /** Whether the variations of a listing may differ in it. */
  readonly canVary?: boolean
  /** Suggested values; the only ones allowed if `mode` is SELECTION_ONLY. */
  readonly values: readonly string[]
  readonly mode?: 'SELECTION_ONLY'
  readonly cardinality?: 'MULTI'
  readonly dataType?: 'NUMBER' | 'DATE'
  readonly format?: string
  readonly maxLength?: number
  /** The values that are allowed only with certain values of another aspect. */
  readonly dependsOn?: {
    readonly aspect: string
    readonly allowed: Readonly<Record<string, readonly string[]>>
  }
}

/** What a graded or an ungraded item must say about its condition, by the ids of the platform. */
export type ConditionDescriptor = {
  readonly id: string
  readonly name: string
  /** Empty: free text. */
  readonly values: Readonly<Record<string, string>>
}

export type ProductCode = 'upc' | 'ean' | 'isbn'

export type Category = {
  readonly id: string
  readonly name: string
  /** From the top, without the category itself. */
  readonly ancestors: readonly { readonly id: string; readonly name: string }[]
  /** Matches titles that belong in the category. */
  readonly pattern: RegExp
  readonly aspects: readonly CategoryAspect[]
  /** Condition ids that the category allows. */
  readonly conditionIds: readonly string[]
  /** The category's own names of conditions, where they differ. */
  readonly conditionLabels?: Readonly<Record<string, string>>
  /** Required descriptors, by condition id. */
  readonly descriptors?: Readonly<Record<string, readonly ConditionDescriptor[]>>
  /** Codes without which the platform refuses to publish, though no aspect says so. */
  readonly codes?: readonly ProductCode[]
}

export const CATEGORY_TREE_ID = '0'
export const CATEGORY_TREE_VERSION = '129'

const used = ['1000', '3000', '4000', '5000', '6000', '7000']
const books = ['1000', '2750', '4000', '5000', '6000']

const aspect = (name: string, values: readonly string[] = [], required = false): CategoryAspect => ({
  name,
  required,
  values,
})

const grading: readonly ConditionDescriptor[] = [
  { id: '27501', name: 'Professional Grader', values: { 275010: 'PSA', 275013: 'BGS' } },
  { id: '27502', name: 'Grade', values: { 275020: '10', 275022: '9' } },
]
const cardCondition: readonly ConditionDescriptor[] = [
  { id: '40001', name: 'Card Condition', values: { 400010: 'Near Mint or Better', 400011: 'Excellent' } },
]
/** More values than some clients keep. */
const players = Array.from({ length: 1_200 }, (_, index) => `Player ${index + 1}`)

const brand = aspect('Brand', ['Unbranded'], true)
const type = (...values: readonly string[]): CategoryAspect => aspect('Type', values, true)

const collectibles = { id: '1', name: 'Collectibles' }
const home = { id: '11700', name: 'Home & Garden' }

export const categories: readonly Category[] = [
  {
    id: '261328',
    name: 'Trading Card Singles',
    ancestors: [{ id: '212', name: 'Sports Trading Cards' }],
    pattern: /trading card/i,
    aspects: [aspect('Player/Athlete', players, true), { ...aspect('Season'), dataType: 'DATE', format: 'YYYY' }],
    conditionIds: ['2750', '4000'],
    conditionLabels: { 2750: 'Graded', 4000: 'Ungraded' },
    descriptors: { 2750: grading, 4000: cardCondition },
  },
  {
    id: '15687',
    name: 'T-Shirts',
    ancestors: [{ id: '1059', name: 'Men’s Clothing' }],
    pattern: /t-shirt/i,
    aspects: [
      brand,
      { ...aspect('Size', ['S', 'M', 'L', 'XL'], true), canVary: true },
      { ...aspect('Color', ['Black', 'White', 'Blue'], true), canVary: true },
      aspect('Material', ['Cotton', 'Linen']),
    ],
    conditionIds: ['1000', '1500', '2990', '3000'],
    conditionLabels: { 1000: 'New with tags', 1500: 'New without tags', 3000: 'Pre-owned - Good' },
  },
  {
    id: '63861',
    name: 'Dresses',
    ancestors: [{ id: '15724', name: 'Women’s Clothing' }],
    pattern: /\bdress\b/i,
    aspects: [
      brand,
      { ...aspect('Size Type', ['Regular', 'Petite'], true), mode: 'SELECTION_ONLY' },
      {
        ...aspect('Size', ['S', 'M', 'L', 'SP', 'MP'], true),
        canVary: true,
        mode: 'SELECTION_ONLY',
        dependsOn: {
          aspect: 'Size Type',
          allowed: { S: ['Regular'], M: ['Regular'], L: ['Regular'], SP: ['Petite'], MP: ['Petite'] },
        },
      },
      { ...aspect('Features', ['Lined', 'Pockets']), cardinality: 'MULTI' },
      { ...aspect('Garment Length (cm)'), dataType: 'NUMBER', format: 'int32' },
      { ...aspect('Style Code'), maxLength: 10 },
    ],
    conditionIds: ['1000', '1500', '2990', '3000', '3010'],
    conditionLabels: { 1000: 'New with tags', 1500: 'New without tags', 3000: 'Pre-owned - Good' },
  },
  {
    id: '20671',
    name: 'Espresso Machines',
    ancestors: [home, { id: '20667', name: 'Small Kitchen Appliances' }],
    pattern: /espresso machine/i,
    aspects: [brand, type('Semi-Automatic', 'Manual')],
    conditionIds: used,
    codes: ['upc'],
  },
  {
    id: '15230',
    name: 'Film Cameras',
    ancestors: [{ id: '625', name: 'Cameras & Photo' }],
    pattern: /camera|lens|reflex|projector|tripod/i,
    aspects: [brand, type('Rangefinder', 'SLR', 'TLR', 'Film Cameras'), aspect('Film Format', ['35 mm', '120'])],
    conditionIds: used,
  },
  {
    id: '112581',
    name: 'Lamps',
    ancestors: [home, { id: '20697', name: 'Lighting' }],
    pattern: /lamp|light|lantern|spot/i,
    aspects: [brand, type('Desk Lamp', 'Floor Lamp', 'Lamps'), aspect('Voltage', ['110 V', '220 V'])],
    conditionIds: used,
  },
  {
    id: '24',
    name: 'Pottery',
    ancestors: [{ id: '870', name: 'Pottery & Glass' }],
    pattern: /vase|bowl|jug|cup|teapot|\bplate\b|stoneware|ceramic/i,
    aspects: [type('Vase', 'Bowl', 'Jug', 'Pottery'), aspect('Material', ['Stoneware', 'Porcelain'])],
    conditionIds: used,
  },
  {
    id: '13869',
    name: 'Hand Tools',
    ancestors: [collectibles, { id: '13849', name: 'Tools' }],
    pattern: /plane|saw|chisel|drill|vice|tool|mallet/i,
    aspects: [type('Plane', 'Saw', 'Chisel', 'Hand Tools'), aspect('Brand', ['Unbranded'])],
    conditionIds: used,
  },
  {
    id: '397',
    name: 'Clocks',
    ancestors: [collectibles],
    pattern: /clock|barometer|timer/i,
    aspects: [type('Wall Clock', 'Alarm Clock', 'Clocks'), aspect('Brand', ['Unbranded'])],
    conditionIds: used,
  },
  {
    id: '931',
    name: 'Radios',
    ancestors: [collectibles, { id: '14998', name: 'Radio & Phonograph' }],
    pattern: /radio|tape|headphones|intercom/i,
    aspects: [brand, type('Table Radio', 'Radios')],
    conditionIds: used,
  },
  {
    id: '261186',
    name: 'Books',
    ancestors: [{ id: '267', name: 'Books & Magazines' }],
    // Its titles, the words of its listings, and an ISBN.
    pattern: /guide|atlas|book|manual|knots|\b(novel|paperback|hardcover|hardback|isbn)\b|\b97[89]([ -]?\d){10}\b/i,
    aspects: [aspect('Book Title', [], true), aspect('Author', [], true), aspect('Language', ['English'], true)],
    conditionIds: books,
  },
  {
    id: '34',
    name: 'Other Collectibles',
    ancestors: [collectibles],
    pattern: /./,
    aspects: [aspect('Type', ['Collectable'])],
    conditionIds: used,
  },
]

export const findCategory = (id: unknown): Category | undefined => categories.find((category) => category.id === id)

/** The categories that fit a title, best first. The last one fits everything. */
export const suggestCategories = (title: string): readonly Category[] =>
  categories.filter(({ pattern }) => pattern.test(title))

/** Condition ids and the names that items use for them. */
export const conditions: Readonly<Record<string, { readonly name: string; readonly label: string }>> = {
  1000: { name: 'NEW', label: 'New' },
  1500: { name: 'NEW_OTHER', label: 'New other' },
  1750: { name: 'NEW_WITH_DEFECTS', label: 'New with defects' },
  2000: { name: 'CERTIFIED_REFURBISHED', label: 'Certified refurbished' },
  2010: { name: 'EXCELLENT_REFURBISHED', label: 'Excellent, refurbished' },
  2020: { name: 'VERY_GOOD_REFURBISHED', label: 'Very good, refurbished' },
  2030: { name: 'GOOD_REFURBISHED', label: 'Good, refurbished' },
  2500: { name: 'SELLER_REFURBISHED', label: 'Seller refurbished' },
  2750: { name: 'LIKE_NEW', label: 'Like new' },
  2990: { name: 'PRE_OWNED_EXCELLENT', label: 'Pre-owned, excellent' },
  3000: { name: 'USED_EXCELLENT', label: 'Used' },
  3010: { name: 'PRE_OWNED_FAIR', label: 'Pre-owned, fair' },
  4000: { name: 'USED_VERY_GOOD', label: 'Very good' },
  5000: { name: 'USED_GOOD', label: 'Good' },
  6000: { name: 'USED_ACCEPTABLE', label: 'Acceptable' },
  7000: { name: 'FOR_PARTS_OR_NOT_WORKING', label: 'For parts or not working' },
}

export const isCondition = (value: unknown): boolean => Object.values(conditions).some(({ name }) => name === value)
