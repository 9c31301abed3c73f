/** Ctrl K: every place, act, setting, record and page of the help by a few letters. */
import { Bell, Boxes, CircleHelp, Inbox, type LucideIcon, MousePointerClick, Plug, Route, Settings } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Autocomplete, Input, Menu, MenuItem, SearchField, Text } from 'react-aria-components'
import { eventTypeOf } from '../../shared/notifications/event-types.ts'
import { useApiQuery, useReportedMutation } from '../api/hooks.ts'
import { type AppLocation, navigate } from '../api/location.ts'
import { matchesSetting } from '../connection/setting-sections.ts'
import { useSettingSections } from '../connection/use-setting-sections.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { type OfferedAct, offeredActs } from '../ui/offered-acts.ts'
import type { HelpTopics } from './help-topics.ts'
import styles from './palette.module.css'
import { type RoomEntry, rooms } from './rooms.tsx'
import { screenActsOf } from './screen-acts.ts'

type Entry = {
  readonly id: string
  readonly label: string
  readonly detail: string
  readonly icon: LucideIcon
  readonly keys?: string | undefined
  readonly run: () => void
}

const RECORDS_SHOWN = 6
const TASKS_LOOKED_THROUGH = 200

const place = (to: AppLocation) => (): void => navigate(to)

/** Every word that was typed is in the text, in part and in any order. */
const matches = (text: string, search: string): boolean => {
  const lower = text.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}

/** What main finds on its disk: conversations, items, tasks and what arrived. */
const useRecords = (wanted: string): readonly Entry[] => {
  const isAsked = wanted.length >= 2
  const options = { enabled: isAsked, keepPrevious: true } as const
  const page = { search: wanted, limit: RECORDS_SHOWN }
  const conversations = useApiQuery('messaging', 'conversations', { view: 'all', ...page }, options)
  const items = useApiQuery('inventory', 'items', page, options)
  const tasks = useApiQuery('mapping', 'tasks', { limit: TASKS_LOOKED_THROUGH }, options)
  const events = useApiQuery('notifications', 'events', page, options)
  if (!isAsked) return []
  return [
    ...(conversations.data?.rows ?? []).map((row) => ({
      id: `conversation ${row.conversationId}`,
      label: row.buyer ?? row.subject ?? row.conversationId,
      detail: row.subject ?? '',
      icon: Inbox,
      run: place({ screen: 'inbox', path: [row.conversationId] }),
    })),
    ...(items.data?.rows ?? []).map((row) => ({
      id: `item ${row.sku}`,
      label: row.title ?? row.sku,
      detail: row.sku,
      icon: Boxes,
      run: place({ screen: 'items', path: [row.sku] }),
    })),
    ...(tasks.data?.rows ?? [])
      .map((row) => ({
        id: `task ${row.taskRef}`,
        label: row.about ?? row.taskId ?? `Task ${row.taskRef}`,
        detail: `Mapping${row.taskId === null ? '' : ` ${row.taskId}`}`,
        icon: Route,
        run: place({ screen: 'mapping', path: [String(row.taskRef)] }),
      }))
      .filter(({ label, detail }) => matches(`${label} ${detail}`, wanted))
      .slice(0, RECORDS_SHOWN),
    ...(events.data?.rows ?? []).map((row) => ({
      id: `event ${row.eventId}`,
      label: eventTypeOf(row.name)?.words ?? row.name,
      detail: [row.name, row.itemId, row.buyer].filter((word) => word !== null).join(' · '),
      icon: Bell,
      run: place({ screen: 'notifications', path: [String(row.eventId)] }),
    })),
  ]
}

/** The other connections; opening one is an act. */
const useConnections = (wanted: string): readonly Entry[] => {
  const list = useApiQuery('connection', 'list', {}).data?.connections ?? []
  const open = useReportedMutation('connection', 'open')
  return list
    .filter(({ isOpen, name, kind }) => !isOpen && wanted !== '' && matches(`open connection ${name} ${kind}`, wanted))
    .map(({ id, name, kind }) => ({
      id: `connection ${id}`,
      label: `Open ${name}`,
      detail: `Connection · ${kind}`,
      icon: Plug,
      run: () => open.mutate({ id }),
    }))
}

