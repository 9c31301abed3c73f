/** The frame around every room: band, notices, rail, room, status line; the palette and the list of keys above them. */
import {
  CircleHelp,
  Keyboard,
  LifeBuoy,
  ListChecks,
  Moon,
  PanelLeft,
  Plus,
  RefreshCw,
  SquarePen,
  Sun,
  SunMoon,
} from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type WindowAct, windowActs } from '../../shared/app/acts.ts'
import { useApiEvent, useApiQuery, useReportedMutation } from '../api/hooks.ts'
import { currentLocation, locationHref, navigate, type ScreenName, useScreen } from '../api/location.ts'
import { useViewState } from '../api/use-view-state.ts'
import { writeTo } from '../messaging/write-to.ts'
import { ConnectionBand } from '../ui/connection-band.tsx'
import { HelpLinksContext } from '../ui/help-links.tsx'
import { Rail, type RailItem } from '../ui/rail.tsx'
import { SendLockProvider } from '../ui/send-lock.tsx'
import { ErrorState, LoadingState } from '../ui/states.tsx'
import { ToastRegion } from '../ui/toast.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { helpLinks, useHelpTopics } from './help-topics.ts'
import { loaded } from './loaded.ts'
import { Notices } from './notices.tsx'
import type { PaletteEntry } from './palette.tsx'
import { type RoomEntry, rooms } from './rooms.tsx'
import { screenRoot } from './screen-acts.ts'
import styles from './shell.module.css'
import { StatusLine } from './status-line.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import { useLocale } from './use-locale.ts'
import { useShellKeys } from './use-shell-keys.ts'
import { useTheme } from './use-theme.ts'
import { lockReason, WriteGateNotice } from './write-gate.tsx'

// Asked for with the first frame, and not before it: the room one is in comes first.
const Palette = lazy(async () => ({ default: (await loaded(() => import('./palette.tsx'))).Palette }))
const Help = lazy(async () => ({ default: (await loaded(() => import('./help.tsx'))).Help }))
const WriteGateDialog = lazy(async () => ({
  default: (await loaded(() => import('./write-gate-dialog.tsx'))).WriteGateDialog,
}))
const KeyHelp = lazy(async () => ({ default: (await loaded(() => import('./key-help.tsx'))).KeyHelp }))
const FirstSteps = lazy(async () => ({ default: (await loaded(() => import('./first-steps.tsx'))).FirstSteps }))
const ProblemReport = lazy(async () => ({
  default: (await loaded(() => import('../connection/problem-report.tsx'))).ProblemReport,
}))

/** Rooms at the rail's foot: they are not the day's work, and show nothing of a shop. */
const bottomRooms: readonly ScreenName[] = ['practice', 'settings']

const bandWords = {
  practice: 'Nothing here reaches a real buyer.',
  sandbox: "The platform's test system: nothing here reaches a real buyer.",
  production: 'Everything sent from here reaches your real shop.',
} as const

const readOnlyWords = 'Locked to reading: nothing is sent from here.'

const entryOf = (room: ScreenName): RoomEntry => {
  const entry = rooms.find((one) => one.id === room)
  if (entry === undefined) throw new Error(`The rail has no room ${room}`)
  return entry
}

/** Numbers on the rail: what waits for the user, nothing else. */
const useCounts = (): Readonly<Partial<Record<ScreenName, { readonly count: number; readonly words: string }>>> => {
  const counts = useApiQuery('messaging', 'counts', {}).data
  if (counts === undefined) return {}
  return {
    inbox: { count: counts.views.unread ?? 0, words: 'unread' },
    outbox: { count: counts.outbox, words: 'not final' },
  }
}

/** Reads what is new at the platform, whoever asked for it. */
const useReadNow = (): (() => void) => {
  const sync = useReportedMutation('messaging', 'syncNow')
  return () => sync.mutate({})
}

type ActDeps = {
  readonly isWide: boolean
  readonly setWide: (isWide: boolean) => void
  readonly run: (act: WindowAct) => void
  readonly onFirstSteps: (() => void) | undefined
}

