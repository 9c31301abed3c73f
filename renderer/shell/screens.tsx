/** The screens of the rail. Each loads its code when first opened, so that the window starts quickly. */
import {
  Bell,
  Boxes,
  ChartNoAxesColumn,
  Inbox,
  type LucideIcon,
  Package,
  Route,
  Send,
  Settings,
  Store,
  Sunrise,
} from 'lucide-react'
import { type ComponentType, lazy, memo } from 'react'
import type { ScreenName } from '../location.ts'
import { loaded } from './loaded.ts'

type ScreenEntry = { readonly icon: LucideIcon; readonly Screen: ComponentType }

/** Memoised, so a change in the frame, such as a count, doesn't re-render the screen. */
const lazyScreen = (load: () => Promise<ComponentType>): ComponentType =>
  lazy(async () => ({ default: memo(await loaded(load)) }))

export const screens: Readonly<Record<ScreenName, ScreenEntry>> = {
  today: {
    icon: Sunrise,
    Screen: lazyScreen(async () => {
      const [{ TodayScreen }, { todayOffers }] = await Promise.all([
        import('../today/today-screen.tsx'),
        import('../offers/today-parts.ts'),
      ])
      return () => <TodayScreen offers={todayOffers} />
    }),
  },
  inbox: {
    icon: Inbox,
    Screen: lazyScreen(async () => {
      const [{ InboxScreen }, { inboxOffers }] = await Promise.all([
        import('../messaging/inbox-screen.tsx'),
        import('../offers/inbox-parts.ts'),
      ])
      return () => <InboxScreen offers={inboxOffers} />
    }),
  },
  outbox: {
    icon: Send,
    Screen: lazyScreen(async () => (await import('../outbox/outbox-screen.tsx')).OutboxScreen),
  },
  orders: { icon: Package, Screen: lazyScreen(async () => (await import('../orders/orders-screen.tsx')).OrdersScreen) },
  items: {
    icon: Boxes,
    Screen: lazyScreen(async () => {
      const [{ ItemsScreen }, { listingParts }, { mappingParts }, { itemOffers }] = await Promise.all([
        import('../inventory/items-screen.tsx'),
        import('../listing/listing-parts.ts'),
        import('../mapping/mapping-parts.ts'),
        import('../offers/item-parts.ts'),
      ])
      return () => <ItemsScreen listing={listingParts} mapping={mappingParts} offers={itemOffers} />
    }),
  },
  mapping: {
    icon: Route,
    Screen: lazyScreen(async () => (await import('../mapping/mapping-screen.tsx')).MappingScreen),
  },
  notifications: {
    icon: Bell,
    Screen: lazyScreen(async () => (await import('../notifications/notifications-screen.tsx')).NotificationsScreen),
  },
  earnings: {
    icon: ChartNoAxesColumn,
    Screen: lazyScreen(async () => (await import('../earnings/earnings-screen.tsx')).EarningsScreen),
  },
  practice: {
    icon: Store,
    Screen: lazyScreen(async () => (await import('../practice/practice-screen.tsx')).PracticeScreen),
  },
  settings: {
    icon: Settings,
    Screen: lazyScreen(async () => (await import('../connection/settings-screen.tsx')).SettingsScreen),
  },
}
