/**
 * What can be done from anywhere in the window, with its keys: one table from which the list under `?`, the palette, the
 * rail and the desktop's menu are made, so that none of them can name a key that another does not have.
 */
import * as z from 'zod'

/** The rooms in the order of the rail. `keys` are pressed one after the other; `menuKeys` together, on the desktop alone. */
export const roomActs = [
  { room: 'inbox', label: 'Inbox', keys: 'g i', menuKeys: 'Mod+1' },
  { room: 'outbox', label: 'Outbox', keys: 'g o', menuKeys: 'Mod+2' },
  { room: 'items', label: 'Items', keys: 'g s', menuKeys: 'Mod+3' },
  { room: 'mapping', label: 'Mapping', keys: 'g m', menuKeys: 'Mod+4' },
  { room: 'notifications', label: 'Notifications', keys: 'g n', menuKeys: 'Mod+5' },
  { room: 'practice', label: 'Practice', keys: 'g p', menuKeys: 'Mod+6' },
  { room: 'settings', label: 'Settings', keys: 'g ,', menuKeys: 'Mod+,' },
] as const

export const windowActSchema = z.enum(['palette', 'help', 'keys', 'readNow', 'reportProblem'])
export type WindowAct = z.infer<typeof windowActSchema>

/** The other acts. A key that a browser keeps for itself is a menu's, and null where there is none. */
export const windowActs: Readonly<
  Record<WindowAct, { readonly label: string; readonly keys: string | null; readonly menuKeys: string | null }>
> = {
  palette: { label: 'Find an act or a record', keys: 'Mod+K', menuKeys: 'Mod+K' },
  readNow: { label: 'Read new messages now', keys: null, menuKeys: 'Mod+R' },
  help: { label: 'Help', keys: 'F1', menuKeys: 'F1' },
  keys: { label: 'This list of keys', keys: '?', menuKeys: null },
  reportProblem: { label: 'Report a problem', keys: null, menuKeys: null },
}
