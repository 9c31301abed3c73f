/** Next steps after a run of saves: correcting the refused items, or listing the saved ones. */
import type { Run } from '../../../shared/outbound/run-contract.ts'
import { useAction, useClient } from '../../api/hooks.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { toastFailure } from '../../ui/feedback/toast.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { openGroup } from '../items-panel.ts'
import type { ListingParts } from '../listing-parts.ts'

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

type AfterRunProps = {
  readonly run: Run
  readonly listing: ListingParts
  readonly onStarted: (runId: number) => void
  /** Shows the refused items in the list, where they can be corrected. */
  readonly onShowRefused: () => void
}

export const AfterRun = ({ run: { runId, label, counts }, listing, onStarted, onShowRefused }: AfterRunProps) => {
  const client = useClient()
  if (label === 'newGroup' && counts.sent > 0) return <ShowNewGroup runId={runId} />
  if (label !== 'items') return null
  const readSaved = async (limit: number): Promise<readonly string[]> => {
    const skus: string[] = []
    for (let offset = 0; skus.length < Math.min(limit, counts.sent); offset += PAGE_SIZE) {
      const { rows } = await client.outbound.runRows({ runId, states: ['sent'], offset, limit: PAGE_SIZE })
      if (rows.length === 0) break
      skus.push(...rows.map(({ sku }) => sku))
    }
    return skus.slice(0, limit)
  }
  return (
    <>
      <listing.BulkMenu count={counts.sent} isSelection onStarted={onStarted} readSkus={readSaved} />
      {counts.refused > 0 && (
        <Button onPress={onShowRefused} variant="primary">
          Correct {formatCount(counts.refused, 'refused item')}
        </Button>
      )}
    </>
  )
}
