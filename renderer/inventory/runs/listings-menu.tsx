/** Lists, ends or deletes what a run saved. */
import { Tags } from 'lucide-react'
import { type CommandAction, CommandMenu } from '../../commands/command-button.tsx'
import { Button } from '../../ui/buttons/button.tsx'

type ListingsMenuProps = {
  readonly actions: readonly CommandAction[]
  readonly text: string
}

/** Nothing if the connection can't list. */
export const ListingsMenu = ({ actions, text }: ListingsMenuProps) =>
  actions.length === 0 ? null : (
    <CommandMenu
      actions={actions}
      label="Listings"
      placement="bottom end"
      trigger={<Button icon={Tags}>{text}</Button>}
    />
  )
