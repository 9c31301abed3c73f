/** Describes an edit's changes, for plans and results. */
import { changedTexts } from '../../../shared/inventory/fields/field.ts'
import { isAspectPath, pathName, valueText } from '../../../shared/inventory/item.ts'
import { type FieldChange, wantedValue } from '../../../shared/inventory/item-edit.ts'
import { isWithin, type JsonPath, samePath } from '../../../shared/inventory/json.ts'
import { toRunChange } from '../../../shared/outbound/run-change.ts'
import type { RunChange } from '../../../shared/outbound/run-contract.ts'
import type { FieldRefusal } from '../items/refusals.ts'

/** The label of a field in a plan, which has little room: an item specific is its name alone. */
export const changeLabel = (path: JsonPath): string => (isAspectPath(path) ? (path.at(-1) ?? '') : pathName(path))

export const isLeftOut = (excluded: readonly JsonPath[], path: JsonPath): boolean =>
  excluded.some((other) => samePath(other, path))

/** Shows each problem at its field. Problems without a field concern the whole edit and aren't repeated here. */
export const describeChanges = (
  changes: readonly FieldChange[],
  problems: readonly FieldRefusal[] = [],
): readonly RunChange[] =>
  changes.map((change) => {
    const { path } = change
    const texts = changedTexts(change.was, wantedValue(change), (value) => valueText(path, value))
    const own = problems.filter(
      (problem) => problem.path.length > 0 && (isWithin(path, problem.path) || isWithin(problem.path, path)),
    )
    return toRunChange(changeLabel(path), texts, {
      path: [...path],
      problem: own.length === 0 ? null : own.map(({ message }) => message).join(' '),
    })
  })
