/** The frame of what the seller confirms before it is sent, such as values that a save deletes. */
import type { ReactNode } from 'react'
import styles from './confirm-box.module.css'

type ConfirmBoxProps = {
  readonly title: string
  /** An `li` for each. */
  readonly names: ReactNode
  readonly children?: ReactNode
}

export const ConfirmBox = ({ title, names, children }: ConfirmBoxProps) => (
  <fieldset className={styles.box}>
    <legend>{title}</legend>
    <ul className={styles.names}>{names}</ul>
    {children}
  </fieldset>
)
