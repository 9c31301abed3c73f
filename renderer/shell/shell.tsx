/** The frame of the window: band, notices, rail, screen and status line, with the palette and dialogs above them. */
import { CircleHelp } from 'lucide-react'
import { lazy, memo, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { menuCommands, screenCommands } from '../../shared/app/menu-commands.ts'
import type { PlatformName } from '../../shared/connection/platforms.ts'
import { useApiEvent, useApiQuery, useDropUnshown, useReportedMutation } from '../api/hooks.ts'
import { ShownConnection } from '../api/shown-connection.ts'
import { usePlatformName } from '../api/use-connection.ts'
import { useViewState } from '../api/use-view-state.ts'
import { commandInfo } from '../commands/commands.ts'
import { isTyping, useCommandKeys } from '../commands/keys.ts'
import { registerCommand, runCommand, useCommand, useCommandChoices } from '../commands/registry.ts'
import { connectionKindLabels } from '../connection/kind-labels.ts'
import { currentLocation, locationHref, navigate, type ScreenName, useScreen } from '../location.ts'
import { writeTo } from '../messaging/locations.ts'
import { presetNames, presetPath } from '../parts/preset-names.ts'
import { VisuallyHidden } from '../ui/base/visually-hidden.tsx'
import { SendingContext } from '../ui/buttons/sending.tsx'
import { dropActs } from '../ui/feedback/acts.ts'
import { ErrorState, LoadingState, SignedOutContext } from '../ui/feedback/states.tsx'
import { leaveToasts } from '../ui/feedback/toast.tsx'
import { typedSinceLastAct, undoLast, watchTyping } from '../ui/feedback/undo.ts'
import { HelpLinksContext } from '../ui/feedback/why-link.tsx'
import { Rail, type RailItem } from '../ui/layout/rail.tsx'
import { Arrivals } from './arrivals.tsx'
import { ConnectionBand } from './connection-band.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { helpLinks, useHelpTopics } from './help-topics.ts'
import { loaded } from './loaded.ts'
import { Notices } from './notices.tsx'
import { screens } from './screens.tsx'
import styles from './shell.module.css'
import { isSignedOut, SignInNotice } from './sign-in-notice.tsx'
import { StatusLine } from './status-line.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import { usePressGuard } from './use-press-guard.ts'
import { useReportUse } from './use-report-use.ts'
import { useLocale, usePlatformDays, useRailWidth, useTheme } from './window-choices.ts'
import { lockReason, WriteGateNotice } from './write-gate.tsx'

// Loaded with the first frame, after the current screen.
const Palette = lazy(async () => ({ default: (await loaded(() => import('./palette.tsx'))).Palette }))
const Help = lazy(async () => ({ default: (await loaded(() => import('./help.tsx'))).Help }))
const KeyHelp = lazy(async () => ({ default: (await loaded(() => import('../commands/key-help.tsx'))).KeyHelp }))
const FirstSteps = lazy(async () => ({ default: (await loaded(() => import('./first-steps-panel.tsx'))).FirstSteps }))
const ConnectionSwitcher = lazy(async () => ({
  default: (await loaded(() => import('./connection-switcher.tsx'))).ConnectionSwitcher,
}))
const ProblemReport = lazy(async () => ({
  default: (await loaded(() => import('../connection/problem-report.tsx'))).ProblemReport,
}))

/**
 * Screens at the foot of the rail. Their location stays valid when another connection opens; their parts name their
 * connection.
 */
const footScreens: readonly ScreenName[] = ['practice', 'settings']

/** Screens that are a part of another: they have no entry in the rail, and mark the other's. */
const partOf: Readonly<Partial<Record<ScreenName, ScreenName>>> = { mapping: 'items' }

const bandText = ({ The }: PlatformName) => ({
  practice: 'Nothing here reaches a real buyer.',
  sandbox: `${The}’s test system: nothing here reaches a real buyer.`,
  production: 'Everything sent from here reaches your real shop.',
})

const READ_ONLY_TEXT = 'Read-only mode: nothing is sent from here.'

type Count = { readonly count: number; readonly label: string }

const useCounts = (): Readonly<Partial<Record<ScreenName, Count>>> => {
  const counts = useApiQuery('messaging', 'counts', {}).data
  const outbox = useApiQuery('outbound', 'counts', {}).data
  const unseen = useApiQuery('notifications', 'receiver', {}).data?.counts.unseen ?? 0
  if (counts === undefined || outbox === undefined) return {}
  return {
    inbox: { count: counts.views.unread ?? 0, label: 'unread' },
    outbox: { count: outbox.open, label: 'waiting' },
    notifications: { count: unseen, label: 'new' },
  }
}

type WindowCommands = {
  readonly openDialog: (dialog: 'palette' | 'keys' | 'reportProblem') => void
  readonly openHelp: () => void
  readonly onFirstSteps: (() => void) | undefined
}

/** Registers the commands that work on every screen, and runs those chosen in the native menu. */
const useWindowCommands = ({ openDialog, openHelp, onFirstSteps }: WindowCommands): void => {
  const sync = useReportedMutation('messaging', 'syncNow')
  const rail = useRailWidth()
  const [, setTheme] = useViewState('appearance.theme', 'system')
  useCommand('app.palette', () => openDialog('palette'))
  useCommand('app.keys', () => openDialog('keys'))
  useCommand('app.reportProblem', () => openDialog('reportProblem'))
  useCommand('app.help', openHelp)
  useCommand('app.checkMessages', () => sync.mutate({}))
  useCommand('app.newConnection', () => navigate({ screen: 'settings', path: ['new'] }))
  useCommandChoices('app.addPreset', () =>
    presetNames.map(({ id, label }) => ({
      id,
      label,
      run: () => navigate({ screen: 'settings', path: presetPath(id) }),
    })),
  )
  useCommand('app.firstSteps', () => onFirstSteps?.(), { isEnabled: onFirstSteps !== undefined })
  useEffect(watchTyping, [])
  useCommand('app.undo', (key) => {
    // In a field, what was typed since is undone first, by the field itself.
    if (key !== undefined && isTyping(key.target) && typedSinceLastAct()) return false
    return undoLast() || runCommand('items.undo')
  })
  useCommand('app.lightTheme', () => setTheme('light'))
  useCommand('app.darkTheme', () => setTheme('dark'))
  useCommand('app.systemTheme', () => setTheme('system'))
  useCommand('app.toggleRail', rail.toggle, { label: rail.isWide ? 'Narrow the rail' : 'Widen the rail' })
  useCommand('inbox.write', () => writeTo(null))
  useEffect(() => {
    const unregister = screenCommands.map(({ screen }) =>
      registerCommand(`screen.${screen}`, {
        run: () => navigate({ screen, path: [] }),
        isEnabled: () => true,
        label: () => undefined,
      }),
    )
    return () => {
      for (const stop of unregister) stop()
    }
  }, [])
  useApiEvent('app', 'commandChosen', ({ command }) => void runCommand(command))
}

/** Focuses the screen when it changes, so that the keyboard continues there. */
const useFocusOnArrival = (screen: ScreenName) => {
  const main = useRef<HTMLElement>(null)
  const last = useRef(screen)
  useEffect(() => {
    if (last.current === screen) return
    last.current = screen
    main.current?.focus({ preventScroll: true })
  }, [screen])
  return main
}

/** Shows the first steps again; undefined if they are on screen or there is no practice shop. */
const useShowFirstSteps = (): (() => void) | undefined => {
  const steps = useApiQuery('app', 'firstSteps', {}).data
  const show = useReportedMutation('app', 'showFirstSteps')
  if (steps === undefined || steps.isShown || !steps.isOffered) return undefined
  return () => show.mutate({ isShown: true })
}

/** Reopens the last screen at start. */
const useLastScreen = (): void => {
  const screen = useScreen()
  const [lastScreen, setLastScreen] = useViewState('shell.screen', 'today')
  const isOpened = useRef(false)
  useEffect(() => {
    if (!isOpened.current) {
      isOpened.current = true
      if (window.location.hash === '' && Object.hasOwn(screens, lastScreen)) {
        window.location.replace(`#/${lastScreen}`)
        return
      }
    }
    if (screen !== lastScreen) setLastScreen(screen)
  }, [screen, lastScreen, setLastScreen])
}

/**
 * The connection on screen. Before switching, leaves the location inside the previous connection's data, and drops that
 * data and its toasts: the same ids may refer to other things.
 */
const useShownConnection = (connection: string): string => {
  const dropUnshown = useDropUnshown()
  const [shown, setShown] = useState(connection)
  const name = useApiQuery('connection', 'list', {}).data?.connections.find(({ id }) => id === shown)?.name
  useLayoutEffect(() => {
    if (connection === shown) return
    const { screen } = currentLocation()
    if (!footScreens.includes(screen)) window.location.replace(locationHref({ screen, path: [] }))
  }, [connection, shown])
  // The previous screen is unmounted by now, so its queries are inactive.
  useEffect(() => {
    if (connection === shown) return
    dropUnshown()
    leaveToasts(name)
    dropActs()
    setShown(connection)
  }, [dropUnshown, connection, name, shown])
  return shown
}

/** Memoised, because `Shell` renders with each change of the window's state. */
const Frame = memo(({ connectionId }: { readonly connectionId: string }) => {
  const screen = useScreen()
  const shownConnection = useShownConnection(connectionId)
  const platformName = usePlatformName()
  const status = useApiQuery('connection', 'status', {}).data
  const connection = status?.connection
  const counts = useCounts()
  const { isWide } = useRailWidth()
  const [dialog, setDialog] = useState<'palette' | 'keys' | 'reportProblem' | undefined>(undefined)
  const [topic, setTopic] = useState<string | undefined>(undefined)
  const onFirstSteps = useShowFirstSteps()
  const help = useHelpTopics()
  const links = useMemo(() => (help === undefined ? null : helpLinks(help, setTopic)), [help])
  const kind = connection?.kind
  const lock = lockReason(status)
  // The band and the screen load separately. A screen under another connection's band would take text meant for that
  // connection.
  const isUnderItsBand = connection === undefined || connection.id === shownConnection
  const sending = useMemo(() => {
    const kindLabel = kind === undefined || kind === 'practice' ? undefined : connectionKindLabels[kind]
    return { kind, kindLabel, lock }
  }, [kind, lock])
  const typedAhead = useRef('')
  const isPaletteOpen = dialog === 'palette'

  useWindowCommands({
    openDialog: (next) => {
      if (next === 'palette') typedAhead.current = ''
      setDialog(next === 'palette' && isPaletteOpen ? undefined : next)
    },
    openHelp: () => setTopic(''),
    onFirstSteps,
  })
  useCommandKeys({
    onTypeAhead: useMemo(
      () =>
        isPaletteOpen
          ? (character: string) => {
              typedAhead.current += character
            }
          : undefined,
      [isPaletteOpen],
    ),
  })
  const takeTypedAhead = useCallback((): string => {
    const typed = typedAhead.current
    typedAhead.current = ''
    return typed
  }, [])
  const main = useFocusOnArrival(screen)
  useKeptFocus(main)
  usePressGuard()
  useLastScreen()
  useTheme()
  usePlatformDays()

  const railItem = ({ screen: id, label, keys }: (typeof screenCommands)[number]): RailItem => ({
    id,
    label,
    icon: screens[id].icon,
    keys,
    count: counts[id]?.count,
    countLabel: counts[id]?.label,
  })
  const { Screen } = screens[screen]
  const isFoot = footScreens.includes(screen)
  const { label } = commandInfo(`screen.${screen}`)
  const close = (): void => setDialog(undefined)

  return (
    <HelpLinksContext value={links}>
      <div className={styles.shell}>
        <div>
          {connection !== undefined && (
            <ConnectionBand kind={connection.kind}>
              {status?.writes.state === 'readOnly' ? READ_ONLY_TEXT : bandText(platformName)[connection.kind]}
            </ConnectionBand>
          )}
        </div>
        <ShownConnection value={connectionId}>
          <Notices />
          <SignInNotice screen={screen} status={status} />
          <WriteGateNotice status={status} />
          <Suspense>
            <FirstSteps />
          </Suspense>
        </ShownConnection>
        <div className={styles.middle}>
          <Rail
            label="Screens"
            items={screenCommands
              .filter((one) => !footScreens.includes(one.screen) && partOf[one.screen] === undefined)
              .map(railItem)}
            bottomItems={[
              ...screenCommands.filter((one) => footScreens.includes(one.screen)).map(railItem),
              { id: 'help', ...menuCommands['app.help'], icon: CircleHelp },
            ]}
            current={partOf[screen] ?? screen}
            onGo={(id) => (id === 'help' ? setTopic('') : navigate({ screen: id as ScreenName, path: [] }))}
            isWide={isWide}
            foot={
              <Suspense>
                <ConnectionSwitcher isWide={isWide} />
              </Suspense>
            }
          />
          <main ref={main} className={styles.screen} tabIndex={-1} aria-label={label}>
            <VisuallyHidden as="h1">{label}</VisuallyHidden>
            <ErrorBoundary key={isFoot ? screen : `${screen} ${shownConnection}`} screen={label}>
              <SendingContext value={sending}>
                <SignedOutContext value={isSignedOut(status) && screen !== 'settings'}>
                  <ShownConnection value={isFoot ? undefined : shownConnection}>
                    <Suspense fallback={<LoadingState label={`Opening ${label}`} />}>
                      {(isFoot || (shownConnection === connectionId && isUnderItsBand)) && <Screen />}
                    </Suspense>
                  </ShownConnection>
                </SignedOutContext>
              </SendingContext>
            </ErrorBoundary>
          </main>
        </div>
        <StatusLine />
        <Suspense>
          <Palette
            findHelp={help?.searchTopics}
            isOpen={isPaletteOpen}
            onClose={close}
            onHelp={setTopic}
            takeTypedAhead={takeTypedAhead}
          />
          <KeyHelp isOpen={dialog === 'keys'} onClose={close} />
          <ProblemReport isOpen={dialog === 'reportProblem'} onClose={close} />
          <Help onClose={() => setTopic(undefined)} onFirstSteps={onFirstSteps} topic={topic} />
        </Suspense>
        <Arrivals />
      </div>
    </HelpLinksContext>
  )
})

/** Renders nothing until the window's state is read, so that no pane jumps and no theme flashes. */
export const Shell = () => {
  const view = useApiQuery('app', 'view', {})
  useEffect(() => {
    if (!view.isPending) document.documentElement.dataset.appState = 'ready'
  }, [view.isPending])
  const locale = useLocale()
  useReportUse()
  if (view.isPending) return null
  if (view.isError) {
    return (
      <div className={styles.gone}>
        <ErrorState
          what="Stallhand doesn’t answer"
          why={view.error.message}
          whatToDo="If you closed it, start it again and open the address it prints. Everything you wrote is saved."
          onRetry={() => void view.refetch()}
        />
      </div>
    )
  }
  return <Frame key={locale} connectionId={view.data.shop} />
}
