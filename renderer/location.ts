/**
 * The current location as the address's fragment: `#/items/CAM-014`. So reload, the back button and a second window
 * work under either host.
 */
import { useSyncExternalStore } from 'react'

export const screenNames = [
  'today',
  'inbox',
  'outbox',
  'orders',
  'items',
  'mapping',
  'notifications',
  'earnings',
  'practice',
  'settings',
] as const
export type ScreenName = (typeof screenNames)[number]

export type AppLocation = { readonly screen: ScreenName; readonly path: readonly string[] }

const isScreen = (text: string): text is ScreenName => (screenNames as readonly string[]).includes(text)

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    // A fragment typed by hand can contain a lone %, which is kept.
    return part
  }
}

/** Reads a fragment; anything unknown is Today. */
export const parseLocation = (hash: string): AppLocation => {
  const [screen = '', ...path] = hash
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decode)
  return isScreen(screen) ? { screen, path } : { screen: 'today', path: [] }
}

export const locationHref = (location: AppLocation): string =>
  `#/${[location.screen, ...location.path].map(encodeURIComponent).join('/')}`

export const navigate = (location: AppLocation): void => {
  window.location.hash = locationHref(location)
  // The browser reports the change in a later task. Until then, keys would act on the previous location.
  window.dispatchEvent(new Event('hashchange'))
}

let lastHash: string | undefined
let lastLocation: AppLocation = { screen: 'today', path: [] }

/**
 * Returns the same object for the same fragment, as `useSyncExternalStore` requires:
 * https://react.dev/reference/react/useSyncExternalStore
 */
const snapshot = (): AppLocation => {
  const { hash } = window.location
  if (hash !== lastHash) {
    lastHash = hash
    lastLocation = parseLocation(hash)
  }
  return lastLocation
}

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** The current location, outside rendering. */
export const currentLocation = snapshot

/**
 * Whether the seller is still at a location. Ask before an answer navigates, so that a seller who went elsewhere meanwhile stays
 * there.
 */
export const isAt = (location: AppLocation): boolean => locationHref(location) === locationHref(snapshot())

export const useAppLocation = (): AppLocation => useSyncExternalStore(subscribe, snapshot)

/** The screen alone, for components that don't depend on the path. */
export const useScreen = (): ScreenName => useSyncExternalStore(subscribe, () => snapshot().screen)
