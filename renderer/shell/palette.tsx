/** Ctrl or ⌘ K: finds commands, screens, settings, records and help pages. */
import { Bell, Boxes, CircleHelp, Inbox, type LucideIcon, MousePointerClick, Plug, Route, Settings } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { Autocomplete, Input, Menu, MenuItem, SearchField, Text } from 'react-aria-components'
import { screenCommands } from '../../shared/app/menu-commands.ts'
import { useApiQuery, useReportedMutation } from '../api/hooks.ts'
import { usePlatformName } from '../api/use-connection.ts'
import { type CommandId, commandIds, commandInfo } from '../commands/commands.ts'
import { type AvailableCommand, availableCommands, onCommandsChanged } from '../commands/registry.ts'
import { matchesWords } from '../connection/setting-sections.ts'
import { useSettingSections } from '../connection/use-setting-sections.ts'
import { type AppLocation, currentLocation, navigate } from '../location.ts'
import { describeEvent } from '../notifications/log/describe-event.ts'
import { Kbd } from '../ui/display/kbd.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import styles from './palette.module.css'
import { screens } from './screens.tsx'

type Entry = {
  readonly id: string
  readonly label: string
  readonly detail: string
  readonly icon: LucideIcon
  readonly keys?: string | undefined
  readonly run: () => void
}

/** Finds help pages; undefined while they are loading. */
type FindHelp = (search: string) => readonly { id: string; title: string; isRule: boolean }[]

const MAX_RECORDS = 6
const MAX_TASKS_SEARCHED = 200

const goTo = (to: AppLocation) => (): void => navigate(to)

type Records = {
  readonly records: readonly Entry[]
  readonly isLoading: boolean
  /** Whether some records belong to an earlier search. */
  readonly isFormer: boolean
}

/** Conversations, items, mapping tasks and events from the local database. */
const useRecords = (search: string): Records => {
  const platformName = usePlatformName()
  const enabled = search.length >= 2
  const options = { enabled, keepPrevious: true } as const
  const page = { search, limit: MAX_RECORDS }
  const conversations = useApiQuery('messaging', 'conversations', { view: 'all', ...page }, options)
  const items = useApiQuery('inventory', 'items', page, options)
  const tasks = useApiQuery('mapping', 'tasks', { limit: MAX_TASKS_SEARCHED }, options)
  const events = useApiQuery('notifications', 'events', page, options)
  if (!enabled) return { records: [], isLoading: false, isFormer: false }
  const all = [conversations, items, tasks, events]
  const isLoading = all.some(({ isFetching }) => isFetching)
  const isFormer = all.some(({ isPlaceholderData }) => isPlaceholderData)
  const records = [
    ...(conversations.data?.rows ?? []).map((row) => ({
      id: `conversation ${row.conversationId}`,
      label: row.buyer ?? row.subject ?? row.conversationId,
      detail: row.subject ?? '',
      icon: Inbox,
      run: goTo({ screen: 'inbox', path: [row.conversationId] }),
    })),
    ...(items.data?.rows ?? []).map((row) => ({
      id: `item ${row.sku}`,
      label: row.title ?? row.sku,
      detail: row.sku,
      icon: Boxes,
      run: goTo({ screen: 'items', path: [row.sku] }),
    })),
    ...(tasks.data?.rows ?? [])
      .map((row) => ({
        id: `task ${row.taskRef}`,
        label: row.about ?? row.taskId ?? `Mapping ${row.taskRef}`,
        detail: `Mapping${row.taskId === null ? '' : ` ${row.taskId}`}`,
        icon: Route,
        run: goTo({ screen: 'mapping', path: [String(row.taskRef)] }),
      }))
      .filter(({ label, detail }) => matchesWords(`${label} ${detail}`, search))
      .slice(0, MAX_RECORDS),
    ...(events.data?.rows ?? []).map((row) => ({
      id: `event ${row.eventId}`,
      label: describeEvent(row, platformName),
      detail: [row.name, row.buyer].filter((part) => part !== null).join(' · '),
      icon: Bell,
      run: goTo({ screen: 'notifications', path: [String(row.eventId)] }),
    })),
  ]
  return { records, isLoading, isFormer }
}

const useConnections = (search: string): readonly Entry[] => {
  const list = useApiQuery('connection', 'list', {}).data?.connections ?? []
  const open = useReportedMutation('connection', 'open')
  return list
    .filter(
      ({ isOpen, name, kind }) => !isOpen && search !== '' && matchesWords(`open connection ${name} ${kind}`, search),
    )
    .map(({ id, name, kind }) => ({
      id: `connection ${id}`,
      label: `Open ${name}`,
      detail: `Connection · ${kind}`,
      icon: Plug,
      run: () => open.mutate({ id }),
    }))
}

const useSettings = (search: string): readonly Entry[] =>
  useSettingSections()
    .filter((section) => search !== '' && matchesWords(`${section.title} ${section.keywords}`, search))
    .map(({ id, title }) => ({
      id: `setting ${id}`,
      label: title,
      detail: 'Settings',
      icon: Settings,
      run: goTo({ screen: 'settings', path: ['section', id] }),
    }))

