/** The rooms as the rail shows them. Each screen's code is loaded when it is first opened, so that the window starts light. */
import { Bell, Boxes, Inbox, type LucideIcon, Route, Send, Settings, Store } from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import { roomActs } from '../../shared/app/acts.ts'
import type { ScreenName } from '../api/location.ts'
import { loaded } from './loaded.ts'

/** Name and keys as every list of them has them. */
const actOf = (room: ScreenName) => {
  const { label, keys, menuKeys } = roomActs.find((act) => act.room === room) ?? roomActs[0]
  return { id: room, label, keys, menuKeys }
}

export type RoomEntry = {
  readonly id: ScreenName
  readonly label: string
  readonly icon: LucideIcon
  /** The keys that go there, pressed one after the other. */
  readonly keys: string
  /** Held together, in the desktop's menu. */
  readonly menuKeys: string
  readonly Screen: ComponentType
  /** What can be done by keyboard on its screen, for the list under `?`. */
  readonly screenKeys: readonly { readonly keys: string; readonly does: string }[]
}

const listKeys = [
  { keys: 'j', does: 'Next row' },
  { keys: 'k', does: 'Previous row' },
  { keys: 'Enter', does: 'Open the row' },
  { keys: '/', does: 'Search' },
  { keys: 'Escape', does: 'One level out' },
] as const

export const rooms: readonly RoomEntry[] = [
  {
    ...actOf('inbox'),
    icon: Inbox,
    Screen: lazy(async () => ({ default: (await loaded(() => import('../messaging/inbox-screen.tsx'))).InboxScreen })),
    screenKeys: [
      ...listKeys,
      { keys: 'r', does: 'Write a reply' },
      { keys: 'Mod+Enter', does: 'Send the reply' },
      { keys: 'n', does: 'Next unanswered' },
      { keys: 'c', does: 'Write to a buyer' },
      { keys: 'x', does: 'Mark the row' },
      { keys: 'Shift+↓', does: 'Mark and move on' },
      { keys: 'Mod+A', does: 'Mark the whole list' },
      { keys: 'e', does: 'Archive' },
      { keys: 'u', does: 'Mark as unread' },
      { keys: 'i', does: 'Mark as read' },
      { keys: 'Delete', does: 'Delete, after asking' },
    ],
  },
  {
    ...actOf('outbox'),
    icon: Send,
    Screen: lazy(async () => ({
      default: (await loaded(() => import('../messaging/outbox-screen.tsx'))).OutboxScreen,
    })),
    screenKeys: listKeys,
  },
  {
    ...actOf('items'),
    icon: Boxes,
    Screen: lazy(async () => ({ default: (await loaded(() => import('../inventory/items-screen.tsx'))).ItemsScreen })),
    screenKeys: [
      { keys: '↑ ↓ ← →', does: 'Move; with Shift, select a block' },
      { keys: 'Space', does: 'Open the item' },
      { keys: 'Enter', does: 'Change the cell; any letter types over it' },
      { keys: 'Escape', does: 'Take back what is being typed; go one level out' },
      { keys: 'Tab', does: 'Move to the next cell' },
      { keys: 'Delete', does: 'Empty the selected cells' },
      { keys: 'Mod+D', does: 'Fill down' },
      { keys: 'Mod+C', does: 'Copy the block' },
      { keys: 'Mod+V', does: 'Paste a block' },
      { keys: 'Mod+Z', does: 'Take the last change back' },
      { keys: '/', does: 'Search' },
    ],
  },
  {
    ...actOf('mapping'),
    icon: Route,
    Screen: lazy(async () => ({
      default: (await loaded(() => import('../mapping/mapping-screen.tsx'))).MappingScreen,
    })),
    screenKeys: listKeys,
  },
  {
    ...actOf('notifications'),
    icon: Bell,
    Screen: lazy(async () => ({
      default: (await loaded(() => import('../notifications/notifications-screen.tsx'))).NotificationsScreen,
    })),
    screenKeys: listKeys,
  },
  {
    ...actOf('practice'),
    icon: Store,
    Screen: lazy(async () => ({
      default: (await loaded(() => import('../practice/practice-screen.tsx'))).PracticeScreen,
    })),
    screenKeys: [],
  },
  {
    ...actOf('settings'),
    icon: Settings,
    Screen: lazy(async () => ({
      default: (await loaded(() => import('../connection/settings-screen.tsx'))).SettingsScreen,
    })),
    screenKeys: [],
  },
]
