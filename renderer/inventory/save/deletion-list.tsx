// Values that would be deleted from the platform, each confirmed by name.
import type { ReactNode } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import styles from './deletion-list.module.css'

export interface DeletionListProps {
  readonly legend: string
  readonly deletions: readonly {
    readonly key: string
    readonly name: string
    /** Before the name, if the deletions are of several items. */
    readonly sku?: string
    readonly isConfirmed: boolean
  }[]
  readonly isDisabled?: boolean
  readonly onConfirm: (index: number, isConfirmed: boolean) => void
  /** Below the list. */
  readonly children?: ReactNode
}

export function DeletionList({ legend, deletions, isDisabled, onConfirm, children }: DeletionListProps) {
  return (
    <fieldset className={styles.deletions}>
      <legend>{legend}</legend>
      <ul className={styles.names}>
        {deletions.map(({ key, name, sku, isConfirmed }, index) => (
          <li key={key}>
            <Checkbox isDisabled={isDisabled} isSelected={isConfirmed} onChange={(wanted) => onConfirm(index, wanted)}>
              {sku !== undefined && <span className="mono">{sku} </span>}
              Delete <del>{name}</del>
            </Checkbox>
          </li>
        ))}
      </ul>
      {children}
    </fieldset>
  )
}
