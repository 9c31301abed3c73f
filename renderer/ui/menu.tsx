// A menu of actions behind a button.
import type { LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Menu as AriaMenu, MenuItem, MenuTrigger, type Placement, Popover, Separator } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { definedProps } from './defined-props.ts'
import { Kbd } from './kbd.tsx'
import styles from './options.module.css'

/** One action, or `'separator'`. */
export interface MenuAction {
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

export interface MenuProps {
  /** The button that opens it: a Button or an IconButton. */
  readonly trigger: ReactElement
  readonly label: string
  readonly actions: readonly (MenuAction | 'separator')[]
  readonly placement?: Placement | undefined
  readonly isOpen?: boolean | undefined
  readonly onOpenChange?: ((isOpen: boolean) => void) | undefined
}

export function Menu({ trigger, label, actions, placement = 'bottom start', isOpen, onOpenChange }: MenuProps) {
  const hasIcons = actions.some((action) => action !== 'separator' && action.icon !== undefined)
  return (
    <MenuTrigger {...definedProps({ isOpen, onOpenChange })}>
      {trigger}
      <Popover className={classNames(styles.popover)} offset={4} placement={placement}>
        <AriaMenu aria-label={label} className={classNames(styles.list)}>
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
      </Popover>
    </MenuTrigger>
  )
}
