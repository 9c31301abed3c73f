/** What an edit changes in a group's record, for plans and results (LST-15). */

import { describeValue } from '../../../shared/inventory/fields/plain-facts.ts'
import { groupPaths, readGroupView } from '../../../shared/inventory/group.ts'
import { type ItemEdit, wantedValue } from '../../../shared/inventory/item-edit.ts'
import { formatPath, isJsonObject, type JsonPath, type JsonValue, samePath } from '../../../shared/inventory/json.ts'
import { MAX_SHOWN_CHARACTERS, type RunChange } from '../../../shared/outbound/run-contract.ts'

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
  return name === undefined ? (labels[path[0] ?? ''] ?? formatPath(path)) : `Item specific “${name}”`
}

const writeText = (path: JsonPath, value: JsonValue): string => {
  if (samePath(path, groupPaths.skus)) return readGroupView({ variantSKUs: value }).skus.join(', ')
  const variesBy = samePath(path, groupPaths.variesBy) ? { specifications: value } : value
  if (path[0] !== 'variesBy' || !isJsonObject(variesBy)) return describeValue(value)
  return readGroupView({ variesBy })
    .variesBy.map(({ name, values }) => `${name}: ${values.join(', ')}`)
    .join('; ')
}

const writeValue = (path: JsonPath, value: JsonValue | undefined): string | null => {
  if (value === undefined) return null
  const text = writeText(path, value)
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text
}

export const describeGroupChanges = (edit: ItemEdit, excluded: readonly JsonPath[] = []): readonly RunChange[] =>
  edit.changes.map((change) => ({
    // All fields of a new group are new, so a specific needs no more than its name.
    label:
      edit.onto === 'new'
        ? (readAspectName(change.path) ?? groupFieldLabel(change.path))
        : groupFieldLabel(change.path),
    // A field of a new group can't be left out alone.
    path: edit.onto === 'new' ? null : [...change.path],
    before: writeValue(change.path, change.was),
    after: writeValue(change.path, wantedValue(change)),
    isExcluded: excluded.some((path) => samePath(path, change.path)),
    problem: null,
  }))
