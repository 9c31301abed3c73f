// One choice in the floating list of a select or a combo box.
import { Check } from 'lucide-react'
import { ListBoxItem } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './options.module.css'

/** A choice: its id is what the caller gets back. */
export interface Option {
  readonly id: string
  readonly label: string
  readonly description?: string | undefined
  readonly isDisabled?: boolean | undefined
}

/** The row of one choice. */
export function OptionRow({ option }: { readonly option: Option }) {
  return (
    <ListBoxItem
      className={classNames(styles.option)}
      id={option.id}
      isDisabled={option.isDisabled ?? false}
      textValue={option.label}
    >
      {({ isSelected }) => (
        <>
          <span className={styles.words}>
            <span className={styles.label}>{option.label}</span>
            {option.description !== undefined && <span className={styles.description}>{option.description}</span>}
          </span>
          {isSelected && <Check aria-hidden="true" className={styles.check} size={16} />}
        </>
      )}
    </ListBoxItem>
  )
}
