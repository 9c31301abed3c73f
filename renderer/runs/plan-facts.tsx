/** What a plan sends now, what waits for free changes, and how old its readings are. */
import type { RunPlan } from '../../shared/outbound/run-contract.ts'
import { KeyValue } from '../ui/display/key-value.tsx'
import { formatRelativeTime, formatUpcomingTime } from '../ui/format/format-time.ts'
import { formatCount } from '../ui/format/locale-format.ts'
import { useNow } from '../ui/hooks/use-now.ts'

export const PlanFacts = ({ plan: { counts, schedule, lastReading } }: { readonly plan: RunPlan }) => {
  const nowMs = useNow()
  const later = schedule === null ? 0 : counts.going - schedule.now.rows
  const facts = [
    {
      label: 'Now',
      count: later > 0 ? (schedule?.now.rows ?? 0) : 0,
      value: `${formatCount(schedule?.now.rows ?? 0, 'item')} in ${formatCount(schedule?.now.calls ?? 0, 'call')}`,
    },
    {
      label: 'Later',
      count: later,
      value: `${formatCount(later, 'item')}, as changes become available; the last ${formatUpcomingTime(schedule?.endsAtMs ?? nowMs, nowMs)}`,
    },
    {
      label: 'Sent first',
      count: schedule?.stockCorrections ?? 0,
      value: formatCount(schedule?.stockCorrections ?? 0, 'stock correction'),
    },
    {
      label: 'Reserve',
      count: later,
      value: `${formatCount(schedule?.reserve ?? 0, 'change')} reserved for stock corrections and single saves`,
    },
    {
      label: 'Last read',
      count: lastReading?.rows ?? 0,
      value: `${formatCount(lastReading?.rows ?? 0, 'item')} from what was read ${formatRelativeTime(lastReading?.oldestAtMs ?? nowMs, nowMs)}; each is read again before it is sent`,
    },
  ]
  const shown = facts.filter(({ count }) => count > 0)
  return shown.length === 0 ? null : <KeyValue facts={shown.map(({ label, value }) => ({ label, value }))} />
}
