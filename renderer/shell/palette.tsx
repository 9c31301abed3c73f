/** Ctrl K: every place, act and record by a few letters. */
import { Boxes, Inbox, type LucideIcon, Settings } from 'lucide-react'
import { useState } from 'react'
import { Autocomplete, Input, Menu, MenuItem, SearchField, Text } from 'react-aria-components'
import { useQueryOf } from '../api/hooks.ts'
import { goTo, type Place } from '../api/place.ts'
import { matchesSetting, settingSections } from '../connection/setting-sections.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import styles from './palette.module.css'
import { rooms } from './rooms.tsx'

type Entry = {
  readonly id: string
  readonly label: string
  readonly detail: string
  readonly icon: LucideIcon
  readonly keys?: string
  readonly run: () => void
}

const RECORDS_SHOWN = 6

const place = (to: Place) => (): void => goTo(to)

const matches = (text: string, search: string): boolean => text.toLowerCase().includes(search.trim().toLowerCase())

/** Places and acts that bear the letters, then the records that main finds on its disk. */
const useEntries = (search: string, acts: readonly Entry[]): readonly Entry[] => {
  const wanted = search.trim()
  const options = { enabled: wanted.length >= 2, keepPrevious: true } as const
  const conversations = useQueryOf(
    'messaging',
    'conversations',
    { view: 'all', search: wanted, limit: RECORDS_SHOWN },
    options,
  )
  const items = useQueryOf('inventory', 'items', { search: wanted, limit: RECORDS_SHOWN }, options)
  const records: readonly Entry[] =
    wanted.length < 2
      ? []
      : [
          ...(conversations.data?.rows ?? []).map((row) => ({
            id: `conversation ${row.conversationId}`,
            label: row.buyer ?? row.subject ?? row.conversationId,
            detail: row.subject ?? '',
            icon: Inbox,
            run: place({ room: 'inbox', path: [row.conversationId] }),
          })),
          ...(items.data?.rows ?? []).map((row) => ({
            id: `item ${row.sku}`,
            label: row.title ?? row.sku,
            detail: row.sku,
            icon: Boxes,
            run: place({ room: 'items', path: [row.sku] }),
          })),
        ]
  const places = rooms.map((room) => ({
    id: `room ${room.id}`,
    label: room.label,
    detail: 'Go to',
    icon: room.icon,
    keys: room.keys,
    run: place({ room: room.id, path: [] }),
  }))
  const settings = settingSections
    .filter((section) => wanted !== '' && matchesSetting(section, wanted))
    .map(({ id, title }) => ({
      id: `setting ${id}`,
      label: title,
      detail: 'Settings',
      icon: Settings,
      run: place({ room: 'settings', path: ['section', id] }),
    }))
  return [
    ...[...places, ...acts].filter((entry) => matches(`${entry.detail} ${entry.label}`, wanted)),
    ...settings,
    ...records,
  ]
}

export type PaletteProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Acts of the whole window, beside places and records. */
  readonly acts: readonly Entry[]
}

const PaletteBody = ({ onClose, acts }: Omit<PaletteProps, 'isOpen'>) => {
  const [search, setSearch] = useState('')
  const entries = useEntries(search, acts)
  const run = (id: string): void => {
    onClose()
    entries.find((entry) => entry.id === id)?.run()
  }
  return (
    <Autocomplete inputValue={search} onInputChange={setSearch}>
      <SearchField aria-label="Find an act or a record" className={styles.search ?? ''} autoFocus>
        <Input className={styles.input ?? ''} placeholder="Go to, do, or find a buyer, subject, SKU or title" />
      </SearchField>
      <Menu
        aria-label="Found"
        className={styles.list ?? ''}
        items={entries}
        onAction={(id) => run(String(id))}
        renderEmptyState={() => <p className={styles.empty}>Nothing bears these letters.</p>}
      >
        {(entry) => (
          <MenuItem id={entry.id} textValue={entry.label} className={styles.entry ?? ''}>
            <entry.icon aria-hidden="true" size={16} />
            <Text slot="label" className={styles.label ?? ''}>
              {entry.label}
            </Text>
            <Text slot="description" className={styles.detail ?? ''}>
              {entry.detail}
            </Text>
            {entry.keys !== undefined && <Kbd keys={entry.keys} />}
          </MenuItem>
        )}
      </Menu>
    </Autocomplete>
  )
}

export const Palette = ({ isOpen, onClose, acts }: PaletteProps) => (
  <Dialog isOpen={isOpen} onClose={onClose} title="Find">
    <PaletteBody onClose={onClose} acts={acts} />
  </Dialog>
)

export type { Entry as PaletteEntry }
