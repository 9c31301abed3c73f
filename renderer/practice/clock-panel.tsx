/** The practice clock: it only goes forward, and tokens, tasks and counted changes go with it. */
import { useApiMutation } from '../api/hooks.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import styles from './practice.module.css'
import { Said } from './said.tsx'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const steps = [
  { label: 'One minute', ms: MINUTE_MS },
  { label: 'One hour', ms: HOUR_MS },
  { label: 'Three hours', ms: 3 * HOUR_MS },
  { label: 'One day', ms: DAY_MS },
] as const

/** `1 day 3 h 5 min`; the two largest parts are enough. */
export const aheadWords = (ms: number): string => {
  const parts = [
    [Math.floor(ms / DAY_MS), 'd'],
    [Math.floor((ms % DAY_MS) / HOUR_MS), 'h'],
    [Math.floor((ms % HOUR_MS) / MINUTE_MS), 'min'],
  ] as const
  const said = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`)
  return said.length === 0 ? 'less than a minute' : said.slice(0, 2).join(' ')
}

type ClockPanelProps = { readonly clockOffsetMs: number; readonly onDone: () => void }

export function ClockPanel({ clockOffsetMs, onDone }: ClockPanelProps) {
  const advance = useApiMutation('practice', 'advanceClock')
  const where =
    clockOffsetMs === 0
      ? 'The practice clock goes with yours.'
      : `The practice clock is ${aheadWords(clockOffsetMs)} ahead of yours.`
  return (
    <Panel
      description="Tokens end after two hours, mapping tasks finish, and a day later item changes are free again."
      isRaised
      title="Move the clock on"
    >
      <div className={styles.acts}>
        {steps.map(({ label, ms }) => (
          <Button
            isDisabled={advance.isPending}
            key={label}
            onPress={() => advance.mutate({ ms }, { onSuccess: onDone })}
          >
            {label}
          </Button>
        ))}
      </div>
      <Said error={advance.error}>{where}</Said>
    </Panel>
  )
}
