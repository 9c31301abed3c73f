/** The desk: what the window remembers, and what the app has to say about its own state. */
import { type appContract, type Notice, shopViewKeys, type ViewValue } from '../../shared/app/contract.ts'
import type { FeatureEmit, FeatureHandlers } from '../../shared/ipc/define.ts'
import { Failure, validation } from '../../shared/result.ts'
import type { Choice, Ports } from '../ports.ts'
import type { FirstStepsKeeper } from './first-steps.ts'
import { type ReportCheck, writeProblemReport } from './problem-report.ts'

/** View state lies under one key of the settings, apart from what hosts keep there. */
export const VIEW_KEY = 'view'
/** What belongs to one shop lies under a key of its own, by connection. */
const SHOPS_VIEW_KEY = 'shopsView'

export type AppState = {
  readonly handlers: FeatureHandlers<typeof appContract>
  /** Shows a notice until the user puts it away; the same id replaces the earlier one. */
  readonly tell: (notice: Notice) => void
  readonly putAway: (id: string) => void
  /** Forgets what the window remembers of a connection that is no more. */
  readonly forgetShop: (connectionId: string) => void
}

type View = Readonly<Record<string, ViewValue>>

const recordOf = <T>(stored: unknown): Readonly<Record<string, T>> =>
  typeof stored === 'object' && stored !== null ? (stored as Record<string, T>) : {}

const noSuchThing = (): Failure =>
  new Failure({ kind: 'conflict', message: 'Stallhand runs in a browser here, where this cannot be set.' })

const setChoice = (choice: Choice | null, on: boolean | undefined): void => {
  if (on === undefined) return
  if (choice === null) throw noSuchThing()
  if (choice.isOn() !== on) choice.set(on)
}

/** An address for newer versions: HTTPS, or plain HTTP on this machine for a feed that is being tried out. */
const checkedFeed = (feed: string): string => {
  const url = URL.canParse(feed) ? new URL(feed) : undefined
  const problem =
    url === undefined
      ? 'This is not an address. Write it with its scheme, such as https://updates.example.com/stallhand'
      : url.protocol !== 'https:' && !(url.protocol === 'http:' && url.hostname === '127.0.0.1')
        ? 'This is not HTTPS. A program is fetched from there, so plain HTTP is not enough'
        : url.username !== '' || url.password !== ''
          ? 'The address holds a name or password. Leave them out'
          : undefined
  if (problem !== undefined) throw validation('input.feed', `${problem}.`)
  return feed
}

/** `restoreBackup` swaps the database under the rooms, and `checks` looks at them: the app's business, handed in. */
export const createAppState = (
  ports: Ports,
  deps: {
    readonly emit: FeatureEmit<typeof appContract>
    /** The connection that is open. */
    readonly shop: () => string
    readonly restoreBackup: () => Promise<void>
    readonly checks: () => Promise<readonly ReportCheck[]>
    readonly firstSteps: FirstStepsKeeper
    /** A choice was made that the rooms act on. */
    readonly onChoice: (key: string) => void
  },
): AppState => {
  const { desktop } = ports
  const updates = () => {
    if (desktop.updates === null) throw noSuchThing()
    return desktop.updates
  }
  desktop.onChange(() => deps.emit('desktopChanged', {}))

  const notices = new Map<string, Notice>()

  const view = (): View => recordOf(ports.settings.get(VIEW_KEY))
  const shopsView = (): Readonly<Record<string, View>> => recordOf(ports.settings.get(SHOPS_VIEW_KEY))

  const putAway = (id: string): void => {
    if (notices.delete(id)) deps.emit('noticesChanged', {})
  }

  return {
    handlers: {
      status: () => ({
        version: ports.version,
        host: ports.host,
        dataDir: ports.dataDir,
        notices: [...notices.values()],
      }),
      view: () => {
        const shop = deps.shop()
        const ofAll = Object.entries(view()).filter(([key]) => !shopViewKeys.has(key))
        return { shop, values: { ...Object.fromEntries(ofAll), ...shopsView()[shop] } }
      },
      saveView: ({ key, value, shop = deps.shop() }) => {
        if (shopViewKeys.has(key)) {
          const shops = shopsView()
          ports.settings.set(SHOPS_VIEW_KEY, { ...shops, [shop]: { ...shops[shop], [key]: value } })
        } else ports.settings.set(VIEW_KEY, { ...view(), [key]: value })
        deps.onChoice(key)
        return null
      },
      dismissNotice: ({ id }) => {
        putAway(id)
        return null
      },
      restoreBackup: async () => {
        await deps.restoreBackup()
        return null
      },
      saveFile: async ({ name, content, encoding }) => {
        if (ports.saveFile === null) {
          throw new Failure({ kind: 'conflict', message: 'This window is a browser, which saves files itself.' })
        }
        return { savedAs: await ports.saveFile({ name, bytes: Buffer.from(content, encoding) }) }
      },
      desktop: () => ({
        noticeText: desktop.noticeText?.isOn() ?? null,
        tray: desktop.tray?.isOn() ?? null,
        openAtLogin: desktop.openAtLogin?.isOn() ?? null,
        updates:
          desktop.updates === null ? null : { feed: desktop.updates.feed(), state: { ...desktop.updates.state() } },
      }),
      chooseDesktop: ({ noticeText, tray, openAtLogin }) => {
        setChoice(desktop.noticeText, noticeText)
        setChoice(desktop.tray, tray)
        setChoice(desktop.openAtLogin, openAtLogin)
        deps.emit('desktopChanged', {})
        return null
      },
      setUpdateFeed: ({ feed }) => {
        updates().setFeed(feed === null ? null : checkedFeed(feed.trim()))
        return null
      },
      checkForUpdate: () => {
        updates().check()
        return null
      },
      installUpdate: () => {
        updates().install()
        return null
      },
      firstSteps: deps.firstSteps.read,
      showFirstSteps: ({ isShown }) => {
        deps.firstSteps.setPutAway(!isShown)
        return null
      },
      problemReport: async () =>
        writeProblemReport({
          clock: ports.clock,
          version: ports.version,
          host: ports.host,
          facts: ports.facts,
          checks: await deps.checks(),
          folders: { '[data folder]': ports.dataDir, '[home folder]': ports.facts.homeDir },
        }),
    },
    tell: (notice) => {
      notices.set(notice.id, notice)
      deps.emit('noticesChanged', {})
    },
    putAway,
    forgetShop: (connectionId) => {
      const { [connectionId]: _, ...others } = shopsView()
      ports.settings.set(SHOPS_VIEW_KEY, others)
    },
  }
}
