/** All suggestions of a task as drafts that only improve their items (MAP-12). */

import { skuProblem } from '../../../shared/inventory/sku.ts'
import type { DraftObstacle, DraftRow } from '../../../shared/mapping/contract.ts'
import { choiceOfParts, compareDraft, type DraftPart } from '../../../shared/mapping/draft-parts.ts'
import { type DraftChoice, type PreviewLimits, previewToProduct } from '../../../shared/mapping/preview-to-item.ts'
import type { ListingPreview } from '../../../shared/mapping/task-result.ts'
import type { ItemsPort } from '../../items-port.ts'

type PlannedDraft = DraftRow & { readonly choice: DraftChoice }

/** `items` is queried once for each preview. A preview with a text that is too long is drafted alone. */
export const planDrafts = (
  previews: readonly ListingPreview[],
  items: Pick<ItemsPort, 'find'>,
  { limits, canList }: { readonly limits: PreviewLimits; readonly canList: boolean },
): PlannedDraft[] => {
  const countBySku = new Map<string | null, number>()
  for (const { sku } of previews) countBySku.set(sku, (countBySku.get(sku) ?? 0) + 1)
  return previews.map((preview, index) => {
    const { sku, title, categoryId, images, aspects } = preview
    const hasSku = sku !== null && skuProblem(sku) === undefined
    const item = hasSku ? items.find(sku) : undefined
    const comparison = compareDraft(previewToProduct(preview, limits).product, item?.view)
    const parts: readonly DraftPart[] = comparison.improving
    const choice = choiceOfParts(parts, comparison)
    // The listing's category is only filled if it has none.
    const isCategoryOnly = parts.length === 0 && categoryId !== null && canList
    const findObstacle = (): DraftObstacle | null => {
      if (!hasSku) return 'noSku'
      if ((countBySku.get(sku) ?? 0) > 1) return 'sameSku'
      if (item?.hasEdit === true) return 'unsavedEdit'
      if (parts.length === 0) return isCategoryOnly ? null : 'nothingNew'
      return previewToProduct(preview, limits, choice).notes.some(({ kind }) => kind.endsWith('TooLong'))
        ? 'tooLong'
        : null
    }
    return {
      index,
      sku,
      title,
      categoryId,
      pictureUrl: images[0] ?? null,
      aspectCount: aspects.length,
      isNew: item === undefined,
      needsCondition: !isCategoryOnly && item?.view.condition === undefined,
      needsQuantity: !isCategoryOnly && item?.view.quantity === undefined,
      parts: [...parts],
      isCategoryOnly,
      obstacle: findObstacle(),
      choice,
    }
  })
}
