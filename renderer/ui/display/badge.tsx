/** A state in one word. */
import type { ReactNode } from 'react'
import type { Tone } from '../base/tone.ts'
import styles from './badge.module.css'

export type BadgeProps = {
  readonly tone?: Tone | undefined
  /** The text; colour alone conveys nothing. */
  readonly children: ReactNode
}

/** A short text on a tinted background. */
export const Badge = ({ tone = 'neutral', children }: BadgeProps) => (
  <span className={styles.badge} data-tone={tone}>
    {children}
  </span>
)
