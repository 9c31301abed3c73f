/** Values that would be deleted from the platform, each confirmed by name. */
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import styles from './deletion-list.module.css'

export type DeletionListProps = {
  readonly legend: string
  readonly deletions: readonly {
    readonly key: string
    readonly name: string
    readonly isConfirmed: boolean
  }[]
  readonly isDisabled?: boolean
  readonly onConfirm: (index: number, isConfirmed: boolean) => void
}

export const DeletionList = ({ legend, deletions, isDisabled, onConfirm }: DeletionListProps) => (
  <fieldset className={styles.deletions}>
    <legend>{legend}</legend>
    <ul className={styles.names}>
      {deletions.map(({ key, name, isConfirmed }, index) => (
        <li key={key}>
          <Checkbox isDisabled={isDisabled} isSelected={isConfirmed} onChange={(wanted) => onConfirm(index, wanted)}>
            Delete <del>{name}</del>
          </Checkbox>
        </li>
      ))}
    </ul>
  </fieldset>
)