const useActs = ({ isWide, setWide, run, onFirstSteps }: ActDeps): readonly PaletteEntry[] => {
  const [, setTheme] = useViewState('appearance.theme', 'system')
  return [
    {
      id: 'act sync',
      label: windowActs.readNow.label,
      detail: 'Do',
      icon: RefreshCw,
      run: () => run('readNow'),
    },
    { id: 'act write', label: 'Write to a buyer', detail: 'Do', icon: SquarePen, run: () => writeTo(null) },
    {
      id: 'act report',
      label: windowActs.reportProblem.label,
      detail: 'Do',
      icon: LifeBuoy,
      run: () => run('reportProblem'),
    },
    {
      id: 'act help',
      label: windowActs.help.label,
      detail: 'Do',
      icon: CircleHelp,
      keys: 'F1',
      run: () => run('help'),
    },
    { id: 'act keys', label: 'Show the keys', detail: 'Do', icon: Keyboard, keys: '?', run: () => run('keys') },
    {
      id: 'act connect',
      label: 'Add a connection',
      detail: 'Settings',
      icon: Plus,
      run: () => navigate({ screen: 'settings', path: ['new'] }),
    },
    ...(onFirstSteps === undefined
      ? []
      : [{ id: 'act steps', label: 'Show the first steps', detail: 'Do', icon: ListChecks, run: onFirstSteps }]),
    { id: 'act light', label: 'Light theme', detail: 'Do', icon: Sun, run: () => setTheme('light') },
    { id: 'act dark', label: 'Dark theme', detail: 'Do', icon: Moon, run: () => setTheme('dark') },
    { id: 'act system', label: 'Theme as the system', detail: 'Do', icon: SunMoon, run: () => setTheme('system') },
    {
      id: 'act rail',
      label: isWide ? 'Narrow the rail' : 'Widen the rail',
      detail: 'Do',
      icon: PanelLeft,
      run: () => setWide(!isWide),
    },
  ]
}

/** Moves focus into the room when the user goes to another, so that the keyboard continues where the eye is. */
const useFocusOnArrival = (room: ScreenName) => {
  const main = useRef<HTMLElement>(null)
  const last = useRef(room)
  useEffect(() => {
    if (last.current === room) return
    last.current = room
    main.current?.focus({ preventScroll: true })
  }, [room])
  return main
}

/** Brings the first steps back to the screen; undefined where they stand there, or where there is no practice shop. */
const useFirstStepsBack = (): (() => void) | undefined => {
  const steps = useApiQuery('app', 'firstSteps', {}).data
  const show = useReportedMutation('app', 'showFirstSteps')
  if (steps === undefined || steps.isShown || !steps.isOffered) return undefined
  return () => show.mutate({ isShown: true })
}

const useLastPlace = (): void => {
  const room = useScreen()
  const [lastRoom, setLastRoom] = useViewState('shell.room', 'inbox')
  const opened = useRef(false)
  useEffect(() => {
    if (!opened.current) {
      opened.current = true
      if (window.location.hash === '' && rooms.some(({ id }) => id === lastRoom)) {
        window.location.replace(`#/${lastRoom}`)
        return
      }
    }
    if (room !== lastRoom) setLastRoom(room)
  }, [room, lastRoom, setLastRoom])
}

/**
 * The shop whose things the room shows. Where another connection is opened, the place within the former one's is left
 * before the room shows anything of the new one.
 */
const useShownShop = (shop: string): string => {
  const [shown, setShown] = useState(shop)
  useLayoutEffect(() => {
    if (shop === shown) return
    const { screen: room } = currentLocation()
    if (!bottomRooms.includes(room)) window.location.replace(locationHref({ screen: room, path: [] }))
    setShown(shop)
  }, [shop, shown])
  return shown
}

