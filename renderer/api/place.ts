/**
 * Where the user is, as the address's fragment: `#/items/CAM-014`.
 *
 * A reload, a second window and the back button come out right by themselves, and either host can serve it.
 */
import { useSyncExternalStore } from 'react'

export const roomNames = ['inbox', 'outbox', 'items', 'mapping', 'notifications', 'practice', 'settings'] as const
export type RoomName = (typeof roomNames)[number]

export type Place = { readonly room: RoomName; readonly path: readonly string[] }

const isRoom = (text: string): text is RoomName => (roomNames as readonly string[]).includes(text)

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    // A fragment typed by hand can hold a lone %; it then means itself.
    return part
  }
}

/** Reads a fragment; anything unknown is the inbox. */
export const parsePlace = (hash: string): Place => {
  const [room = '', ...path] = hash
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decode)
  return isRoom(room) ? { room, path } : { room: 'inbox', path: [] }
}

export const hrefOf = (place: Place): string => `#/${[place.room, ...place.path].map(encodeURIComponent).join('/')}`

export const goTo = (place: Place): void => {
  window.location.hash = hrefOf(place)
}

let lastHash: string | undefined
let lastPlace: Place = { room: 'inbox', path: [] }

/** The same object for the same fragment, as React asks of a snapshot. */
const snapshot = (): Place => {
  const { hash } = window.location
  if (hash !== lastHash) {
    lastHash = hash
    lastPlace = parsePlace(hash)
  }
  return lastPlace
}

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** The place as it is now, for what happens and is not drawn. */
export const placeNow = snapshot

export const usePlace = (): Place => useSyncExternalStore(subscribe, snapshot)

/** The room alone: for what moving within a room does not concern. */
export const useRoom = (): RoomName => useSyncExternalStore(subscribe, () => snapshot().room)
