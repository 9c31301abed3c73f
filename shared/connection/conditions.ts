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

export const knownConditions = Object.keys(conditionLabels) as readonly Condition[]

export const isCondition = (value: unknown): value is Condition =>
  typeof value === 'string' && Object.hasOwn(conditionLabels, value)

/** An unknown condition is shown as the platform wrote it. */
export const conditionLabel = (condition: string): string =>
  isCondition(condition) ? conditionLabels[condition] : condition
