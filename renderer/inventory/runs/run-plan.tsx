/** What a run sends now, and what waits for free changes. */
import type { Run } from '../../../shared/inventory/contract/run-contract.ts'
import { KeyValue } from '../../ui/display/key-value.tsx'
import { formatRelativeTime } from '../../ui/format/format-time.ts'
import { formatCount } from '../../ui/format/locale-format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { formatUpcomingTime } from '../item-labels.ts'

export const RunPlan = ({ run: { plan, counts, state } }: { readonly run: Run }) => {
  const nowMs = useNow()
  if (plan.items === 0 && state !== 'ready') return null
  const { now, stockCorrections, lastReading, reserve } = plan
  const later = plan.items - now.items
  const facts = [
    { label: 'Now', count: now.items, value: `${formatCount(now.items, 'item')} in ${formatCount(now.calls, 'call')}` },
    {
      label: 'Later',
      count: later,
      value: `${formatCount(later, 'item')}, as changes become available; the last ${formatUpcomingTime(plan.endsAtMs, nowMs)}`,
    },
    { label: 'Sent first', count: stockCorrections, value: formatCount(stockCorrections, 'stock correction') },
    {
      label: 'Left out',
      count: counts.unchanged,
      value: `${formatCount(counts.unchanged, 'item')}: the platform already has everything`,
    },
    { label: 'Held back', count: counts.held, value: `${formatCount(counts.held, 'item')}; the reasons are below` },
    {
      label: 'Not read now',
      count: lastReading?.items ?? 0,
      value: `${formatCount(lastReading?.items ?? 0, 'item')} planned from a reading ${formatRelativeTime(lastReading?.oldestAtMs ?? nowMs, nowMs)}; each is read again before it is sent`,
    },
    {
      label: 'Reserve',
      count: later,
      value: `${formatCount(reserve, 'change')} reserved for stock corrections and single saves`,
    },
  ]
  return <KeyValue facts={facts.filter(({ count }) => count > 0).map(({ label, value }) => ({ label, value }))} />
}
