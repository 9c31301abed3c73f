/** The preview of a save: changes, deletions to confirm, price. */
import type { Preview } from '../../../shared/inventory/contract.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { ChangeTable } from '../../parts/save/change-table.tsx'
import { type Confirmations, DeletionList, findUnconfirmed } from '../../parts/save/deletion-list.tsx'
import { LastReading } from '../../parts/save/last-reading.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { formatAbsoluteTime } from '../../ui/format/format-time.ts'
import { formatNumber, languageLabel } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { pathLabel, toShownChange } from '../item-labels.ts'

/** Whether conflicts must be decided first. */
export const hasConflict = (preview: Preview): boolean => preview.isGone || preview.conflicts.length > 0

/** Why this preview can't be sent, or undefined. */
export const findObstacle = (preview: Preview, confirmations: Confirmations): string | undefined => {
  if (preview.refusal !== null) return 'This SKU was made with another tool'
  if (hasConflict(preview)) return 'Decide the conflict first'
  const problem = preview.problems[0]
  return problem === undefined ? findUnconfirmed(preview.deletions, confirmations) : problem.message
}

const describePrice = ({ budget, contentLanguage, noChange }: Preview): string => {
  if (noChange) return 'Uses no change'
  const { cap, left, nextFreeAtMs, per } = budget
  const scope = per === 'listing' ? ' of this listing' : ''
  if (left > 0)
    return `Uses 1 of ${formatNumber(left)} changes${scope} left today; sent in ${languageLabel(contentLanguage)}`
  const next = nextFreeAtMs === null ? '' : `; the next is available ${formatAbsoluteTime(nextFreeAtMs)}`
  return `All ${formatNumber(cap)} changes${scope} are used${next}. The save waits`
}

/** The number of changes that the save uses, for a dialog's footer. */
export const PreviewPrice = ({ preview }: { readonly preview: Preview | undefined }) => (
  <Row grow>
    {preview !== undefined && (
      <Text size="meta" tabular tone="soft">
        {hasConflict(preview) ? 'Can’t be saved yet' : describePrice(preview)}
      </Text>
    )}
  </Row>
)

export type PreviewBodyProps = {
  readonly preview: Preview
  readonly confirmations: Confirmations
  readonly isSending: boolean
}

export const PreviewBody = ({ preview, confirmations, isSending }: PreviewBodyProps) => {
  const { the, The } = usePlatformName()
  const { changes, deletions } = preview
  return (
    <Stack gap={4}>
      <LastReading lastReading={preview.lastReading} />
      {preview.refusal !== null && (
        <Banner title="This SKU can’t be saved here" tone="danger">
          {preview.refusal}
        </Banner>
      )}
      {hasConflict(preview) && (
        <Banner title={`This item changed on ${the}`} tone="danger">
          {preview.isGone
            ? `${The} no longer has this item. Decide whether to create it again.`
            : `${preview.conflicts.map(({ path }) => pathLabel(path)).join(', ')} changed on ${the} since you started. Decide which to keep.`}
        </Banner>
      )}
      {preview.noChange && !hasConflict(preview) && <Text tone="faint">{`${The} already has all of this.`}</Text>}
      {changes.length > 0 && (
        <ChangeTable
          changes={changes.map(toShownChange)}
          newLabel="After saving"
          oldLabel={preview.isNew ? 'Now' : `Now on ${the}`}
        />
      )}
      <DeletionList confirmations={confirmations} deletions={deletions} from={`${the}`} isDisabled={isSending} />
    </Stack>
  )
}
