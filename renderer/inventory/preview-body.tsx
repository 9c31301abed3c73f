// What a save will do, to be read and confirmed before it is done.
import type { Preview } from '../../shared/inventory/contract.ts'
import type { Deletion } from '../../shared/inventory/save-preview.ts'
import { Banner } from '../ui/banner.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { formatAbsoluteTime } from '../ui/format-time.ts'
import { formatCount, formatNumber } from '../ui/locale-format.ts'
import { ChangeTable } from './change-table.tsx'
import { placeName } from './item-words.ts'
import styles from './preview-body.module.css'

/** The platform moved on what is being edited: nothing can be saved before that is decided. */
export const isToDecide = (preview: Preview): boolean => preview.isGone || preview.conflicts.length > 0

/** Why this preview cannot be sent, or undefined. */
export const obstacleOf = (preview: Preview, confirmed: ReadonlySet<string>): string | undefined => {
  if (preview.refusal !== null) return 'another family manages this SKU'
  if (isToDecide(preview)) return 'the conflict has to be decided first'
  const problem = preview.problems[0]
  if (problem !== undefined) return problem.message
  if (preview.budget.left === 0) return 'the changes of the last 24 hours are spent'
  const left = preview.deletions.filter(({ id }) => !confirmed.has(id)).length
  return left === 0 ? undefined : `${formatCount(left, 'deletion is', 'deletions are')} not confirmed`
}

/** What the save costs of the day's changes. */
export function PreviewPrice({ preview }: { readonly preview: Preview }) {
  const { budget, contentLanguage, noChange } = preview
  if (isToDecide(preview)) return <>Nothing can be saved yet</>
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

/** The preview: what changes, and what is deleted, to be confirmed by name. */
export function PreviewBody({ preview, confirmed, isSending, onConfirm }: PreviewBodyProps) {
  const { changes, deletions } = preview
  return (
    <div className={styles.preview}>
      {preview.refusal !== null && (
        <Banner title="This SKU is not saved this way" tone="danger">
          {preview.refusal}
        </Banner>
      )}
      {isToDecide(preview) && (
        <Banner title="The platform has moved" tone="danger">
          {preview.isGone
            ? 'The platform has no item for this SKU any more. Decide whether to create it again.'
            : `${preview.conflicts.map(({ path }) => placeName(path)).join(', ')} changed on the platform since you began. Decide which to keep.`}
        </Banner>
      )}
      {preview.noChange && !isToDecide(preview) && (
        <p className={styles.note}>The platform holds all of this already.</p>
      )}
      {changes.length > 0 && (
        <ChangeTable changes={changes} newLabel="After saving" oldLabel={preview.isNew ? 'Now' : 'On the platform'} />
      )}
      {deletions.length > 0 && (
        <fieldset className={styles.deletions}>
          <legend>This deletes {formatCount(deletions.length, 'thing')} from the platform. Confirm each:</legend>
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
