/**
 * Every known condition with its label, the best first (PLT-12). A platform's record lists those it offers; any other
 * value of an item is shown unchanged and kept.
 */
export const conditionLabels = {
  NEW: 'New',
  LIKE_NEW: 'Like new',
  NEW_OTHER: 'New, other',
  NEW_WITH_DEFECTS: 'New with defects',
  CERTIFIED_REFURBISHED: 'Refurbished, certified',
  EXCELLENT_REFURBISHED: 'Refurbished, excellent',
  VERY_GOOD_REFURBISHED: 'Refurbished, very good',
  GOOD_REFURBISHED: 'Refurbished, good',
  SELLER_REFURBISHED: 'Refurbished by the seller',
  MANUFACTURER_REFURBISHED: 'Refurbished by the manufacturer',
  PRE_OWNED_EXCELLENT: 'Pre-owned, excellent',
  PRE_OWNED_FAIR: 'Pre-owned, fair',
  USED_EXCELLENT: 'Used, excellent',
  USED_VERY_GOOD: 'Used, very good',
  USED_GOOD: 'Used, good',
  USED_ACCEPTABLE: 'Used, acceptable',
  FOR_PARTS_OR_NOT_WORKING: 'For parts or not working',
} as const
export type Condition = keyof typeof conditionLabels

/** The conditions that items use for the condition ids of the metadata service (PLT-12). */
const conditionIds: ReadonlyMap<string, Condition> = new Map([
  ['1000', 'NEW'],
  ['1500', 'NEW_OTHER'],
  ['1750', 'NEW_WITH_DEFECTS'],
  ['2000', 'CERTIFIED_REFURBISHED'],
  ['2010', 'EXCELLENT_REFURBISHED'],
  ['2020', 'VERY_GOOD_REFURBISHED'],
  ['2030', 'GOOD_REFURBISHED'],
  ['2500', 'SELLER_REFURBISHED'],
  ['2750', 'LIKE_NEW'],
  ['2990', 'PRE_OWNED_EXCELLENT'],
  ['3000', 'USED_EXCELLENT'],
  ['3010', 'PRE_OWNED_FAIR'],
  ['4000', 'USED_VERY_GOOD'],
  ['5000', 'USED_GOOD'],
  ['6000', 'USED_ACCEPTABLE'],
  ['7000', 'FOR_PARTS_OR_NOT_WORKING'],
])

/** Undefined for an unknown id. */
export const findConditionById = (id: string): Condition | undefined => conditionIds.get(id)

export const knownConditions = Object.keys(conditionLabels) as readonly Condition[]

export const isCondition = (value: unknown): value is Condition =>
  typeof value === 'string' && Object.hasOwn(conditionLabels, value)

const toWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const conditionsByWords: ReadonlyMap<string, Condition> = new Map(
  knownConditions.flatMap((condition) =>
    [condition, conditionLabels[condition]].map((name) => [toWords(name), condition] as const),
  ),
)

/** The condition with this label or code, whatever its case and punctuation: `Used, good`, `used good`, `USED_GOOD`. */
export const findConditionByName = (text: string): Condition | undefined => conditionsByWords.get(toWords(text))

/** An unknown condition is shown as the platform wrote it. */
export const conditionLabel = (condition: string): string =>
  isCondition(condition) ? conditionLabels[condition] : condition
