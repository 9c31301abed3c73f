// The line at the window's foot: quiet facts, the most important first.
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './status-bar.module.css'
import type { Tone } from './tone.ts'
import { Tooltip } from './tooltip.tsx'

export interface StatusBarProps {
  /** StatusSlots from the start. */
  readonly children: ReactNode
  /** StatusSlots at the end. */
  readonly end?: ReactNode
}

/** The status bar with its slots. */
export function StatusBar({ children, end }: StatusBarProps) {
  return (
    <section aria-label="Status" className={styles.bar}>
      <div className={styles.side}>{children}</div>
      {end !== undefined && <div className={styles.side}>{end}</div>}
    </section>
  )
}

export interface StatusSlotProps {
  readonly children: ReactNode
  /** A dot in a tone; the words must say the same. */
  readonly tone?: Tone | undefined
  /** Makes the slot a button. */
  readonly onPress?: (() => void) | undefined
  /** Explains a slot that can be pressed. */
  readonly hint?: string | undefined
}

/** One fact of the status bar: "outbox 2". */
export function StatusSlot({ children, tone, onPress, hint }: StatusSlotProps) {
  const inside = (
    <>
      {tone !== undefined && <span aria-hidden="true" className={styles.dot} data-tone={tone} />}
      {children}
    </>
  )
  if (onPress === undefined) return <span className={styles.slot}>{inside}</span>
  return (
    <Tooltip text={hint}>
      <Button className={classNames(styles.slot, styles.button)} onPress={onPress}>
        {inside}
      </Button>
    </Tooltip>
  )
}
