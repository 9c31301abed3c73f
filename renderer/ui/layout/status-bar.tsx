/** The line at the foot of the window. */
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { classNames } from '../base/class-names.ts'
import type { Tone } from '../base/tone.ts'
import { Tooltip } from '../overlays/tooltip.tsx'
import styles from './status-bar.module.css'

export type StatusBarProps = {
  /** StatusSlots at the start. */
  readonly children: ReactNode
  /** StatusSlots at the end. */
  readonly end?: ReactNode
  /** The place for toasts: between the two, in narrow windows above them. */
  readonly news?: ReactNode
}

export const StatusBar = ({ children, end, news }: StatusBarProps) => (
  <section aria-label="Status" className={styles.bar}>
    <div className={styles.side}>{children}</div>
    {news}
    {end !== undefined && <div className={classNames(styles.side, styles.end)}>{end}</div>}
  </section>
)

export type StatusSlotProps = {
  readonly children: ReactNode
  /** A coloured dot; the text conveys the same. */
  readonly tone?: Tone | undefined
  /** Makes the slot a button. */
  readonly onPress?: (() => void) | undefined
  /** Explains a slot that can be pressed. */
  readonly hint?: string | undefined
}

/** One item of the status bar: "Outbox 2". */
export const StatusSlot = ({ children, tone, onPress, hint }: StatusSlotProps) => {
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
