// The checkbox a row shows. The row itself is checked by keyboard; a click here reaches `RowChecks`.
import { Check } from 'lucide-react'
import styles from './toggle.module.css'

export function CheckMark({ isChecked }: { readonly isChecked: boolean }) {
  return (
    <span aria-hidden="true" data-checkbox="" data-selected={isChecked || undefined}>
      <span className={styles.box}>{isChecked && <Check size={12} strokeWidth={3} />}</span>
    </span>
  )
}
