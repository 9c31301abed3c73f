/**
 * Item specifics to offer, each with its values: the category's first, then those of the shop's other items. If the
 * category allows no other values, its list is offered alone; otherwise the shop's own values come first.
 */
import type { Aspect } from '../../../../shared/inventory/item.ts'
import type { CategoryAspect } from '../../../../shared/listing/contract/choices-contract.ts'

export const suggestAspects = (
  category: readonly Pick<CategoryAspect, 'name' | 'values' | 'isFreeText'>[],
  inUse: readonly Aspect[],
): readonly Aspect[] => {
  const used = new Map(inUse.map(({ name, values }) => [name, values]))
  const ofCategory = category.map(({ name, values, isFreeText }) => ({
    name,
    values: isFreeText ? [...new Set([...(used.get(name) ?? []), ...values])] : values,
  }))
  const named = new Set(ofCategory.map(({ name }) => name))
  return [...ofCategory, ...inUse.filter(({ name }) => !named.has(name))]
}
