/** The commands that the native menu shares with the window, with their keys. `renderer/commands` builds on this table. */

/**
 * In the order of the navigation rail. `keys` are pressed one after the other; `menuKeys` work in the native menu
 * alone.
 */
export const screenCommands = [
  { screen: 'today', label: 'Today', keys: 'g t', menuKeys: 'Mod+1' },
  { screen: 'inbox', label: 'Inbox', keys: 'g i', menuKeys: 'Mod+2' },
  { screen: 'orders', label: 'Orders', keys: 'g d', menuKeys: 'Mod+3' },
  { screen: 'items', label: 'Items', keys: 'g s', menuKeys: 'Mod+4' },
  { screen: 'mapping', label: 'Mapping', keys: 'g m', menuKeys: 'Mod+5' },
  { screen: 'outbox', label: 'Outbox', keys: 'g o', menuKeys: 'Mod+6' },
  { screen: 'notifications', label: 'Notifications', keys: 'g n', menuKeys: 'Mod+7' },
  { screen: 'earnings', label: 'Earnings', keys: 'g e', menuKeys: 'Mod+8' },
  { screen: 'practice', label: 'Practice', keys: 'g p', menuKeys: 'Mod+9' },
  { screen: 'settings', label: 'Settings', keys: 'g ,', menuKeys: 'Mod+,' },
] as const

/** `menuKeys` without `keys`: browsers keep that key for themselves. */
export const menuCommands = {
  'app.palette': { label: 'Find a command or record', keys: 'Mod+K', menuKeys: 'Mod+K' },
  'app.checkMessages': { label: 'Check for new messages', menuKeys: 'Mod+R' },
  'app.help': { label: 'Help', keys: 'F1', menuKeys: 'F1' },
  'app.keys': { label: 'Keyboard shortcuts', keys: '?' },
  'app.reportProblem': { label: 'Report a problem' },
} as const satisfies Readonly<Record<string, { label: string; keys?: string; menuKeys?: string }>>
export type MenuCommand = keyof typeof menuCommands
