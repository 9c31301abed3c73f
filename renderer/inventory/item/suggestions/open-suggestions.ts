/** What the catalog suggests for an item and the item doesn't have: the seller takes each, or all at once. Pure. */
import { htmlToText } from '../../../../shared/inventory/html-text.ts'
import { aspectPath, fieldPaths, type ItemView } from '../../../../shared/inventory/item.ts'
import type { JsonPath, JsonValue } from '../../../../shared/inventory/json.ts'
import { isSameSpecific } from '../../../../shared/inventory/same-specific.ts'
import { formatCount } from '../../../ui/format/locale-format.ts'
import type { SuggestedProduct } from '../../mapping-parts.ts'

export type OpenSuggestion = {
  readonly label: string
  /** As it is shown. */
  readonly text: string
  readonly path: JsonPath
  readonly value: JsonValue
  /** The name and values of an item specific; undefined for another field. */
  readonly specific?: { readonly name: string; readonly values: readonly string[] }
}

/** Nothing that the item has is replaced: a value that differs isn't suggested. */
export const listOpenSuggestions = (
  view: ItemView,
  { title, description, aspects = {}, imageUrls = [] }: SuggestedProduct,
): readonly OpenSuggestion[] => {
  const has = (name: string): boolean =>
    view.aspects.some((aspect) => isSameSpecific(aspect.name, name) && aspect.values.length > 0)
  return [
    ...((view.title ?? '') === '' && title !== undefined
      ? [{ label: 'Title', text: title, path: fieldPaths.title, value: title }]
      : []),
    ...(view.imageUrls.length === 0 && imageUrls.length > 0
      ? [
          {
            label: 'Pictures',
            text: formatCount(imageUrls.length, 'picture'),
            path: fieldPaths.imageUrls,
            value: [...imageUrls],
          },
        ]
      : []),
    ...Object.entries(aspects)
      .filter(([name]) => !has(name))
      .map(([name, values]) => ({
        label: name,
        text: values.join(', '),
        path: aspectPath(name),
        value: [...values],
        specific: { name, values },
      })),
    ...((view.description ?? '') === '' && description !== undefined
      ? [{ label: 'Description', text: htmlToText(description), path: fieldPaths.description, value: description }]
      : []),
  ]
}
