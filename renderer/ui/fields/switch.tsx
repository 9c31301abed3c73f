/** A setting that takes effect at once. */
import type { ReactNode } from 'react'
import { SwitchButton, SwitchField, Text } from 'react-aria-components'
import { classNames } from '../base/class-names.ts'
import { definedProps } from '../base/defined-props.ts'
import styles from './toggle.module.css'

export type SwitchProps = {
  readonly isSelected: boolean
  readonly onChange: (isSelected: boolean) => void
  readonly children: ReactNode
  readonly description?: string | undefined
  readonly isDisabled?: boolean | undefined
}

/** A labelled switch that takes effect at once; use a checkbox for settings that are saved later. */
export const Switch = ({ isSelected, onChange, children, description, isDisabled }: SwitchProps) => (
  <SwitchField
    {...definedProps({ isDisabled })}
    className={classNames(styles.field, styles.wide)}
    isSelected={isSelected}
    onChange={onChange}
  >
    <SwitchButton className={classNames(styles.toggle)}>
      <span className={styles.track}>
        <span className={styles.thumb} />
      </span>
      <span>{children}</span>
    </SwitchButton>
    {description !== undefined && (
      <Text className={classNames(styles.description)} slot="description">
        {description}
      </Text>
    )}
  </SwitchField>
)