const screenLabel = (screen: string | undefined): string =>
  screenCommands.find((one) => one.screen === screen)?.label ?? 'Command'

const commandIcon = (command: CommandId): LucideIcon => {
  const screen = screenCommands.find((one) => command === `screen.${one.screen}`)?.screen ?? commandInfo(command).screen
  return screen === undefined ? MousePointerClick : screens[screen].icon
}

const commandEntries = (available: readonly AvailableCommand[], search: string): readonly Entry[] => {
  const entries = available
    .filter(({ command }) => search !== '' || commandInfo(command).isSearchOnly !== true)
    .map(({ id, command, label, run }) => ({
      id: `command ${id}`,
      label,
      detail: command.startsWith('screen.') ? 'Go to' : screenLabel(commandInfo(command).screen),
      icon: commandIcon(command),
      keys: commandInfo(command).keys,
      run,
    }))
    .filter(({ detail, label }) => matchesWords(`${detail} ${label}`, search))
  const isPrefix = ({ label }: Entry): boolean => search !== '' && label.toLowerCase().startsWith(search.toLowerCase())
  return [...entries.filter(isPrefix), ...entries.filter((entry) => !isPrefix(entry))]
}

type PaletteProps = {
  readonly isOpen: boolean
  readonly findHelp: FindHelp | undefined
  readonly onHelp: (topic: string) => void
  readonly onClose: () => void
  /** Returns the text typed between the key and the palette's appearance, once. */
  readonly takeTypedAhead: () => string
}

const PaletteBody = ({ findHelp, onHelp, onClose, takeTypedAhead }: PaletteProps) => {
  const [{ typed, available }, setTyped] = useState(() => ({ typed: '', available: [] as readonly AvailableCommand[] }))
  /** The search whose first result runs as soon as it arrives. */
  const [entered, setEntered] = useState<string>()
  const type = (text: string): void => {
    setEntered(undefined)
    setTyped({ typed: text, available: availableCommands(commandIds, currentLocation().screen, navigate) })
  }
  // A screen that is still loading registers its commands later.
  useEffect(
    () =>
      onCommandsChanged(() => {
        const now = availableCommands(commandIds, currentLocation().screen, navigate)
        setTyped((before) => ({ ...before, available: now }))
      }),
    [],
  )
  const search = typed.trim()
  const settings = useSettings(search)
  const connections = useConnections(search)
  const { records, isLoading, isFormer } = useRecords(search)
  const help = (search.length < 2 ? [] : (findHelp?.(search) ?? []).slice(0, MAX_RECORDS)).map(
    ({ id, title, isRule }) => ({
      id: `help ${id}`,
      label: title,
      detail: isRule ? `Help · ${id}` : 'Help',
      icon: CircleHelp,
      run: () => onHelp(id),
    }),
  )
  const entries: readonly Entry[] = [
    ...commandEntries(available, search),
    ...settings,
    ...connections,
    ...records,
    ...help,
  ]

  const run = (id: string): void => {
    onClose()
    const entry = entries.find((one) => one.id === id)
    // Runs after the palette has closed and returned the focus.
    if (entry !== undefined) setTimeout(entry.run, 0)
  }
  const runFirst = useEffectEvent(() => entries[0] !== undefined && run(entries[0].id))
  useEffect(() => {
    if (entered !== search || isLoading) return
    setEntered(undefined)
    runFirst()
  }, [entered, search, isLoading])
  /**
   * Enter runs the highlighted entry, or the first one. Results of an earlier search don't count. Escape closes at once, where a
   * search field would empty itself first.
   */
  const runOnKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      event.stopPropagation()
      onClose()
      return
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    const highlighted = event.currentTarget.getAttribute('aria-activedescendant')
    const element = highlighted === null ? null : document.getElementById(highlighted)
    const id = element?.dataset.key ?? entries[0]?.id
    event.preventDefault()
    event.stopPropagation()
    if (id === undefined || (isFormer && records.some((record) => record.id === id))) setEntered(search)
    else run(id)
  }
  return (
    <Autocomplete inputValue={typed} onInputChange={type}>
      <SearchField aria-label="Find a command or record" className={styles.search ?? ''} autoFocus>
        <Input
          className={styles.input ?? ''}
          onFocus={() => type(typed + takeTypedAhead())}
          onKeyDownCapture={runOnKey}
          placeholder="Find a command, buyer, item, task, setting or help page"
        />
      </SearchField>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section aria-label="Results" className={styles.list} tabIndex={0}>
        <Menu
          aria-label="Results"
          className={styles.entries ?? ''}
          items={entries}
          onAction={(id) => run(String(id))}
          renderEmptyState={() => <p className={styles.empty}>{isLoading ? '' : `No results for “${search}”`}</p>}
        >
          {(entry) => (
            <MenuItem id={entry.id} textValue={entry.label} className={styles.entry ?? ''}>
              <entry.icon aria-hidden="true" size={16} />
              {/* The accessible name is the visible text. */}
              <Text slot="label" className={styles.text ?? ''}>
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

export const Palette = (props: PaletteProps) => (
  <Dialog isOpen={props.isOpen} onClose={props.onClose} title="Find">
    <PaletteBody {...props} />
  </Dialog>
)
