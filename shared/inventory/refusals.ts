/** What the platform refused of an edit: said at the field, for as long as it stands there as it was refused. */
import { type ItemEdit, wantedBy } from './item-edit.ts'
import { isWithin, type JsonPath, sameJson, samePath } from './json.ts'

export type FieldRefusal = {
  /** The field that the platform names; empty where it names none: then it is the whole edit's. */
  readonly path: JsonPath
  readonly errorId: number | null
  readonly message: string
}

/** What an edit wants at and around a path. */
const wantsAt = (edit: ItemEdit, path: JsonPath) =>
  edit.changes.filter((change) => isWithin(path, change.path) || isWithin(change.path, path))

/** Those refusals whose fields the seller has not touched since: the others may be mended now. */
export const standingRefusals = (
  refusals: readonly FieldRefusal[],
  refused: ItemEdit,
  now: ItemEdit,
): readonly FieldRefusal[] =>
  refusals.filter(({ path }) => {
    const before = wantsAt(refused, path)
    const since = wantsAt(now, path)
    return (
      before.length === since.length &&
      before.every((change) =>
        since.some((other) => samePath(change.path, other.path) && sameJson(wantedBy(change), wantedBy(other))),
      )
    )
  })
