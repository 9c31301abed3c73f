/** A floating panel beside the button that opens it. */
import type { ReactElement, ReactNode } from 'react'
import { Popover as AriaPopover, Dialog, DialogTrigger, type Placement } from 'react-aria-components'
import { classNames } from '../base/class-names.ts'
import { definedProps } from '../base/defined-props.ts'
import optionStyles from '../fields/options.module.css'
import styles from './popover.module.css'

export type PopoverProps = {
  /** The button that opens it: a Button or an IconButton. */
  readonly trigger: ReactElement
  readonly label: string
  /** The content, or a function that receives `close`. */
  readonly children: ReactNode | ((close: () => void) => ReactNode)
  readonly placement?: Placement | undefined
  readonly isOpen?: boolean | undefined
  readonly onOpenChange?: ((isOpen: boolean) => void) | undefined
}

/** The dialog inside has the name; on the element around it axe reports content outside of any region. */
const unnamed = ''

export const Popover = ({
  trigger,
  label,
  children,
  placement = 'bottom start',
  isOpen,
  onOpenChange,
}: PopoverProps) => (
  <DialogTrigger {...definedProps({ isOpen, onOpenChange })}>
    {trigger}
    <AriaPopover
      aria-labelledby={unnamed}
      className={classNames(optionStyles.popover)}
      offset={4}
      placement={placement}
    >
      <Dialog aria-label={label} className={classNames(styles.dialog)}>
        {({ close }) => (typeof children === 'function' ? children(close) : children)}
      </Dialog>
    </AriaPopover>
  </DialogTrigger>
)
