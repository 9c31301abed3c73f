/** The desk: what the window remembers, and what the app has to say about its own state. */
import type { deskContract, Notice, ViewValue } from '../../shared/desk/contract.ts'
import type { RoomEmit, RoomHandlers } from '../../shared/ipc/define.ts'
import type { Ports } from '../ports.ts'

/** View state lies under one key of the settings, apart from what hosts keep there. */
const VIEW_KEY = 'view'

export type Desk = {
  readonly handlers: RoomHandlers<typeof deskContract>
  /** Shows a notice until the user puts it away; the same id replaces the earlier one. */
  readonly tell: (notice: Notice) => void
  readonly putAway: (id: string) => void
}

/** `restoreBackup` swaps the database under the rooms: the app's business, handed in. */
export const createDesk = (
  ports: Ports,
  deps: { readonly emit: RoomEmit<typeof deskContract>; readonly restoreBackup: () => Promise<void> },
): Desk => {
  const notices = new Map<string, Notice>()

  const view = (): Record<string, ViewValue> => {
    const stored = ports.settings.get(VIEW_KEY)
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, ViewValue>) : {}
  }

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
      view: () => ({ values: view() }),
      saveView: ({ key, value }) => {
        ports.settings.set(VIEW_KEY, { ...view(), [key]: value })
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
    },
    tell: (notice) => {
      notices.set(notice.id, notice)
      deps.emit('noticesChanged', {})
    },
    putAway,
  }
}
