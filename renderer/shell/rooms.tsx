/** The rooms as the rail shows them. Each screen's code is loaded when it is first opened, so that the window starts light. */
import { Bell, Boxes, Inbox, type LucideIcon, Route, Send, Settings, Store } from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import type { RoomName } from '../api/place.ts'

export type RoomEntry = {
  readonly id: RoomName
  readonly label: string
  readonly icon: LucideIcon
  /** The keys that go there, pressed one after the other. */
  readonly keys: string
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
    id: 'inbox',
    label: 'Inbox',
    icon: Inbox,
    keys: 'g i',
    Screen: lazy(async () => ({ default: (await import('../messaging/inbox-screen.tsx')).InboxScreen })),
    screenKeys: [
      ...listKeys,
      { keys: 'r', does: 'Write a reply' },
      { keys: 'Mod+Enter', does: 'Send the reply' },
      { keys: 'c', does: 'Write to a buyer' },
      { keys: 'x', does: 'Mark the row' },
      { keys: 'Shift+ArrowDown', does: 'Mark and move on' },
      { keys: 'e', does: 'Archive' },
      { keys: 'u', does: 'Mark as unread' },
      { keys: 'i', does: 'Mark as read' },
      { keys: 'Delete', does: 'Delete, after asking' },
    ],
  },
  {
    id: 'outbox',
    label: 'Outbox',
    icon: Send,
    keys: 'g o',
    Screen: lazy(async () => ({ default: (await import('../messaging/outbox-screen.tsx')).OutboxScreen })),
    screenKeys: listKeys,
  },
  {
    id: 'items',
    label: 'Items',
    icon: Boxes,
    keys: 'g s',
    Screen: lazy(async () => ({ default: (await import('../inventory/items-screen.tsx')).ItemsScreen })),
    screenKeys: listKeys,
  },
  {
    id: 'mapping',
    label: 'Mapping',
    icon: Route,
    keys: 'g m',
    Screen: lazy(async () => ({ default: (await import('../mapping/mapping-screen.tsx')).MappingScreen })),
    screenKeys: listKeys,
  },
  {
    id: 'notifications',
    label: 'Notifications',
    icon: Bell,
    keys: 'g n',
    Screen: lazy(async () => ({
      default: (await import('../notifications/notifications-screen.tsx')).NotificationsScreen,
    })),
    screenKeys: listKeys,
  },
  {
    id: 'practice',
    label: 'Practice',
    icon: Store,
    keys: 'g p',
    Screen: lazy(async () => ({ default: (await import('../practice/practice-screen.tsx')).PracticeScreen })),
    screenKeys: [],
  },
  {
    id: 'settings',
    label: 'Settings',
    icon: Settings,
    keys: 'g ,',
    Screen: lazy(async () => ({ default: (await import('../connection/settings-screen.tsx')).SettingsScreen })),
    screenKeys: [],
  },
]