const Frame = ({ shop }: { readonly shop: string }) => {
  const room = useScreen()
  const shownShop = useShownShop(shop)
  const status = useApiQuery('connection', 'status', {}).data
  const connection = status?.connection
  const counts = useCounts()
  const [isWide, setWide] = useViewState('shell.railIsWide', false)
  const [open, setOpen] = useState<'palette' | 'keys' | 'reportProblem' | undefined>(undefined)
  const [topic, setTopic] = useState<string | undefined>(undefined)
  const [screen, setScreen] = useState<HTMLElement | null>(null)
  const onFirstSteps = useFirstStepsBack()
  const help = useHelpTopics()
  const links = useMemo(() => (help === undefined ? null : helpLinks(help, setTopic)), [help])
  const readNow = useReadNow()
  const ahead = useRef('')
  const takeAhead = useCallback((): string => {
    const taken = ahead.current
    ahead.current = ''
    return taken
  }, [])
  const openPalette = useCallback(() => {
    ahead.current = ''
    setScreen(screenRoot())
    setOpen('palette')
  }, [])
  const run = (act: WindowAct): void => {
    if (act === 'readNow') readNow()
    else if (act === 'help') setTopic('')
    else if (act === 'palette') openPalette()
    else setOpen(act)
  }
  const acts = useActs({ isWide, setWide, run, onFirstSteps })
  useApiEvent('app', 'actChosen', ({ act }) => run(act))
  const main = useFocusOnArrival(room)
  useKeptFocus(main)
  useLastPlace()
  useTheme()
  useShellKeys({
    onPalette: () => (open === 'palette' ? setOpen(undefined) : openPalette()),
    onAhead:
      open === 'palette'
        ? (letter) => {
            ahead.current += letter
          }
        : undefined,
    onKeys: useCallback(() => setOpen('keys'), []),
    onHelp: useCallback(() => setTopic(''), []),
  })

  const railItem = (entry: RoomEntry): RailItem => ({
    id: entry.id,
    label: entry.label,
    icon: entry.icon,
    keys: entry.keys,
    count: counts[entry.id]?.count,
    countLabel: counts[entry.id]?.words,
  })
  const entry = entryOf(room)
  const close = (): void => setOpen(undefined)

  return (
    <HelpLinksContext value={links}>
      <div className={styles.shell}>
        <div>
          {connection !== undefined && (
            <ConnectionBand kind={connection.kind}>
              {status?.writes.state === 'readOnly' ? readOnlyWords : bandWords[connection.kind]}
            </ConnectionBand>
          )}
        </div>
        <Notices />
        <WriteGateNotice status={status} />
        <Suspense>
          <FirstSteps />
        </Suspense>
        <div className={styles.middle}>
          <Rail
            label="Rooms"
            items={rooms.filter(({ id }) => !bottomRooms.includes(id)).map(railItem)}
            bottomItems={[
              ...rooms.filter(({ id }) => bottomRooms.includes(id)).map(railItem),
              { id: 'help', label: windowActs.help.label, icon: CircleHelp, keys: windowActs.help.keys ?? undefined },
            ]}
            current={room}
            onGo={(id) => (id === 'help' ? setTopic('') : navigate({ screen: id as ScreenName, path: [] }))}
            isWide={isWide}
          />
          <main ref={main} className={styles.room} tabIndex={-1} aria-label={entry.label}>
            <VisuallyHidden as="h1">{entry.label}</VisuallyHidden>
            <ErrorBoundary key={bottomRooms.includes(room) ? room : `${room} ${shownShop}`} room={entry.label}>
              <SendLockProvider reason={lockReason(status)}>
                <Suspense fallback={<LoadingState label={`Opening ${entry.label}`} />}>
                  <entry.Screen />
                </Suspense>
              </SendLockProvider>
            </ErrorBoundary>
          </main>
        </div>
        <StatusLine />
        <Suspense>
          <Palette
            acts={acts}
            help={help}
            isOpen={open === 'palette'}
            onClose={close}
            onHelp={setTopic}
            room={entry}
            screen={screen}
            takeAhead={takeAhead}
          />
          <KeyHelp room={entry} isOpen={open === 'keys'} onClose={close} />
          <ProblemReport isOpen={open === 'reportProblem'} onClose={close} />
          <WriteGateDialog status={status} />
          <Help
            onClose={() => setTopic(undefined)}
            onFirstSteps={onFirstSteps}
            onKeys={() => {
              setTopic(undefined)
              setOpen('keys')
            }}
            topic={topic}
          />
        </Suspense>
        <ToastRegion />
      </div>
    </HelpLinksContext>
  )
}

/** Draws nothing before the window's own state is known, so that no pane jumps and no theme flashes. */
export const Shell = () => {
  const view = useApiQuery('app', 'view', {})
  useEffect(() => {
    if (!view.isPending) document.documentElement.dataset.appState = 'ready'
  }, [view.isPending])
  const locale = useLocale()
  if (view.isPending) return null
  if (view.isError) {
    return (
      <div className={styles.gone}>
        <ErrorState
          what="Stallhand does not answer this window"
          why={view.error.message}
          whatToDo="If you closed it, start it again and use the address it prints. What you wrote is on its disk."
          onRetry={() => void view.refetch()}
        />
      </div>
    )
  }
  return <Frame key={locale} shop={view.data.shop} />
}
