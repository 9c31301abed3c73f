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

export const groupFieldLabel = (path: JsonPath): string => {
  const [first = '', name] = path
  if (samePath(path, groupPaths.picturesBy)) return PICTURES_BY
  return first === 'aspects' && name !== undefined ? `Item specific “${name}”` : (labels[first] ?? formatPath(path))
}

const writeValue = (path: JsonPath, value: JsonValue | undefined): string | null => {
  if (value === undefined) return null
  const variesBy = samePath(path, groupPaths.variesBy) ? { specifications: value } : value
  const isVaried = path[0] === 'variesBy' && isJsonObject(variesBy)
  const text = isVaried
    ? readGroupView({ variesBy })
        .variesBy.map(({ name, values }) => `${name}: ${values.join(', ')}`)
        .join('; ')
    : describeValue(value)
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text
}

export const describeGroupChanges = (edit: ItemEdit, excluded: readonly JsonPath[] = []): readonly RunChange[] =>
  edit.changes.map((change) => ({
    label: groupFieldLabel(change.path),
    // A field of a new group can't be left out alone.
    path: edit.onto === 'new' ? null : [...change.path],
    before: writeValue(change.path, change.was),
    after: writeValue(change.path, wantedValue(change)),
    isExcluded: excluded.some((path) => samePath(path, change.path)),
    problem: null,
  }))
