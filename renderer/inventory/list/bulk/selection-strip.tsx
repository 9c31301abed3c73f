/** How many rows are checked, with the actions for them. */
import { X } from 'lucide-react'
import { type CommandAction, keysHint } from '../../../commands/command-button.tsx'
import { commandInfo } from '../../../commands/commands.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { formatCount, formatNumber } from '../../../ui/format/locale-format.ts'
import { Row, Text } from '../../../ui/layout/layout.tsx'
import { ListingsMenu } from './listings-menu.tsx'
import styles from './selection-strip.module.css'

export type SelectionStripProps = {
  readonly count: number
  /** Rows of the list. */
  readonly total: number
  readonly onChange: () => void
  readonly onReplaceText: () => void
  /** Asks the catalog for their details; undefined while it is being prepared. */
  readonly onSuggest: (() => void) | undefined
  /** Absent: the platform has no listings with variations, or too few items are checked. */
  readonly onMakeGroup: (() => void) | undefined
  /** What can be done with the listings of the checked rows. */
  readonly listingActions: readonly CommandAction[]
  readonly onClear: () => void
}

export const SelectionStrip = ({
  count,
  total,
  onChange,
  onReplaceText,
  onSuggest,
  onMakeGroup,
  listingActions,
  onClear,
}: SelectionStripProps) => (
  <Row aria-label="Selected items" as="section" className={styles.strip} gap={3}>
    <Row grow>
      <Text role="status" strong tabular>
        {formatNumber(count)} of {formatCount(total, 'item')} selected
      </Text>
    </Row>
    <Button hint={keysHint('items.change')} onPress={onChange} size="s">
      {commandInfo('items.change').label}
    </Button>
    <Button hint={keysHint('items.replaceText')} onPress={onReplaceText} size="s">
      {commandInfo('items.replaceText').label}
    </Button>
    <Button isPending={onSuggest === undefined} onPress={() => onSuggest?.()} size="s">
      Suggest details
    </Button>
    {onMakeGroup !== undefined && (
      <Button onPress={onMakeGroup} size="s">
        {commandInfo('items.makeGroup').label}
      </Button>
    )}
    <ListingsMenu actions={listingActions} isSmall text={`Listings of ${formatCount(count, 'row')}`} />
    <IconButton icon={X} label={commandInfo('items.selectNone').label} onPress={onClear} size="s" />
  </Row>
)
