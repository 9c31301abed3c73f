// The state of something, in a word.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './badge.module.css'
import type { Tone } from './tone.ts'

export interface BadgeProps {
  readonly tone?: Tone | undefined
  readonly icon?: LucideIcon | undefined
  /** The text; colour alone says nothing. */
  readonly children: ReactNode
}

/** A short text on a tinted background. */
export function Badge({ tone = 'neutral', icon: Icon, children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {Icon !== undefined && <Icon aria-hidden="true" size={12} />}
      {children}
    </span>
  )
}
