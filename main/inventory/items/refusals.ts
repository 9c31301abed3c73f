/** The platform's refusals of an edit's fields. */
import { type ItemEdit, wantedValue } from '../../../shared/inventory/item-edit.ts'
import { isWithin, type JsonPath, sameJson, samePath } from '../../../shared/inventory/json.ts'

export type FieldRefusal = {
  /** Empty if the platform names no field: the refusal then concerns the whole edit. */
  readonly path: JsonPath
  readonly errorId: number | null
  readonly message: string
  /** The help that explains it. */
  readonly topic?: string | undefined
}

/** The refusals whose fields the seller has not changed since. */
export const currentRefusals = (
  refusals: readonly FieldRefusal[],
  refused: ItemEdit,
  now: ItemEdit,
): readonly FieldRefusal[] => {
  const changesAround = (edit: ItemEdit, path: JsonPath) =>
    edit.changes.filter((change) => isWithin(path, change.path) || isWithin(change.path, path))
  return refusals.filter(({ path }) => {
    const before = changesAround(refused, path)
    const since = changesAround(now, path)
    return (
      before.length === since.length &&
      before.every((change) =>
        since.some((other) => samePath(change.path, other.path) && sameJson(wantedValue(change), wantedValue(other))),
      )
    )
  })
}
