/** Checkboxes: with a label, and as a mark in a row. */

import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { CheckboxButton, CheckboxField } from 'react-aria-components'
import { classNames } from '../base/class-names.ts'
import { definedProps } from '../base/defined-props.ts'
import styles from './toggle.module.css'

/** The checkbox in a row. The keyboard checks the row itself; a click here reaches `RowChecks`. */
export const CheckMark = ({ isChecked }: { readonly isChecked: boolean | 'mixed' }) => (
  <span aria-hidden="true" data-checkbox="" data-selected={isChecked !== false || undefined}>
    <span className={styles.box}>
      {isChecked === true && <Check size={12} strokeWidth={3} />}
      {isChecked === 'mixed' && <Minus size={12} strokeWidth={3} />}
    </span>
  </span>
)

export type CheckboxProps = {
  readonly isSelected: boolean
  readonly onChange: (isSelected: boolean) => void
  readonly children: ReactNode
  readonly isDisabled?: boolean | undefined
}

export const Checkbox = ({ isSelected, onChange, children, isDisabled }: CheckboxProps) => (
  <CheckboxField
    {...definedProps({ isDisabled })}
    className={classNames(styles.field)}
    isSelected={isSelected}
    onChange={onChange}
  >
    <CheckboxButton className={classNames(styles.toggle)}>
      <span className={styles.box}>{isSelected && <Check aria-hidden="true" size={12} strokeWidth={3} />}</span>
      <span>{children}</span>
    </CheckboxButton>
  </CheckboxField>
)
