/** What the list shows: search, view or saved search, and the item or buyer it is narrowed to. */
import { type LucideIcon, Tag, User, X } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { conversationViews } from '../../../shared/messaging/conversation.ts'
import type { SavedSearch } from '../../../shared/messaging/list.ts'
import { useApiEvent, useApiQuery } from '../../api/hooks.ts'
import { useListingTitle } from '../../api/use-listed-items.ts'
import { commandInfo } from '../../commands/commands.ts'
import { useCommand, useCommandChoices } from '../../commands/registry.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { formatNumber } from '../../ui/locale-format.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { viewLabels } from '../messaging-labels.ts'
import { SavedSearchMenu } from '../saved-searches/saved-search-menu.tsx'
import { FacetPicker } from './facet-picker.tsx'
import styles from './list-toolbar.module.css'
import { everything, type FilterControl, isSameFilter } from './use-list-filter.ts'

const SAVED = 'saved '

/** Counting a saved search runs it, so counts refresh at most this often. */
const RECOUNT_AFTER_MS = 1_000

const withCount = (label: string, count = 0): string => (count === 0 ? label : `${label} ${formatNumber(count)}`)

/** The saved searches, counted again after something changed that they may count. */
const useSavedSearches = (): { readonly searches: readonly SavedSearch[]; readonly recount: () => void } => {
  const { data, refetch } = useApiQuery('messaging', 'savedSearches', {})
  const searches = data?.searches ?? []
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const recountSoon = (): void => {
    if (searches.length === 0) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void refetch()
    }, RECOUNT_AFTER_MS)
  }
  useApiEvent('messaging', 'conversationsChanged', recountSoon)
  useApiEvent('messaging', 'draftsChanged', recountSoon)
  useApiEvent('messaging', 'outboxChanged', recountSoon)
  useEffect(() => () => clearTimeout(timer.current), [])
  return { searches, recount: () => void refetch() }
}

export type ListToolbarProps = {
  readonly control: FilterControl
  readonly searchRef: Ref<HTMLInputElement>
  /** Takes the place of the views, so no row moves when it appears or disappears. */
  readonly children: ReactNode
}

export const ListToolbar = ({ control, searchRef, children }: ListToolbarProps) => {
  const { filter, typed, setTyped, narrow, show } = control
  const views = useApiQuery('messaging', 'counts', {}).data?.views
  const { searches, recount } = useSavedSearches()
  const isPlain = isSameFilter(filter, { ...everything, view: filter.view })
  const saved = searches.find((search) => isSameFilter(search, filter))
  const isSaved = saved !== undefined && !isPlain

  const options = [
    ...conversationViews.map((id) => ({ id, label: withCount(viewLabels[id], views?.[id]), group: 'Views' })),
    ...searches.map(({ id, name, count }) => ({
      id: `${SAVED}${id}`,
      label: withCount(name, count),
      group: 'Saved searches',
    })),
  ]
  const choose = (id: string): void => {
    const search = searches.find((one) => `${SAVED}${one.id}` === id)
    const view = conversationViews.find((one) => one === id)
    if (search !== undefined) show(search)
    // After a saved search, a view shows all of itself; otherwise it keeps the item and the buyer.
    else if (view !== undefined && isSaved) show({ ...everything, view })
    else if (view !== undefined) narrow({ view })
  }
  useCommandChoices('inbox.show', () =>
    options.map(({ id, label }) => ({ id, label: `Show ${label}`, run: () => choose(id) })),
  )
  useCommand('inbox.clearFilters', () => show(everything), { isEnabled: !isSameFilter(filter, everything) })

  return (
    <Stack>
      <SearchField
        label="Search messages"
        value={typed}
        onChange={setTyped}
        keys={commandInfo('inbox.search').keys}
        inputRef={searchRef}
      />
      {children ?? (
        <Row className={styles.row} gap={1}>
          <div className={styles.view}>
            <Select
              label="View"
              isLabelHidden
              isSmall
              options={options}
              value={isSaved ? `${SAVED}${saved.id}` : filter.view}
              onChange={choose}
              onOpen={recount}
            />
          </div>
          <FacetPicker kind="item" filter={filter} onChoose={(itemId) => narrow({ itemId })} />
          <FacetPicker kind="otherParty" filter={filter} onChoose={(otherParty) => narrow({ otherParty })} />
          <SavedSearchMenu filter={filter} searches={searches} saved={saved} onShow={show} />
        </Row>
      )}
      {(filter.itemId !== null || filter.otherParty !== null) && (
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
        </Row>
      )}
    </Stack>
  )
}

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
