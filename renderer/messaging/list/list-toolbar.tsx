/** What the list shows: the search, the view or a saved search, and the item or the buyer it is narrowed to. */
import { Tag, User, X } from 'lucide-react'
import { memo, type ReactNode, type Ref, useEffect, useRef } from 'react'
import { conversationViews } from '../../../shared/messaging/conversation.ts'
import { useApiEvent, useApiQuery } from '../../api/hooks.ts'
import { useCommandChoices } from '../../commands/registry.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { formatNumber } from '../../ui/locale-format.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { viewLabels } from '../messaging-labels.ts'
import { SavedSearchMenu } from '../saved-searches/saved-search-menu.tsx'
import { FacetPicker } from './facet-picker.tsx'
import styles from './list-toolbar.module.css'
import { type Selection, sameSelection } from './use-selection.ts'

const savedPrefix = 'saved '

/** A view with how many it has. What a saved search has is counted when the list opens; what is chosen says it in the foot. */
const counted = (label: string, count: number): string => (count === 0 ? label : `${label} ${formatNumber(count)}`)

const noViews: Readonly<Partial<Record<string, number>>> = {}

/** Counting what a saved search shows is a search of its own: done again this long after a change, and no oftener. */
const COUNT_AGAIN_AFTER_MS = 1_000

/** Brings what the saved searches count up to date when something happened that they may count. */
const useFreshCounts = (isWorthwhile: boolean, countAgain: () => void): void => {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const latest = useRef(countAgain)
  useEffect(() => {
    latest.current = countAgain
  })
  const soon = (): void => {
    if (!isWorthwhile) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      latest.current()
    }, COUNT_AGAIN_AFTER_MS)
  }
  useApiEvent('messaging', 'conversationsChanged', soon)
  useApiEvent('messaging', 'draftsChanged', soon)
  useApiEvent('messaging', 'outboxChanged', soon)
  useEffect(() => () => clearTimeout(timer.current), [])
}

export type ListToolbarProps = {
  readonly selection: Selection
  readonly searchRef: Ref<HTMLInputElement>
  /** Stands in the place of the views, so that no row below moves when it comes and goes. */
  readonly instead: ReactNode
}

/** Drawn again when the selection changes, not when another conversation is opened. */
export const ListToolbar = memo(({ selection: shown, searchRef, instead }: ListToolbarProps) => {
  const { selection, typed, setTyped, select, showSelection } = shown
  const views = useApiQuery('messaging', 'counts', {}).data?.views ?? noViews
  const savedSearches = useApiQuery('messaging', 'savedSearches', {})
  const searches = savedSearches.data?.searches ?? []
  const saved = searches.find((search) => sameSelection(search, selection))
  const isPlain = selection.itemId === null && selection.otherParty === null && selection.search === ''

  useFreshCounts(searches.length > 0, () => void savedSearches.refetch())

  const options = [
    ...conversationViews.map((id) => ({ id, label: counted(viewLabels[id], views[id] ?? 0), group: 'Views' })),
    ...searches.map(({ id, name, count }) => ({
      id: `${savedPrefix}${id}`,
      label: counted(name, count),
      group: 'Saved searches',
    })),
  ]
  const choose = (id: string): void => {
    const search = searches.find((one) => `${savedPrefix}${one.id}` === id)
    if (search !== undefined) {
      const { view, itemId, otherParty, search: words } = search
      showSelection({ view, itemId, otherParty, search: words })
      return
    }
    const view = conversationViews.find((one) => one === id)
    if (view === undefined) return
    // From a saved search a view leads back to all of that view; by itself it keeps what it is narrowed to.
    if (saved !== undefined && !isPlain) showSelection({ view, itemId: null, otherParty: null, search: '' })
    else select({ view })
  }
  useCommandChoices('inbox.show', () =>
    options.map(({ id, label }) => ({ id, label: `Show ${label}`, run: () => choose(id) })),
  )

  return (
    <div className={styles.toolbar}>
      <SearchField label="Search messages" value={typed} onChange={setTyped} keys="/" inputRef={searchRef} />
      {instead ?? (
        <div className={styles.row}>
          <div className={styles.view}>
            <Select
              label="View"
              isLabelHidden
              isSmall
              options={options}
              value={saved !== undefined && !isPlain ? `${savedPrefix}${saved.id}` : selection.view}
              onChange={choose}
              onOpen={() => void savedSearches.refetch()}
            />
          </div>
          <FacetPicker
            kind="item"
            icon={Tag}
            label="About one item"
            selection={selection}
            onChoose={(itemId) => select({ itemId })}
          />
          <FacetPicker
            kind="otherParty"
            icon={User}
            label="With one buyer"
            selection={selection}
            onChoose={(otherParty) => select({ otherParty })}
          />
          <SavedSearchMenu selection={selection} searches={searches} saved={saved} onShow={showSelection} />
        </div>
      )}
      {(selection.itemId !== null || selection.otherParty !== null) && (
        <div className={styles.narrowed}>
          {selection.itemId !== null && (
            <Chip
              icon={Tag}
              text={`Item ${selection.itemId}`}
              label="Show all items"
              onRemove={() => select({ itemId: null })}
            />
          )}
          {selection.otherParty !== null && (
            <Chip
              icon={User}
              text={selection.otherParty}
              label="Show all buyers"
              onRemove={() => select({ otherParty: null })}
            />
          )}
        </div>
      )}
    </div>
  )
})

type ChipProps = {
  readonly icon: typeof Tag
  readonly text: string
  readonly label: string
  readonly onRemove: () => void
}

const Chip = ({ icon: Icon, text, label, onRemove }: ChipProps) => (
  <span className={styles.chip}>
    <Icon aria-hidden="true" size={12} />
    <bdi className={styles.chipText} title={text}>
      {text}
    </bdi>
    <IconButton size="s" icon={X} label={label} onPress={onRemove} />
  </span>
)
