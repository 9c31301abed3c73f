// The preview of a save: changes, deletions to confirm, price.
import type { Preview } from '../../../shared/inventory/contract.ts'
import type { Deletion } from '../../../shared/inventory/save-preview.ts'
import { Banner } from '../../ui/banner.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { formatAbsoluteTime } from '../../ui/format-time.ts'
import { formatCount, formatNumber } from '../../ui/locale-format.ts'
import { pathLabel } from '../item-labels.ts'
import { ChangeTable } from './change-table.tsx'
import styles from './preview-body.module.css'

/** Whether conflicts must be decided first. */
export const hasConflict = (preview: Preview): boolean => preview.isGone || preview.conflicts.length > 0

/** Why this preview cannot be sent, or undefined. */
export const findObstacle = (preview: Preview, confirmed: ReadonlySet<string>): string | undefined => {
  if (preview.refusal !== null) return 'another family manages this SKU'
  if (hasConflict(preview)) return 'decide the conflict first'
  const problem = preview.problems[0]
  if (problem !== undefined) return problem.message
  if (preview.budget.left === 0) return 'no item change is left in the last 24 hours'
  const left = preview.deletions.filter(({ id }) => !confirmed.has(id)).length
  return left === 0 ? undefined : `${formatCount(left, 'deletion is', 'deletions are')} not confirmed`
}

export function PreviewPrice({ preview }: { readonly preview: Preview }) {
  const { budget, contentLanguage, noChange } = preview
  if (hasConflict(preview)) return <>Cannot be saved yet</>
  if (noChange) return <>Uses no change</>
  if (budget.left > 0) {
    return (
      <>
        Uses 1 of {formatNumber(budget.left)} changes left; sent in {contentLanguage}
      </>
    )
  }
  return (
    <>
      All {formatNumber(budget.cap)} changes are used
      {budget.nextFreeAtMs !== null && `; the next is free ${formatAbsoluteTime(budget.nextFreeAtMs)}`}
    </>
  )
}

export interface PreviewBodyProps {
  readonly preview: Preview
  readonly confirmed: ReadonlySet<string>
  readonly isSending: boolean
  readonly onConfirm: (id: string, isConfirmed: boolean) => void
}

export function PreviewBody({ preview, confirmed, isSending, onConfirm }: PreviewBodyProps) {
  const { changes, deletions } = preview
  return (
    <div className={styles.preview}>
      {preview.refusal !== null && (
        <Banner title="This SKU cannot be saved here" tone="danger">
          {preview.refusal}
        </Banner>
      )}
      {hasConflict(preview) && (
        <Banner title="This item changed on the platform" tone="danger">
          {preview.isGone
            ? 'The platform no longer has this item. Decide whether to create it again.'
            : `${preview.conflicts.map(({ path }) => pathLabel(path)).join(', ')} changed on the platform since you started. Decide which to keep.`}
        </Banner>
      )}
      {preview.noChange && !hasConflict(preview) && (
        <p className={styles.note}>The platform already has all of this.</p>
      )}
      {changes.length > 0 && (
        <ChangeTable changes={changes} newLabel="After saving" oldLabel={preview.isNew ? 'Now' : 'On the platform'} />
      )}
      {deletions.length > 0 && (
        <fieldset className={styles.deletions}>
          <legend>This deletes {formatCount(deletions.length, 'value')} from the platform. Confirm each:</legend>
          {deletions.map((deletion: Deletion) => (
            <Checkbox
              isDisabled={isSending}
              isSelected={confirmed.has(deletion.id)}
              key={deletion.id}
              onChange={(isConfirmed) => onConfirm(deletion.id, isConfirmed)}
            >
              Delete <del>{deletion.name}</del>
            </Checkbox>
          ))}
        </fieldset>
      )}
    </div>
  )
}
