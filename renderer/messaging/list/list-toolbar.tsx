/** The controls of the list: search, view or saved search, and the item or buyer filter. */
import { Globe, type LucideIcon, Package, Tag, User, X } from 'lucide-react'
import { memo, type ReactNode, type Ref, useState } from 'react'
import { useApiQuery } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { useListingTitle } from '../../api/use-listed-items.ts'
import { CommandIconButton } from '../../commands/command-button.tsx'
import { commandInfo } from '../../commands/commands.ts'
import { useCommand } from '../../commands/registry.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { FacetPicker } from './facet-picker.tsx'
import styles from './list-toolbar.module.css'
import { OrderNarrowingMenu } from './order-narrowing.tsx'
import { PlatformSearchDialog } from './platform-search-dialog.tsx'
import { SavedSearchMenu } from './saved-search-menu.tsx'
import { everything, type FilterControl, isSameFilter, narrowingLabels } from './use-list-filter.ts'
import { ViewChoice } from './view-choice.tsx'

type ListToolbarProps = {
  readonly control: FilterControl
  readonly searchRef: Ref<HTMLInputElement>
  /** Moves from the search to the first result, once it is read. */
  readonly onResults: () => void
  /** Replaces the views, so no row moves when it appears or disappears. */
  readonly children: ReactNode
}

/** Memoised: opening a conversation doesn't re-render it. */
export const ListToolbar = memo(({ control, searchRef, onResults, children }: ListToolbarProps) => {
  const { the } = usePlatformName()
  const { filter, typed, setTyped, narrow, show } = control
  const [isSearching, setSearching] = useState(false)
  const searches = useApiQuery('messaging', 'savedSearches', {}).data?.searches ?? []
  const saved = searches.find((search) => isSameFilter(search, filter))
  useCommand('inbox.clearFilters', () => show(everything), { isEnabled: !isSameFilter(filter, everything) })

  return (
    <Stack className={styles.controls}>
      <Row gap={1}>
        <div className={styles.view}>
          <SearchField
            label="Search messages"
            value={typed}
            onChange={setTyped}
            keys={commandInfo('inbox.search').keys}
            inputRef={searchRef}
            onDown={onResults}
            onSubmit={onResults}
          />
        </div>
        <CommandIconButton
          command="inbox.searchPlatform"
          icon={Globe}
          label={`Search on ${the}`}
          onPress={() => setSearching(true)}
          shortLabel={`On ${the}`}
        />
      </Row>
      {isSearching && <PlatformSearchDialog filter={filter} onClose={() => setSearching(false)} />}
      {children !== null ? (
        <div className={styles.row}>{children}</div>
      ) : (
        <Row className={styles.row} gap={1}>
          <div className={styles.views}>
            <ViewChoice control={control} />
          </div>
          <FacetPicker kind="item" filter={filter} onChoose={(itemId) => narrow({ itemId })} />
          <FacetPicker kind="otherParty" filter={filter} onChoose={(otherParty) => narrow({ otherParty })} />
          <OrderNarrowingMenu onChoose={(orders) => narrow({ orders })} shown={filter.orders} />
          <SavedSearchMenu filter={filter} saved={saved} />
        </Row>
      )}
      {(filter.itemId !== null || filter.otherParty !== null || filter.orders !== undefined) && (
        <Row wrap>
          {filter.itemId !== null && (
            <ItemChip
              listingId={filter.itemId}
              removeLabel="Show all items"
              onRemove={() => narrow({ itemId: null })}
            />
          )}
          {filter.otherParty !== null && (
            <Chip
              icon={User}
              text={filter.otherParty}
              removeLabel="Show all buyers"
              onRemove={() => narrow({ otherParty: null })}
            />
          )}
          {filter.orders !== undefined && (
            <Chip
              icon={Package}
              text={narrowingLabels[filter.orders]}
              removeLabel="Show conversations without orders too"
              onRemove={() => narrow({ orders: null })}
            />
          )}
        </Row>
      )}
    </Stack>
  )
})

const ItemChip = ({
  listingId,
  ...props
}: Pick<ChipProps, 'removeLabel' | 'onRemove'> & { readonly listingId: string }) => (
  <Chip {...props} icon={Tag} text={useListingTitle(listingId)} />
)

type ChipProps = {
  readonly icon: LucideIcon
  readonly text: string
  readonly removeLabel: string
  readonly onRemove: () => void
}

const Chip = ({ icon: Icon, text, removeLabel, onRemove }: ChipProps) => (
  <Row as="span" className={styles.chip} gap={1}>
    <Icon aria-hidden="true" size={12} />
    <Text size="meta" truncate>
      <bdi title={text}>{text}</bdi>
    </Text>
    <IconButton size="s" icon={X} label={removeLabel} onPress={onRemove} />
  </Row>
)
