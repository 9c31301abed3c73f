// Text for assistive technology only.
import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

/** Text that is read aloud and not seen. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>
}
