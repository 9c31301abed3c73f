/** The commands that the native menu shares with the window, with their keys. `renderer/commands` builds on this table. */
import * as z from 'zod'

/** In the order of the rail. `keys` are pressed one after the other; `menuKeys` work in the native menu alone. */
export const screenCommands = [
  { screen: 'inbox', label: 'Inbox', keys: 'g i', menuKeys: 'Mod+1' },
  { screen: 'outbox', label: 'Outbox', keys: 'g o', menuKeys: 'Mod+2' },
  { screen: 'items', label: 'Items', keys: 'g s', menuKeys: 'Mod+3' },
  { screen: 'mapping', label: 'Mapping', keys: 'g m', menuKeys: 'Mod+4' },
  { screen: 'notifications', label: 'Notifications', keys: 'g n', menuKeys: 'Mod+5' },
  { screen: 'practice', label: 'Practice', keys: 'g p', menuKeys: 'Mod+6' },
  { screen: 'settings', label: 'Settings', keys: 'g ,', menuKeys: 'Mod+,' },
] as const

export const menuCommandSchema = z.enum([
  'app.palette',
  'app.help',
  'app.keys',
  'app.checkMessages',
  'app.reportProblem',
])
export type MenuCommand = z.infer<typeof menuCommandSchema>

/** `menuKeys` without `keys`: browsers keep that key for themselves. */
export const menuCommands = {
  'app.palette': { label: 'Find a command or record', keys: 'Mod+K', menuKeys: 'Mod+K' },
  'app.checkMessages': { label: 'Check for new messages', menuKeys: 'Mod+R' },
  'app.help': { label: 'Help', keys: 'F1', menuKeys: 'F1' },
  'app.keys': { label: 'Keyboard shortcuts', keys: '?' },
  'app.reportProblem': { label: 'Report a problem' },
} as const satisfies Record<MenuCommand, { label: string; keys?: string; menuKeys?: string }>
