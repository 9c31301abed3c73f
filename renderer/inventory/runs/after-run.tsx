/** Next steps after a run of saves: correcting the refused items, or listing the saved ones. */
import type { Run } from '../../../shared/outbound/run-contract.ts'
import { useClient } from '../../api/hooks.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import type { ListingParts } from '../listing-parts.ts'

/** Rows read at once. */
const PAGE_SIZE = 1_000

type AfterRunProps = {
  readonly run: Run
  readonly listing: ListingParts
  readonly onStarted: (runId: number) => void
  /** Shows the refused items in the list, where they can be corrected. */
  readonly onShowRefused: () => void
}

export const AfterRun = ({ run: { runId, label, counts }, listing, onStarted, onShowRefused }: AfterRunProps) => {
  const client = useClient()
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
