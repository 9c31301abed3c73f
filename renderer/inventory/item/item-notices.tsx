/** Notices above an item's fields: failed saves and reads. */
import type { Item } from '../../../shared/inventory/contract.ts'
import { variationLabel } from '../../../shared/inventory/group.ts'
import { waitingStates } from '../../../shared/outbound/state.ts'
import { useReportedMutation } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { type Problem, ProblemText } from '../../ui/feedback/why-link.tsx'
import { openGroup } from '../items-panel.ts'

export type ItemNoticesProps = {
  readonly item: Item
  readonly onRefresh: () => void
  readonly isRefreshing: boolean
  readonly refreshError: Problem | undefined
}

export const ItemNotices = ({ item, onRefresh, isRefreshing, refreshError }: ItemNoticesProps) => {
  const { the, The } = usePlatformName()
  const { lastSave, readProblem, pendingSave, sku } = item
  const readError = refreshError ?? readProblem ?? undefined
  const withdraw = useReportedMutation('inventory', 'withdrawSave')
  const readNow = { label: 'Refresh', onPress: onRefresh, isPending: isRefreshing }
  const isPendingSave = pendingSave !== null && waitingStates.includes(pendingSave.state)
  return (
    <>
      {item.group !== null && (
        <Banner
          action={{ label: 'Show the listing', onPress: () => openGroup(item.group?.groupKey ?? '') }}
          title={`One of the variations of “${item.group.title ?? item.group.groupKey}”`}
          tone="info"
        >
          {variationLabel(item.group.values)} Title, description and pictures that all variations share are changed on
          the page of the listing. A text entered here replaces the shared one.
        </Banner>
      )}
      {pendingSave !== null && (
        <Banner
          action={{
            label: isPendingSave ? 'Don’t send' : 'Dismiss',
            onPress: () => withdraw.mutate({ sku }),
            isPending: withdraw.isPending,
          }}
          title={isPendingSave ? 'This save waits to be sent' : 'The waiting save wasn’t sent'}
          tone={isPendingSave ? 'caution' : 'danger'}
        >
          {pendingSave.message ?? 'It will be sent in a moment.'}
        </Banner>
      )}
      {item.state === 'unknown' && lastSave !== null && (
        <Banner action={readNow} title="Checking whether the last save arrived" tone="caution">
          {lastSave.state === 'sending' ? 'The save is being sent.' : (lastSave.message ?? '')}
        </Banner>
      )}
      {(lastSave?.state === 'refused' || lastSave?.state === 'notFound') && item.edit !== null && (
        <Banner title="The last save failed" tone="danger">
          {lastSave.message}
        </Banner>
      )}
      {readError !== undefined && (
        <Banner action={readNow} title={`The item couldn’t be read from ${the}`} tone="caution">
          <ProblemText problem={readError} />
        </Banner>
      )}
      {!item.isRead && readProblem === null && refreshError === undefined && (
        <Banner action={readNow} tone="info">
          {`This item hasn’t been read from ${the} yet. What you type is kept, and compared with ${the} before it is saved.`}
        </Banner>
      )}
      {item.isRead && item.record === null && item.edit === null && (
        <Banner tone="info">{`${The} has no item for this SKU. Fill in the fields to create one.`}</Banner>
      )}
    </>
  )
}
