/** Buttons that are a command: label and key come from the table, and the command can be run while the button is there. */
import { Button, type ButtonProps } from '../ui/button.tsx'
import { IconButton, type IconButtonProps } from '../ui/icon-button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { type CommandId, commandInfo } from './commands.ts'
import { useCommand } from './registry.ts'

const keysHint = (command: CommandId) => {
  const { keys } = commandInfo(command)
  return keys === undefined ? undefined : <Kbd keys={keys} />
}

export type CommandButtonProps = Omit<ButtonProps, 'children' | 'onPress'> & {
  readonly command: CommandId
  readonly onPress: () => void
  /** In place of the command's label, also in the palette. */
  readonly label?: string | undefined
}

export const CommandButton = ({ command, onPress, label, ...props }: CommandButtonProps) => {
  useCommand(command, onPress, { label, isEnabled: props.isDisabled !== true && props.isPending !== true })
  return (
    <Button hint={keysHint(command)} onPress={onPress} {...props}>
      {label ?? commandInfo(command).label}
    </Button>
  )
}

export type CommandIconButtonProps = Omit<IconButtonProps, 'label' | 'onPress' | 'hint'> & {
  readonly command: CommandId
  readonly onPress: () => void
  /** In place of the command's label, also in the palette. */
  readonly label?: string | undefined
}

export const CommandIconButton = ({ command, onPress, label, ...props }: CommandIconButtonProps) => {
  useCommand(command, onPress, { label, isEnabled: props.isDisabled !== true && props.isPending !== true })
  return (
    <IconButton
      hint={commandInfo(command).keys}
      label={label ?? commandInfo(command).label}
      onPress={onPress}
      {...props}
    />
  )
}
