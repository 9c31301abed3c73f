/** An option in the list of a select or a combo box. */
import { Check } from 'lucide-react'
import { Header, ListBoxItem, ListBoxSection } from 'react-aria-components'
import { classNames } from '../base/class-names.ts'
import styles from './options.module.css'

export type Option = {
  readonly id: string
  readonly label: string
  readonly description?: string | undefined
  readonly isDisabled?: boolean | undefined
  /** Options of a group are listed under its name. */
  readonly group?: string | undefined
}

export const OptionRow = ({ option }: { readonly option: Option }) => (
  <ListBoxItem
    className={classNames(styles.option)}
    id={option.id}
    isDisabled={option.isDisabled ?? false}
    textValue={option.label}
  >
    {({ isSelected }) => (
      <>
        <span className={styles.text}>
          <span className={styles.label}>{option.label}</span>
          {option.description !== undefined && <span className={styles.description}>{option.description}</span>}
        </span>
        {isSelected && <Check aria-hidden="true" className={styles.check} size={16} />}
      </>
    )}
  </ListBoxItem>
)

/** All options, grouped, in order. */
export const OptionRows = ({ options }: { readonly options: readonly Option[] }) => {
  const groups = [...new Set(options.map(({ group }) => group))]
  return groups.map((group) => {
    const rows = options
      .filter((option) => option.group === group)
      .map((option) => <OptionRow key={option.id} option={option} />)
    if (group === undefined || groups.length === 1) return rows
    return (
      <ListBoxSection className={classNames(styles.group)} id={`group ${group}`} key={group}>
        <Header className={classNames(styles.groupName)}>{group}</Header>
        {rows}
      </ListBoxSection>
    )
  })
}
