// What a run sends when, as changes become free.
import type { Run } from '../../../shared/inventory/contract/run-contract.ts'
import { useNow } from '../../api/use-now.ts'
import { formatAbsoluteTime, formatRelativeTime } from '../../ui/format-time.ts'
import { KeyValue } from '../../ui/key-value.tsx'
import { Stack } from '../../ui/layout.tsx'
import { formatCount, formatNumber } from '../../ui/locale-format.ts'
import { formatUpcomingTime } from '../item-labels.ts'
import styles from './run-plan.module.css'

/** Large runs have hundreds of waves. */
const MAX_WAVES = 6

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

export function RunPlan({ run }: { readonly run: Run }) {
  const now = useNow()
  const { plan, counts } = run
  if (plan.items === 0 && run.state !== 'ready') return null
  const later = plan.waves.slice(MAX_WAVES)
  const last = later.at(-1)
  const facts = [
    {
      label: 'Goes first',
      count: plan.stockCorrections,
      value: formatCount(plan.stockCorrections, 'stock correction'),
    },
    {
      label: 'Left out',
      count: counts.unchanged,
      value: `${formatCount(counts.unchanged, 'item')}: the platform already has everything`,
    },
    { label: 'Held back', count: counts.held, value: `${formatCount(counts.held, 'item')}; the reasons are below` },
    {
      label: 'Not read now',
      count: plan.lastReading?.items ?? 0,
      value: `${formatCount(plan.lastReading?.items ?? 0, 'item')} planned from a reading ${formatRelativeTime(plan.lastReading?.oldestAtMs ?? now, now)}; each is read again before it is sent`,
    },
    {
      label: 'Reserve',
      count: 1,
      value: `${formatCount(plan.reserve, 'change')} kept for stock corrections and single saves`,
    },
  ]
  return (
    <Stack aria-label="Plan" as="section" gap={3}>
      {plan.items > 0 && (
        <table className={styles.waves}>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Items</th>
              <th scope="col">Calls</th>
            </tr>
          </thead>
          <tbody>
            {plan.waves.slice(0, MAX_WAVES).map((wave, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two waves may have the same time
              <tr key={`${wave.atMs} ${index}`}>
                <th scope="row">
                  <time title={formatAbsoluteTime(wave.atMs)}>{formatUpcomingTime(wave.atMs, now)}</time>
                </th>
                <td>{formatNumber(wave.items)}</td>
                <td>{formatNumber(wave.calls)}</td>
              </tr>
            ))}
            {last !== undefined && (
              <tr>
                <th scope="row">later, until {formatUpcomingTime(last.atMs, now)}</th>
                <td>{formatNumber(sumOf(later.map(({ items }) => items)))}</td>
                <td>{formatNumber(sumOf(later.map(({ calls }) => calls)))}</td>
              </tr>
            )}
          </tbody>
        </table>
      )}
      <KeyValue facts={facts.filter(({ count }) => count > 0).map(({ label, value }) => ({ label, value }))} />
    </Stack>
  )
}
