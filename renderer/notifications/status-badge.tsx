/** The status of a destination, a subscription, a filter or a topic. Unknown ones are shown unchanged (NOT-04). */
import type { Tone } from '../ui/base/tone.ts'
import { Badge } from '../ui/display/badge.tsx'

const labels: ReadonlyMap<string, { readonly label: string; readonly tone: Tone }> = new Map([
  ['ENABLED', { label: 'Enabled', tone: 'good' }],
  ['DISABLED', { label: 'Disabled', tone: 'neutral' }],
  ['PENDING', { label: 'Being checked', tone: 'info' }],
])

export const StatusBadge = ({ status }: { readonly status: string | null }) => {
  const { label, tone } = labels.get(status ?? '') ?? { label: status ?? 'Unknown status', tone: 'caution' }
  return <Badge tone={tone}>{label}</Badge>
}
