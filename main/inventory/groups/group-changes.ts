/** What an edit changes in a group's record, for plans and results (LST-15). */

import { changedTexts, readableValue } from '../../../shared/inventory/fields/field.ts'
import { markupKind } from '../../../shared/inventory/fields/field-kinds.ts'
import { describeValue, plainPath } from '../../../shared/inventory/fields/plain-facts.ts'
import { groupPaths, readGroupView } from '../../../shared/inventory/group.ts'
import { type ItemEdit, wantedValue } from '../../../shared/inventory/item-edit.ts'
import { isJsonObject, type JsonPath, type JsonValue, samePath } from '../../../shared/inventory/json.ts'
import { toRunChange } from '../../../shared/outbound/run-change.ts'
import type { RunChange } from '../../../shared/outbound/run-contract.ts'

const labels: Readonly<Record<string, string>> = {
  title: 'Title',
  subtitle: 'Subtitle',
  description: 'Description',
  imageUrls: 'Pictures',
  aspects: 'Item specifics',
  variantSKUs: 'Variations',
  variesBy: 'Differs in',
}
const PICTURES_BY = 'Pictures show'

const readAspectName = ([first, name]: JsonPath): string | undefined => (first === 'aspects' ? name : undefined)

const groupFieldLabel = (path: JsonPath): string => {
  if (samePath(path, groupPaths.picturesBy)) return PICTURES_BY
  const name = readAspectName(path)
  return name === undefined ? (labels[path[0] ?? ''] ?? plainPath(path)) : `Item specific “${name}”`
}

const writeText = (path: JsonPath, value: JsonValue): string => {
  if (samePath(path, groupPaths.skus)) return readGroupView({ variantSKUs: value }).skus.join(', ')
  if (path[0] === 'description') return readableValue({ kind: markupKind }, value) ?? describeValue(value)
  const variesBy = samePath(path, groupPaths.variesBy) ? { specifications: value } : value
  if (path[0] !== 'variesBy' || !isJsonObject(variesBy)) return describeValue(value)
  return readGroupView({ variesBy })
    .variesBy.map(({ name, values }) => `${name}: ${values.join(', ')}`)
    .join('; ')
}

export const describeGroupChanges = (edit: ItemEdit): readonly RunChange[] =>
  edit.changes.map((change) => {
    const isNew = edit.onto === 'new'
    // All fields of a new group are new, so a specific needs no more than its name.
    const name = isNew ? readAspectName(change.path) : undefined
    return toRunChange(
      name ?? groupFieldLabel(change.path),
      changedTexts(change.was, wantedValue(change), (value) => writeText(change.path, value)),
      {
        // A field of a new group can't be left out alone.
        path: isNew ? null : [...change.path],
      },
    )
  })
