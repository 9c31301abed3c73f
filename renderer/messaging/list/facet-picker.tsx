/** Narrows the list to one item or one buyer of the view. */
import { Tag, User } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useRef, useState } from 'react'
import type { Facet, FacetKind, ListFilter } from '../../../shared/messaging/list.ts'
import { useApiRows } from '../../api/use-api-rows.ts'
import { useListingTitle } from '../../api/use-listed-items.ts'
import { commandInfo } from '../../commands/commands.ts'
import { useCommand } from '../../commands/registry.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { NoneFound } from '../../ui/feedback/none-found.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { VirtualList } from '../../ui/lists/virtual-list.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import styles from './facet-picker.module.css'

const ROW_HEIGHT = 28

const kinds = {
  item: {
    key: 'itemId',
    icon: Tag,
    short: 'Item',
    command: 'inbox.filterByItem',
    plural: 'Items',
    search: 'Find an item',
    none: 'No conversation in this view is about an item.',
  },
  otherParty: {
    key: 'otherParty',
    icon: User,
    short: 'Buyer',
    command: 'inbox.filterByBuyer',
    plural: 'Buyers',
    search: 'Find a buyer',
    none: 'No conversation in this view names a buyer.',
  },
} as const

const ListingTitle = ({ listingId }: { readonly listingId: string }) => useListingTitle(listingId)

const getKey = (facet: Facet): string => facet.value

type FacetPickerProps = {
  readonly kind: FacetKind
  readonly filter: ListFilter
  readonly onChoose: (value: string) => void
}

export const FacetPicker = ({ kind, filter, onChoose }: FacetPickerProps) => {
  const { key, icon, short, command } = kinds[kind]
  const [isOpen, setOpen] = useState(false)
  useCommand(command, () => setOpen(true))
  const { label } = commandInfo(command)
  return (
    <Popover
      label={label}
      placement="bottom end"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton size="s" icon={icon} label={label} isPressed={filter[key] !== null} shortLabel={short} />}
    >
      <Choices
        kind={kind}
        filter={filter}
        onChoose={(value) => {
          setOpen(false)
          onChoose(value)
        }}
      />
    </Popover>
  )
}

const Choices = ({ kind, filter, onChoose }: FacetPickerProps) => {
  const { key, plural, search: searchLabel, none } = kinds[kind]
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const listRef = useRef<HTMLDivElement>(null)
  const { rows, head } = useApiRows('messaging', 'facets', { kind, view: filter.view, search })
  const focusList = (): void => listRef.current?.querySelector<HTMLElement>('[role=listbox]')?.focus()
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    focusList()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow key moves from the search to the list, as Tab does
    <div className={styles.picker} onKeyDown={onKeyDown}>
      <Stack>
        <SearchField label={searchLabel} value={typed} onChange={setTyped} onSubmit={focusList} autoFocus />
        <div className={styles.list} ref={listRef}>
          <QueryView query={head} label={plural} skeleton={{ shape: 'table', count: 5, rowHeight: ROW_HEIGHT }}>
            {() =>
              rows.count === 0 ? (
                <div className={styles.none}>
                  <NoneFound isFormer={rows.isFormer}>
                    <Text as="p" tone="faint">
                      {search === '' ? none : `No results for “${search}”`}
                    </Text>
                  </NoneFound>
                </div>
              ) : (
                <VirtualList
                  label={plural}
                  items={rows}
                  getKey={getKey}
                  rowHeight={ROW_HEIGHT}
                  selectedKey={filter[key]}
                  selectionFollowsFocus={false}
                  onSelect={onChoose}
                  renderRow={(facet) => (
                    <Row className={styles.row} gap={3} justify="between">
                      <Text truncate>
                        <bdi>{kind === 'item' ? <ListingTitle listingId={facet.value} /> : facet.value}</bdi>
                      </Text>
                      <Text size="meta" tabular tone="faint">
                        {formatNumber(facet.count)}
                      </Text>
                    </Row>
                  )}
                />
              )
            }
          </QueryView>
        </div>
      </Stack>
    </div>
  )
}
