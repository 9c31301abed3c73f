/** The app's own state: window state, notices, the desktop's choices, the problem report. */
import { type appContract, type Notice, shopViewKeys, type ViewValue } from '../../shared/app/contract.ts'
import type { FeatureEmit, FeatureHandlers } from '../../shared/ipc/define.ts'
import { conflict, type Failure } from '../../shared/result.ts'
import type { Choice, Ports, Question } from '../ports.ts'
import type { FirstStepsState } from './first-steps-progress.ts'
import { type ReportCheck, writeProblemReport } from './problem-report.ts'

/** Settings key of the window state. Hosts have their own keys. */
export const VIEW_KEY = 'view'
/** Settings key of the window state per connection, by connection id. */
const CONNECTION_VIEWS_KEY = 'connectionViews'

/** Window state that may contain a person's name: the conversation partner and searches. */
const keysOfPersons: ReadonlySet<string> = new Set(['messaging.otherParty', 'messaging.search', 'notifications.search'])

/** Removes a person from the window state (PLT-18). */
export const forgetPerson = (settings: Ports['settings'], isPerson: (name: string) => boolean): void => {
  const clean = (view: View): View =>
    Object.fromEntries(
      Object.entries(view).filter(
        ([key, value]) => !(keysOfPersons.has(key) && [value].flat().some((one) => isPerson(String(one)))),
      ),
    )
  settings.set(VIEW_KEY, clean(toRecord(settings.get(VIEW_KEY))))
  const views: Readonly<Record<string, View>> = toRecord(settings.get(CONNECTION_VIEWS_KEY))
  settings.set(CONNECTION_VIEWS_KEY, Object.fromEntries(Object.entries(views).map(([id, view]) => [id, clean(view)])))
}

type View = Readonly<Record<string, ViewValue>>

const toRecord = <T>(stored: unknown): Readonly<Record<string, T>> =>
  typeof stored === 'object' && stored !== null ? (stored as Record<string, T>) : {}

const unavailable = (): Failure => conflict('This setting isn’t available when Stallhand runs in a browser.')

const setChoice = (choice: Choice | null, on: boolean | undefined): void => {
  if (on === undefined) return
  if (choice === null) throw unavailable()
  if (choice.isOn() !== on) choice.set(on)
}

const updateQuestion = (host: string, version: string | null): Question => ({
  title: `Download Stallhand ${version ?? ''}?`,
  text: `It comes from ${host}. Stallhand checks its signature and installs it when you choose to restart.`,
  action: 'Download',
})

