/** Desktop notices. A click or a button opens its location. */
import type { Notification, NotificationConstructorOptions } from 'electron'
import type { Choice, DesktopNotice, Log, Settings } from '../../ports.ts'

/** The subset of `Notification` in use. */
export type NotificationApi = {
  readonly isSupported: () => boolean
  new (
    options: NotificationConstructorOptions,
  ): Pick<Notification, 'show'> & {
    readonly on: {
      (event: 'click', listener: () => void): unknown
      (event: 'action', listener: (details: { readonly actionIndex: number }) => void): unknown
      (event: 'close', listener: () => void): unknown
      (event: 'failed', listener: () => void): unknown
      (event: 'show', listener: () => void): unknown
    }
  }
}

const SHOW_TEXT_KEY = 'notices.showText'
const REFUSED_KEY = 'notices.refused'

/** More than a screen shows. Older notices are released. */
const MAX_HELD = 50

export const noticeTextChoice = (settings: Settings): Choice => ({
  isOn: () => settings.get(SHOW_TEXT_KEY) === true,
  set: (on) => settings.set(SHOW_TEXT_KEY, on),
})

/**
 * SECURITY: others may see a locked or shared screen, so a stranger's `text` is shown only if the user allows it.
 * Titles are the app's own.
 */
export const createNotices = (
  Notices: NotificationApi,
  deps: {
    readonly settings: Settings
    readonly showsText: () => boolean
    readonly onClick: (place: string) => void
    readonly log: Log
    /** Called when `isRefused` has changed. */
    readonly onChange: () => void
  },
): {
  readonly notify: (notice: DesktopNotice) => void
  /** Whether the system showed the last notice. It may refuse an unsigned program's (FACT-177). */
  readonly isRefused: () => boolean
} => {
  // Keeps references, because an unreferenced notice is garbage-collected together with its click listener.
  const held = new Set<object>()

  const isRefused = (): boolean => !Notices.isSupported() || deps.settings.get(REFUSED_KEY) === true
  const setRefused = (refused: boolean): void => {
    if ((deps.settings.get(REFUSED_KEY) === true) === refused) return
    try {
      deps.settings.set(REFUSED_KEY, refused)
    } catch (error) {
      deps.log.warn('whether notices are shown was not saved', { error })
    }
    deps.onChange()
  }

  const notify = ({ title, text, place, actions = [] }: DesktopNotice): void => {
    if (!Notices.isSupported()) return
    const notice = new Notices({
      title,
      body: deps.showsText() ? text : '',
      // Systems without buttons ignore them: https://www.electronjs.org/docs/latest/api/structures/notification-action
      ...(actions.length === 0 ? {} : { actions: actions.map(({ label }) => ({ type: 'button', text: label })) }),
    })
    const release = (): void => void held.delete(notice)
    held.add(notice)
    const [oldest] = held
    if (held.size > MAX_HELD && oldest !== undefined) held.delete(oldest)
    notice.on('click', () => {
      release()
      deps.onClick(place)
    })
    notice.on('action', ({ actionIndex }) => {
      release()
      deps.onClick(actions[actionIndex]?.place ?? place)
    })
    notice.on('close', release)
    notice.on('show', () => setRefused(false))
    notice.on('failed', () => {
      release()
      deps.log.warn('a notice could not be shown')
      setRefused(true)
    })
    notice.show()
  }

  return { notify, isRefused }
}
