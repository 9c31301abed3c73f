/** A labelled button. */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { classNames } from '../base/class-names.ts'
import { definedProps } from '../base/defined-props.ts'
import { VisuallyHidden } from '../base/visually-hidden.tsx'
import { Spinner } from '../feedback/spinner.tsx'
import { Tooltip } from '../overlays/tooltip.tsx'
import styles from './button.module.css'
import { useSending } from './sending.tsx'

export type ButtonProps = {
  readonly children: ReactNode
  readonly onPress?: (() => void) | undefined
  /** `primary`: at most one per pane. `danger`: for actions that can't be undone. */
  readonly variant?: 'primary' | 'plain' | 'quiet' | 'danger' | undefined
  readonly size?: 's' | 'm' | undefined
  readonly icon?: LucideIcon | undefined
  readonly isDisabled?: boolean | undefined
  /** Disables the button and explains why. It stays focusable; the reason is its tooltip and part of its name. */
  readonly disabledReason?: string | undefined
  /** In progress: the button keeps the focus, ignores presses and shows a spinner. */
  readonly isPending?: boolean | undefined
  /** Shows the connection kind, as colour, pattern and text. Read-only mode disables the button and explains why. */
  readonly sends?: boolean | undefined
  /** A hint in the tooltip, such as the key. */
  readonly hint?: ReactNode
  readonly autoFocus?: boolean | undefined
  /** Fills the width. */
  readonly isWide?: boolean | undefined
  /** Names the button if its text alone isn't enough. */
  readonly 'aria-label'?: string | undefined
}

/** A button disabled for a reason stays in the tab order, so that everyone can find the reason. */
export const Button = ({
  children,
  onPress,
  variant = 'plain',
  size = 'm',
  icon: Icon,
  isDisabled = false,
  disabledReason: ownReason,
  isPending = false,
  sends = false,
  hint,
  autoFocus,
  isWide = false,
  'aria-label': ariaLabel,
}: ButtonProps) => {
  const sending = useSending()
  const { kind, kindLabel } = sends ? sending : { kind: undefined, kindLabel: undefined }
  const disabledReason = sends ? (sending.lock ?? ownReason) : ownReason
  const isExplained = disabledReason !== undefined
  // `aria-label` replaces the text, so the reason is repeated.
  const name = ariaLabel !== undefined && isExplained ? `${ariaLabel}, not possible: ${disabledReason}` : ariaLabel
  return (
    <Tooltip text={isExplained ? disabledReason : hint}>
      <AriaButton
        {...definedProps({ autoFocus, 'aria-label': name, onPress: isExplained ? undefined : onPress })}
        {...(isExplained ? { 'aria-disabled': true } : {})}
        className={classNames(styles.button, isWide && styles.wide)}
        data-kind={kind}
        data-size={size}
        data-variant={variant}
        isDisabled={isDisabled && !isExplained}
        isPending={isPending}
      >
        {isPending ? <Spinner /> : Icon !== undefined && <Icon aria-hidden="true" size={size === 's' ? 14 : 16} />}
        <span className={styles.label}>{children}</span>
        {kindLabel !== undefined && (
          <>
            <VisuallyHidden>, </VisuallyHidden>
            <span className={styles.kind}>{kindLabel}</span>
          </>
        )}
        {isExplained && <VisuallyHidden>, not possible: {disabledReason}</VisuallyHidden>}
      </AriaButton>
    </Tooltip>
  )
}