const useEntries = (
  search: string,
  { room, acts, screen, help: topics, onHelp }: BodyProps,
  ofScreen: readonly OfferedAct[],
): readonly Entry[] => {
  const wanted = search.trim()
  const records = useRecords(wanted)
  const connections = useConnections(wanted)
  const places = rooms.map((entry) => ({
    id: `room ${entry.id}`,
    label: entry.label,
    detail: 'Go to',
    icon: entry.icon,
    keys: entry.keys,
    run: place({ screen: entry.id, path: [] }),
  }))
  // Read anew with every letter: what was still loading when the palette was opened may be there now.
  const here = (screen === null ? [] : screenActsOf(screen)).map(({ name, opensList, run }) => ({
    id: `here ${name}`,
    label: opensList ? `${name}…` : name,
    detail: room.label,
    icon: MousePointerClick,
    keys: room.screenKeys.find(({ does }) => does === name)?.keys,
    run,
  }))
  const offered = ofScreen
    .filter(({ isOneOfMany = false }) => wanted !== '' || !isOneOfMany)
    .map(({ id, label, icon, keys, run }) => ({ id: `offered ${id}`, label, detail: room.label, icon, keys, run }))
  const settings = useSettingSections()
    .filter((section) => wanted !== '' && matchesSetting(section, wanted))
    .map(({ id, title }) => ({
      id: `setting ${id}`,
      label: title,
      detail: 'Settings',
      icon: Settings,
      run: place({ screen: 'settings', path: ['section', id] }),
    }))
  const help = (wanted.length < 2 ? [] : (topics?.searchTopics(wanted) ?? []).slice(0, RECORDS_SHOWN)).map(
    ({ id, title, isRule }) => ({
      id: `help ${id}`,
      label: title,
      detail: isRule ? `Help · ${id}` : 'Help',
      icon: CircleHelp,
      run: () => onHelp(id),
    }),
  )
  // What the screen has a button for is not said twice.
  const others = acts.filter(({ label }) => !here.some((act) => act.label === label))
  const named = [...places, ...offered, ...here, ...others].filter(({ detail, label }) =>
    matches(`${detail} ${label}`, wanted),
  )
  const begins = ({ label }: Entry): boolean => wanted !== '' && label.toLowerCase().startsWith(wanted.toLowerCase())
  return [
    ...named.filter(begins),
    ...named.filter((entry) => !begins(entry)),
    ...settings,
    ...connections,
    ...records,
    ...help,
  ]
}

type BodyProps = {
  /** The room one is in, with its keys. */
  readonly room: RoomEntry
  /** What the palette was opened above: the room, or a dialog. */
  readonly screen: HTMLElement | null
  /** Acts of the whole window. */
  readonly acts: readonly Entry[]
  /** Undefined while they are loading. */
  readonly help: HelpTopics | undefined
  readonly onHelp: (topic: string) => void
  readonly onClose: () => void
  /** What was typed since the palette was called and before it had the focus; once. */
  readonly takeAhead: () => string
}

export type PaletteProps = BodyProps & { readonly isOpen: boolean }

const PaletteBody = (props: BodyProps) => {
  const [search, setSearch] = useState('')
  const [offered] = useState(offeredActs)
  const entries = useEntries(search, props, offered)
  const run = (id: string): void => {
    props.onClose()
    const entry = entries.find((one) => one.id === id)
    // Once the palette is gone and the focus is back where it was: an act of the screen begins from there.
    if (entry !== undefined) setTimeout(entry.run, 0)
  }
  /** What is found later than it is typed has no mark yet: Enter then means the first. */
  const runFirst = (event: KeyboardEvent<HTMLInputElement>): void => {
    const marked = event.currentTarget.getAttribute('aria-activedescendant')
    const isMarked = marked !== null && document.getElementById(marked) !== null
    const [first] = entries
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || isMarked || first === undefined) return
    event.preventDefault()
    event.stopPropagation()
    run(first.id)
  }
  return (
    <Autocomplete inputValue={search} onInputChange={setSearch}>
      <SearchField aria-label="Find an act or a record" className={styles.search ?? ''} autoFocus>
        <Input
          className={styles.input ?? ''}
          onFocus={() => {
            const ahead = props.takeAhead()
            if (ahead !== '') setSearch((typed) => typed + ahead)
          }}
          onKeyDownCapture={runFirst}
          placeholder="Go to, do, or find a buyer, item, task, setting or help"
        />
      </SearchField>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section aria-label="What was found" className={styles.list} tabIndex={0}>
        <Menu
          aria-label="Found"
          className={styles.entries ?? ''}
          items={entries}
          onAction={(id) => run(String(id))}
          renderEmptyState={() => <p className={styles.empty}>Nothing bears these letters.</p>}
        >
          {(entry) => (
            <MenuItem id={entry.id} textValue={entry.label} className={styles.entry ?? ''}>
              <entry.icon aria-hidden="true" size={16} />
              {/* All that is seen of it is its name, so that who speaks to it may say any part; the spaces are read, not seen. */}
              <Text slot="label" className={styles.words ?? ''}>
                <span className={styles.label}>{`${entry.label} `}</span>
                <span className={styles.detail}>{`${entry.detail} `}</span>
                {entry.keys !== undefined && <Kbd keys={entry.keys} />}
              </Text>
            </MenuItem>
          )}
        </Menu>
      </section>
    </Autocomplete>
  )
}

export const Palette = ({ isOpen, ...body }: PaletteProps) => (
  <Dialog isOpen={isOpen} onClose={body.onClose} title="Find">
    <PaletteBody {...body} />
  </Dialog>
)

export type { Entry as PaletteEntry }
