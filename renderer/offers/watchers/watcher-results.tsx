/** What came of the offers of a run: how many buyers bought at the offered price, as far as that is known (LST-26). */
import { useApiQuery } from '../../api/hooks.ts'
import { priceText } from '../../parts/offers/offer-labels.ts'
import { formatCount } from '../../ui/format/locale-format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { describeResult, describeResults } from './describe-result.ts'
import styles from './watcher-results.module.css'

/** The listings of a run. */
const MAX_RESULTS = 1_000

export const WatcherResults = ({ runId }: { readonly runId: number }) => {
  const nowMs = useNow()
  const clockAheadMs = useApiQuery('offers', 'reading', {}).data?.clockAheadMs ?? 0
  const rows = useApiQuery('offers', 'watcherOffers', { runId, limit: MAX_RESULTS }).data?.rows ?? []
  if (rows.length === 0) return null
  return (
    <Stack aria-label="What came of it" as="section" gap={2}>
      <Text as="p" strong>
        {describeResults(rows)}
      </Text>
      <details>
        <summary>{`By listing: ${formatCount(rows.length, 'offer')}`}</summary>
        <ul>
          {rows.map((row) => (
            <Stack as="li" className={styles.result} gap={0} key={`${row.listingId} ${row.sentAtMs}`}>
              <Row gap={3} justify="between">
                <Text truncate>{row.title ?? row.listingId}</Text>
                <Text tabular>{priceText(row.price)}</Text>
              </Row>
              <Text size="meta" tone="soft">
                {describeResult(row, clockAheadMs, nowMs)}
              </Text>
            </Stack>
          ))}
        </ul>
      </details>
    </Stack>
  )
}
