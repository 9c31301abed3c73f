/** Next steps after a run of saves: correcting the refused items, listing the saved ones, or publishing saved listing drafts. */
import { useState } from 'react'
import type { Run } from '../../../shared/outbound/run-contract.ts'
import { useAction, useClient, useReportedMutation } from '../../api/hooks.ts'
import { useCommand } from '../../commands/registry.ts'
import { laterText, NEXT_COMMAND } from '../../runs/next-step.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { toastFailure } from '../../ui/feedback/toast.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { Text } from '../../ui/layout/layout.tsx'
import { openGroup } from '../items-panel.ts'
import type { ListingParts } from '../listing-parts.ts'
import { ListingsMenu } from './listings-menu.tsx'

/** Rows read at once. */
const PAGE_SIZE = 1_000

/** Opens the listing with variations that the run made, where it is published (LST-15). */
const ShowNewGroup = ({ runId }: { readonly runId: number }) => {
  const client = useClient()
  const show = useAction(async () => {
    const { rows } = await client.outbound.runRows({ runId, states: ['sent'] })
    const { group } = await client.inventory.item({ sku: rows[0]?.sku ?? '' })
    if (group !== null) openGroup(group.groupKey)
  })
  return (
    <Button
      isPending={show.isPending}
      onPress={() => show.mutate(undefined, { onError: toastFailure })}
      variant="primary"
    >
      Show the listing
    </Button>
  )
}

type PublishSavedProps = Pick<AfterRunProps, 'run' | 'listing' | 'onStarted'>

/** Publishes what the run saved, after its fees were confirmed (LST-21). The dialog stays open while more is saved. */
const PublishSaved = ({ run: { runId, next }, listing, onStarted }: PublishSavedProps) => {
  const [isReviewing, setReviewing] = useState(false)
  const dismiss = useReportedMutation('outbound', 'dismissNext')
  const isOffered = next?.isOffered === true
  useCommand(NEXT_COMMAND, () => setReviewing(true), { isEnabled: isOffered })
  return (
    <>
      {next !== null && (
        <Text tone="soft">
          {isOffered
            ? laterText(next)
            : 'Once they are saved, you check the fees here and publish. Today shows it too.'}
        </Text>
      )}
      {next !== null && isOffered && (
        <>
          <Button isPending={dismiss.isPending} onPress={() => dismiss.mutate({ runId })} variant="quiet">
            Don’t publish
          </Button>
          <Button onPress={() => setReviewing(true)} variant="primary">
            Check the fees of {formatNumber(next.ready)}
          </Button>
        </>
      )}
      {isReviewing && <listing.NextDialog onClose={() => setReviewing(false)} onStarted={onStarted} runId={runId} />}
    </>
  )
}

type AfterRunProps = {
  readonly run: Run
  readonly listing: ListingParts
  readonly onStarted: (runId: number) => void
  /** Shows the refused items in the list, where they can be corrected. */
  readonly onShowRefused: () => void
}

export const AfterRun = ({ run, listing, onStarted, onShowRefused }: AfterRunProps) => {
  const { runId, label, counts } = run
  if (label === 'offers') return <PublishSaved listing={listing} onStarted={onStarted} run={run} />
  if (label === 'newGroup' && counts.sent > 0) return <ShowNewGroup runId={runId} />
  return label === 'items' ? (
    <ListSaved listing={listing} onShowRefused={onShowRefused} onStarted={onStarted} run={run} />
  ) : null
}

/** After a save of items: list what was saved, correct what was refused. */
const ListSaved = ({ run: { runId, counts }, listing, onStarted, onShowRefused }: AfterRunProps) => {
  const client = useClient()
  const readSaved = async (limit: number): Promise<readonly string[]> => {
    const skus: string[] = []
    for (let offset = 0; skus.length < Math.min(limit, counts.sent); offset += PAGE_SIZE) {
      const { rows } = await client.outbound.runRows({ runId, states: ['sent'], offset, limit: PAGE_SIZE })
      if (rows.length === 0) break
      skus.push(...rows.map(({ sku }) => sku))
    }
    return skus.slice(0, limit)
  }
  const listings = listing.useBulkActions({ count: counts.sent, readSkus: readSaved, onStarted })
  return (
    <>
      <ListingsMenu actions={listings.actions} text={`Listings of ${formatCount(counts.sent, 'item')}`} />
      {listings.dialog}
      {counts.refused > 0 && (
        <Button onPress={onShowRefused} variant="primary">
          Correct {formatCount(counts.refused, 'refused item')}
        </Button>
      )}
    </>
  )
}
