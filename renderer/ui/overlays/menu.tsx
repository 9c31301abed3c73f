/** A menu of actions behind a button. */
import type { LucideIcon } from 'lucide-react'
import { type ReactElement, type ReactNode, useRef } from 'react'
import { Menu as AriaMenu, MenuItem, MenuTrigger, type Placement, Popover, Separator } from 'react-aria-components'
import { classNames } from '../base/class-names.ts'
import { definedProps } from '../base/defined-props.ts'
import { Kbd } from '../display/kbd.tsx'
import styles from '../fields/options.module.css'

/** One action, or `'separator'`. */
export type MenuAction = {
  readonly id: string
  readonly label: string
  readonly onPress: () => void
  readonly icon?: LucideIcon | undefined
  readonly description?: string | undefined
  /** The key that does the same. */
  readonly keys?: string | undefined
  /** Shown at the end, such as a chip. */
  readonly end?: ReactNode
  readonly tone?: 'neutral' | 'danger' | undefined
  readonly isDisabled?: boolean | undefined
}

export type MenuProps = {
  /** The button that opens it: a Button or an IconButton. */
  readonly trigger: ReactElement
  readonly label: string
  readonly actions: readonly (MenuAction | 'separator')[]
  readonly placement?: Placement | undefined
  readonly isOpen?: boolean | undefined
  readonly onOpenChange?: ((isOpen: boolean) => void) | undefined
}

export const Menu = ({ trigger, label, actions, placement = 'bottom start', isOpen, onOpenChange }: MenuProps) => (
  <MenuTrigger {...definedProps({ isOpen, onOpenChange })}>
    {trigger}
    <Popover className={classNames(styles.popover)} offset={4} placement={placement}>
      <ActionList actions={actions} label={label} />
    </Popover>
  </MenuTrigger>
)

export type ContextMenuProps = Pick<MenuProps, 'label' | 'actions'> & {
  /** In px from the window's corner. */
  readonly at: { readonly x: number; readonly y: number }
  readonly onClose: () => void
}

/** A menu at the pointer. */
export const ContextMenu = ({ label, actions, at, onClose }: ContextMenuProps) => {
  const ref = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span ref={ref} style={{ position: 'fixed', left: at.x, top: at.y }} />
      <Popover
        aria-label={label}
        className={classNames(styles.popover)}
        isOpen
        offset={0}
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose()
        }}
        placement="bottom start"
        triggerRef={ref}
      >
        <ActionList actions={actions} label={label} onClose={onClose} />
      </Popover>
    </>
  )
}

const ActionList = ({
  label,
  actions,
  onClose,
}: Pick<MenuProps, 'label' | 'actions'> & { readonly onClose?: () => void }) => {
  const hasIcons = actions.some((action) => action !== 'separator' && action.icon !== undefined)
  return (
    <AriaMenu
      aria-label={label}
      className={classNames(styles.list)}
      {...(onClose === undefined ? {} : { onClose, autoFocus: 'first' as const })}
    >
      {actions.map((action, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: separators have no other identity
        if (action === 'separator') return <Separator className={classNames(styles.separator)} key={index} />
        const Icon = action.icon
        return (
          <MenuItem
            className={classNames(styles.option)}
            data-has-icon={hasIcons || undefined}
            data-tone={action.tone}
            id={action.id}
            isDisabled={action.isDisabled ?? false}
            key={action.id}
            onAction={action.onPress}
            textValue={action.label}
          >
            {hasIcons &&
              (Icon === undefined ? <span /> : <Icon aria-hidden="true" className={styles.icon} size={16} />)}
            <span className={styles.text}>
              <span className={styles.label}>{action.label}</span>
              {action.description !== undefined && <span className={styles.description}>{action.description}</span>}
            </span>
            {action.end}
            {action.keys !== undefined && <Kbd keys={action.keys} />}
          </MenuItem>
        )
      })}
    </AriaMenu>
  )
}
