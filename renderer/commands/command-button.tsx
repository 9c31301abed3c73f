/**
 * Buttons and menus for commands: label and key come from the table, and the command is available while the control is
 * on screen.
 */
import { Button, type ButtonProps } from '../ui/buttons/button.tsx'
import { IconButton, type IconButtonProps } from '../ui/buttons/icon-button.tsx'
import { Kbd } from '../ui/display/kbd.tsx'
import { Menu, type MenuAction, type MenuProps } from '../ui/overlays/menu.tsx'
import { type CommandId, commandInfo } from './commands.ts'
import { useCommand } from './registry.ts'

/** The command's keys, for the tooltip of a button that registers its command itself. */
export const keysHint = (command: CommandId) => {
  const { keys } = commandInfo(command)
  return keys === undefined ? undefined : <Kbd keys={keys} />
}

type CommandButtonProps = Omit<ButtonProps, 'children' | 'onPress'> & {
  readonly command: CommandId
  readonly onPress: () => void
  /** Replaces the command's label, also in the palette. */
  readonly label?: string | undefined
  /** Replaces the label on the button alone, where the words around it say the rest. */
  readonly text?: string | undefined
}

export const CommandButton = ({ command, onPress, label, text, ...props }: CommandButtonProps) => {
  useCommand(command, onPress, {
    label,
    isEnabled: props.disabledReason === undefined && props.isDisabled !== true && props.isPending !== true,
  })
  return (
    <Button hint={keysHint(command)} onPress={onPress} {...props}>
      {text ?? label ?? commandInfo(command).label}
    </Button>
  )
}

type CommandIconButtonProps = Omit<IconButtonProps, 'label' | 'onPress' | 'hint'> & {
  readonly command: CommandId
  readonly onPress: () => void
  /** Replaces the command's label, also in the palette. */
  readonly label?: string | undefined
  /** What it does, in the tooltip. */
  readonly explanation?: string | undefined
  /** Disables the key and the palette entry, because they currently act on another button. */
  readonly isCommandOff?: boolean | undefined
}

export const CommandIconButton = ({
  command,
  onPress,
  label,
  explanation,
  isCommandOff = false,
  ...props
}: CommandIconButtonProps) => {
  const isEnabled =
    !isCommandOff && props.disabledReason === undefined && props.isDisabled !== true && props.isPending !== true
  useCommand(command, onPress, { label, isEnabled })
  return (
    <IconButton
      hint={isCommandOff ? explanation : (explanation ?? commandInfo(command).keys)}
      label={label ?? commandInfo(command).label}
      onPress={onPress}
      {...props}
    />
  )
}

export type CommandAction = Omit<MenuAction, 'id' | 'label' | 'keys'> & { readonly command: CommandId }

type CommandMenuProps = Omit<MenuProps, 'actions'> & {
  readonly actions: readonly (CommandAction | 'separator')[]
}

const Registered = ({ command, onPress, isDisabled = false }: CommandAction) => {
  useCommand(command, onPress, { isEnabled: !isDisabled })
  return null
}

/** Every action is available while the menu's button is on screen, also from the palette. */
export const CommandMenu = ({ actions, ...props }: CommandMenuProps) => (
  <>
    {actions.map((action) => action !== 'separator' && <Registered {...action} key={action.command} />)}
    <Menu
      {...props}
      actions={actions.map((action) => {
        if (action === 'separator') return action
        const { command, ...rest } = action
        const { label, keys } = commandInfo(command)
        return { ...rest, id: command, label, keys }
      })}
    />
  </>
)
