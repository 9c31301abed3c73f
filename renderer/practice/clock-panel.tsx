/** The practice platform's clock: its time, and controls to advance it. */
import { useApiMutation } from '../api/hooks.ts'
import { useCommandChoices } from '../commands/registry.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Row } from '../ui/layout/layout.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { ActionStatus } from './action-status.tsx'

const HOUR_MS = 3_600_000

const steps = [
  { label: '1 minute', ms: 60_000 },
  { label: '1 hour', ms: HOUR_MS },
  { label: '3 hours', ms: 3 * HOUR_MS },
  { label: '1 day', ms: 24 * HOUR_MS },
] as const

/** `2 d 3 h`: the two largest units. */
const durationLabel = (ms: number): string => {
  const minutes = Math.floor(ms / 60_000)
  const parts = [
    [Math.floor(minutes / 1_440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`)
  return shown.length === 0 ? 'less than a minute' : shown.slice(0, 2).join(' ')
}

export const ClockPanel = ({ clockOffsetMs }: { readonly clockOffsetMs: number }) => {
  const advance = useApiMutation('practice', 'advanceClock')
  useCommandChoices('practice.advanceClock', () =>
    steps.map(({ label, ms }) => ({
      id: label,
      label: `Advance the clock by ${label}`,
      run: () => advance.mutate({ ms }),
    })),
  )
  return (
    <Panel
      description="Tokens expire after two hours, mapping tasks finish, and item changes are counted by day."
      isRaised
      title="Advance the clock"
    >
      <Row gap={3} wrap>
        {steps.map(({ label, ms }) => (
          <Button isDisabled={advance.isPending} key={label} onPress={() => advance.mutate({ ms })}>
            {label}
          </Button>
        ))}
      </Row>
      <ActionStatus error={advance.error}>
        {clockOffsetMs === 0
          ? 'The practice clock shows your time.'
          : `The practice clock is ${durationLabel(clockOffsetMs)} ahead of yours.`}
      </ActionStatus>
    </Panel>
  )
}
