/** How many rows are checked, with the actions for them. Takes the place of the search, so that the rows stay where they are. */
import { ChevronDown, SquarePen, X } from 'lucide-react'
import { type CommandAction, CommandMenu, keysHint } from '../../../commands/command-button.tsx'
import { commandInfo } from '../../../commands/commands.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { formatCount, formatNumber } from '../../../ui/format/locale-format.ts'
import { Text } from '../../../ui/layout/layout.tsx'
import styles from './selection-strip.module.css'

export type SelectionStripProps = {
  readonly count: number
  /** Items of the list, and listings made with other tools. */
  readonly total: number
  readonly onChange: () => void
  /** What else can be done with the checked rows. */
  readonly actions: readonly (CommandAction | 'separator')[]
  readonly onClear: () => void
}

export const SelectionStrip = ({ count, total, onChange, actions, onClear }: SelectionStripProps) => {
  const { label: change, keys } = commandInfo('items.change')
  return (
    <section aria-label="Selected items" className={styles.strip}>
      <Text className={styles.count} role="status" strong tabular truncate>
        {formatNumber(count)} <span className={styles.wide}>of {formatCount(total, 'item')} </span>selected
      </Text>
      <span className={styles.wide}>
        <Button hint={keysHint('items.change')} onPress={onChange} size="s">
          {change}
        </Button>
      </span>
      <span className={styles.narrow}>
        <IconButton hint={keys} icon={SquarePen} label={change} onPress={onChange} size="s" />
      </span>
      <CommandMenu
        actions={actions}
        label="Actions for the selected items"
        placement="bottom end"
        trigger={
          <Button icon={ChevronDown} size="s">
            Actions
          </Button>
        }
      />
      <IconButton icon={X} label={commandInfo('items.selectNone').label} onPress={onClear} size="s" />
    </section>
  )
}
