/** An item with its edit: the fields' values, their problems, and what a save would delete. */
import type { Item } from '../../../shared/inventory/contract.ts'
import { type ItemView, readItemView } from '../../../shared/inventory/item.ts'
import { applyEdit, type ItemEdit } from '../../../shared/inventory/item-edit.ts'
import { checkEdit, checkRecord, type ItemProblem, type ItemRules } from '../../../shared/inventory/item-rules.ts'
import { type JsonObject, type JsonPath, samePath } from '../../../shared/inventory/json.ts'
import { mergeEdit } from '../../../shared/inventory/merge.ts'
import { previewSave } from '../../../shared/inventory/save-preview.ts'
import type { Problem } from '../../ui/feedback/why-link.tsx'
import { ruleProblem } from '../item-labels.ts'

export type ItemDraft = {
  /** The record as last read from the platform. */
  readonly record: JsonObject | undefined
  /** The record with the edit. */
  readonly edited: JsonObject
  readonly view: ItemView
  readonly isEdited: boolean
  /** Problems that block a save. */
  readonly problems: readonly ItemProblem[]
  /** The platform's refusals of single fields. */
  readonly refusals: Item['refusals']
  /** How many fields a save would change, and delete, as its preview counts them. */
  readonly changes: number
  readonly deletions: number
  /** The error to show at a field. A broken rule comes first, because it blocks the save. */
  readonly errorAt: (path: JsonPath) => Problem | undefined
}

/** Without an edit, checks the whole record. With one, checks only what it changes. */
export const readDraft = (item: Item, edit: ItemEdit, rules: ItemRules): ItemDraft => {
  const record = item.record ?? undefined
  const edited = applyEdit(record, edit)
  const isEdited = edit.changes.length > 0
  const problems = isEdited ? checkEdit(edited, edit, rules) : checkRecord(edited, rules)
  const preview = previewSave(record ?? {}, mergeEdit(record, edit).merged)
  const refusals = item.refusals.filter(({ path }) => path.length > 0)
  return {
    record,
    edited,
    view: readItemView(edited),
    isEdited,
    problems,
    refusals,
    changes: preview.changes.length,
    deletions: preview.deletions.length,
    errorAt: (path) => {
      const problem = problems.find((one) => samePath(one.path, path))
      if (problem !== undefined) return ruleProblem(problem)
      return refusals.find((refusal) => samePath(refusal.path, path))
    },
  }
}
