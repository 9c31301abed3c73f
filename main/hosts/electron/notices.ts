/** Notices of the desktop: what happened, without a stranger's words unless the user wants them, and a click that leads there. */
import type { Notification, NotificationConstructorOptions } from 'electron'
import type { Choice, DesktopNotice, Log, Settings } from '../../ports.ts'

/** What is used of `Notification`. */
export type NotificationApi = {
  readonly isSupported: () => boolean
  new (
    options: NotificationConstructorOptions,
  ): Pick<Notification, 'show'> & {
    readonly on: {
      (event: 'click', listener: () => void): unknown
      (event: 'close', listener: () => void): unknown
      (event: 'failed', listener: () => void): unknown
    }
  }
}

const SHOW_TEXT_KEY = 'notices.showText'

/** More than a screen holds: older ones that nobody closed are let go of. */
const MOST_HELD = 50

export const noticeTextChoice = (settings: Settings): Choice => ({
  isOn: () => settings.get(SHOW_TEXT_KEY) === true,
  set: (on) => settings.set(SHOW_TEXT_KEY, on),
})

/**
 * Shows notices.
 *
 * SECURITY (design section 8): on a locked or shared screen a stranger's words are seen by others, so that `text` is shown by
 * choice alone; a title is always the app's own words.
 */
export const createNotices = (
  Notices: NotificationApi,
  deps: { readonly showsText: () => boolean; readonly onClick: (place: string) => void; readonly log: Log },
): ((notice: DesktopNotice) => void) => {
  // A notice that nobody holds is collected, and its click with it.
  const held = new Set<object>()

  return ({ title, text, place }) => {
    if (!Notices.isSupported()) return
    const notice = new Notices({ title, body: deps.showsText() ? text : '' })
    const letGo = (): void => void held.delete(notice)
    held.add(notice)
    const [oldest] = held
    if (held.size > MOST_HELD && oldest !== undefined) held.delete(oldest)
    notice.on('click', () => {
      letGo()
      deps.onClick(place)
    })
    notice.on('close', letGo)
    notice.on('failed', () => {
      letGo()
      deps.log.warn('a notice could not be shown')
    })
    notice.show()
  }
}
