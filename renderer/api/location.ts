/**
 * Where the user is, as the address's fragment: `#/items/CAM-014`.
 *
 * A reload, a second window and the back button come out right by themselves, and either host can serve it.
 */
import { useSyncExternalStore } from 'react'

export const screenNames = ['inbox', 'outbox', 'items', 'mapping', 'notifications', 'practice', 'settings'] as const
export type ScreenName = (typeof screenNames)[number]

export type AppLocation = { readonly screen: ScreenName; readonly path: readonly string[] }

const isScreen = (text: string): text is ScreenName => (screenNames as readonly string[]).includes(text)

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    // A fragment typed by hand can hold a lone %; it then means itself.
    return part
  }
}

/** Reads a fragment; anything unknown is the inbox. */
export const parseLocation = (hash: string): AppLocation => {
  const [screen = '', ...path] = hash
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decode)
  return isScreen(screen) ? { screen, path } : { screen: 'inbox', path: [] }
}

export const locationHref = (location: AppLocation): string =>
  `#/${[location.screen, ...location.path].map(encodeURIComponent).join('/')}`

export const navigate = (location: AppLocation): void => {
  window.location.hash = locationHref(location)
}

let lastHash: string | undefined
let lastLocation: AppLocation = { screen: 'inbox', path: [] }

/** The same object for the same fragment, as React asks of a snapshot. */
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

/** The location as it is now, for what happens and is not drawn. */
export const currentLocation = snapshot

export const useAppLocation = (): AppLocation => useSyncExternalStore(subscribe, snapshot)

/** The room alone: for what moving within a room does not concern. */
export const useScreen = (): ScreenName => useSyncExternalStore(subscribe, () => snapshot().screen)
