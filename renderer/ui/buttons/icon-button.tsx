/** A button with only an icon, and therefore always a label and a tooltip. */
import type { LucideIcon } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import { classNames } from '../base/class-names.ts'
import { definedProps } from '../base/defined-props.ts'
import { Spinner } from '../feedback/spinner.tsx'
import { Tooltip } from '../overlays/tooltip.tsx'
import styles from './icon-button.module.css'

export type IconButtonProps = {
  readonly icon: LucideIcon
  /** The action in a word or two: its name and its tooltip. */
  readonly label: string
  /** Shown beside the icon from 1200 px; a part of the label. */
  readonly shortLabel?: string | undefined
  readonly onPress?: (() => void) | undefined
  readonly size?: 's' | 'm' | undefined
  readonly isDisabled?: boolean | undefined
  /** Disables the button and explains why in the tooltip; it stays focusable. */
  readonly disabledReason?: string | undefined
  readonly isPending?: boolean | undefined
  /** For a toggle button: whether it is on. */
  readonly isPressed?: boolean | undefined
  /** Added to the tooltip, such as a key. */
  readonly hint?: string | undefined
}

/** A square icon button of 24 or 28 px; in wide windows with its short label, if it has one. */
export const IconButton = ({
  icon: Icon,
  label,
  shortLabel,
  onPress,
  size = 'm',
  isDisabled = false,
  disabledReason,
  isPending = false,
  isPressed,
  hint,
}: IconButtonProps) => {
  const isExplained = disabledReason !== undefined
  const name = isExplained ? `${label}, not possible: ${disabledReason}` : label
  return (
    <Tooltip text={isExplained ? disabledReason : hint === undefined ? label : `${label} · ${hint}`}>
      <AriaButton
        {...definedProps({ 'aria-pressed': isPressed, onPress: isExplained ? undefined : onPress })}
        {...(isExplained ? { 'aria-disabled': true } : {})}
        aria-label={name}
        className={classNames(styles.button)}
        data-size={size}
        isDisabled={isDisabled && !isExplained}
        isPending={isPending}
      >
        {isPending ? <Spinner /> : <Icon aria-hidden="true" size={16} />}
        {shortLabel !== undefined && <span className={styles.label}>{shortLabel}</span>}
      </AriaButton>
    </Tooltip>
  )
}
