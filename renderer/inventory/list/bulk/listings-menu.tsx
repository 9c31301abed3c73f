/** Lists, ends, reprices or restocks the rows that are selected (LST-07). */
import { Tags } from 'lucide-react'
import { type CommandAction, CommandMenu } from '../../../commands/command-button.tsx'
import { Button } from '../../../ui/buttons/button.tsx'

type ListingsMenuProps = {
  readonly actions: readonly CommandAction[]
  readonly text: string
  readonly isSmall?: boolean
}

/** Nothing if the connection can't list. */
export const ListingsMenu = ({ actions, text, isSmall = false }: ListingsMenuProps) =>
  actions.length === 0 ? null : (
    <CommandMenu
      actions={actions}
      label="Listings"
      placement="bottom end"
      trigger={
        <Button icon={Tags} size={isSmall ? 's' : 'm'}>
          {text}
        </Button>
      }
    />
  )
