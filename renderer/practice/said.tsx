/** What came of an act on this screen, next to its button. */
import type { Failure } from '../../shared/result.ts'
import styles from './practice.module.css'

export function Said({ error, children }: { readonly error: Failure | null; readonly children?: string | undefined }) {
  return (
    <span aria-live="polite" className={error === null ? styles.said : styles.wrong} role="status">
      {error === null ? children : error.message}
    </span>
  )
}