export const createAppState = (
  ports: Ports,
  deps: {
    readonly emit: FeatureEmit<typeof appContract>
    /** The id of the open connection. */
    readonly openId: () => string
    readonly restoreBackup: () => Promise<void>
    /** Names, ids and hosts of all connections. */
    readonly connectionNames: () => readonly string[]
    readonly checks: () => Promise<readonly ReportCheck[]>
    readonly firstSteps: FirstStepsState
    /** Called with the key of each saved view value. */
    readonly onChoice: (key: string) => void
  },
) => {
  const { desktop } = ports
  const updates = () => {
    if (desktop.updates === null) throw unavailable()
    return desktop.updates
  }
  /** SECURITY (SEC-04): the window can't make the system start a program without the seller's confirmation. */
  const mayOpenAtLogin = async (isWanted: boolean | undefined): Promise<boolean> =>
    isWanted !== true ||
    desktop.openAtLogin === null ||
    desktop.openAtLogin.isOn() ||
    ports.confirm({
      title: 'Open Stallhand when this computer starts?',
      text: 'Stallhand then starts by itself each time you log in. You can switch this off again in Settings.',
      action: 'Open at login',
    })

  desktop.onChange(() => deps.emit('desktopChanged', {}))

  const notices = new Map<string, Notice>()

  const view = (): View => toRecord(ports.settings.get(VIEW_KEY))
  const connectionViews = (): Readonly<Record<string, View>> => toRecord(ports.settings.get(CONNECTION_VIEWS_KEY))

  const dismiss = (id: string): boolean => {
    const wasShown = notices.delete(id)
    if (wasShown) deps.emit('noticesChanged', {})
    return wasShown
  }

  const handlers: FeatureHandlers<typeof appContract> = {
    status: () => ({
      version: ports.version,
      host: ports.host,
      dataDir: ports.dataDir,
      notices: [...notices.values()],
    }),
    view: () => {
      const shop = deps.openId()
      const general = Object.entries(view()).filter(([key]) => !shopViewKeys.has(key))
      return { shop, values: { ...Object.fromEntries(general), ...connectionViews()[shop] } }
    },
    saveView: ({ key, value, shop = deps.openId() }) => {
      if (shopViewKeys.has(key)) {
        const views = connectionViews()
        ports.settings.set(CONNECTION_VIEWS_KEY, { ...views, [shop]: { ...views[shop], [key]: value } })
      } else ports.settings.set(VIEW_KEY, { ...view(), [key]: value })
      deps.onChoice(key)
    },
    dismissNotice: ({ id }) => void dismiss(id),
    restoreBackup: () => deps.restoreBackup(),
    saveFile: async ({ name, content, encoding }) => {
      if (ports.saveFile === null) {
        throw conflict('The browser saves files itself.')
      }
      return { savedAs: await ports.saveFile({ name, bytes: Buffer.from(content, encoding) }) }
    },
    print: async () => {
      if (ports.printing === null) throw conflict('The browser prints by itself.')
      await ports.printing.print()
    },
    savePdf: async ({ name }) => {
      if (ports.printing === null || ports.saveFile === null) throw conflict('The browser prints by itself.')
      return { savedAs: await ports.saveFile({ name, bytes: await ports.printing.toPdf() }) }
    },
    desktop: () => ({
      noticeText: desktop.noticeText?.isOn() ?? null,
      areNoticesRefused: desktop.areNoticesRefused?.() ?? null,
      tray: desktop.tray?.isOn() ?? null,
      openAtLogin: desktop.openAtLogin?.isOn() ?? null,
      updates: desktop.updates === null ? null : { host: desktop.updates.host, state: { ...desktop.updates.state() } },
    }),
    chooseDesktop: async ({ noticeText, tray, openAtLogin }) => {
      setChoice(desktop.noticeText, noticeText)
      setChoice(desktop.tray, tray)
      if (await mayOpenAtLogin(openAtLogin)) setChoice(desktop.openAtLogin, openAtLogin)
      deps.emit('desktopChanged', {})
    },
    checkForUpdate: () => updates().check(),
    downloadUpdate: async () => {
      const { host, state, download } = updates()
      const { phase, version } = state()
      if (phase !== 'available') download()
      // SECURITY (SEC-03): a page can't agree on the seller's behalf.
      else if (await ports.confirm(updateQuestion(host, version))) download()
    },
    installUpdate: () => updates().install(),
    firstSteps: deps.firstSteps.read,
    showFirstSteps: ({ isShown }) => deps.firstSteps.setDismissed(!isShown),
    problemReport: async () =>
      writeProblemReport({
        clock: ports.clock,
        version: ports.version,
        host: ports.host,
        facts: ports.facts,
        checks: await deps.checks(),
        names: deps.connectionNames(),
        folders: { '[data folder]': ports.dataDir, '[home folder]': ports.facts.homeDir },
      }),
  }

  return {
    handlers,
    /** Shows a notice until it is dismissed. Replaces the notice with the same id. */
    notify: (notice: Notice): void => {
      notices.set(notice.id, notice)
      deps.emit('noticesChanged', {})
    },
    /** Returns false if the notice isn't on screen, for example because the seller dismissed it. */
    dismiss,
    /** Deletes the window state of a deleted connection. */
    forgetConnection: (connectionId: string): void => {
      const { [connectionId]: _, ...others } = connectionViews()
      ports.settings.set(CONNECTION_VIEWS_KEY, others)
    },
  }
}
