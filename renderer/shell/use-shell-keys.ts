/**
 * The keys that work everywhere: `g` and a letter goes to a room, Mod+K opens the palette, `?` the list of keys, F1 the help.
 *
 * Single keys are off while somebody types, while an input method composes, and while a dialog is open.
 */
import { useEffect, useRef } from 'react'
import { navigate } from '../api/location.ts'
import { rooms } from './rooms.tsx'

/** How long `g` waits for its second key. */
const SECOND_KEY_MS = 1_500

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)))

const inDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=dialog], [role=alertdialog], [role=menu]') !== null

/** Nobody has the focus, or the room as a whole: what is pressed is meant for what stands in the room. */
const isNowhere = (target: EventTarget | null): boolean =>
  target instanceof Element && (target === document.body || target.tagName === 'MAIN')

const listKeys = new Set(['j', 'k', 'ArrowDown', 'ArrowUp'])

/** Hands a key that was pressed on nothing to the room; its list comes to the focus by the keys that move in it. */
const handToRoom = (event: KeyboardEvent): void => {
  const room = document.querySelector<HTMLElement>('main > :last-child')
  if (room === null || event.key === 'Tab') return
  const list = listKeys.has(event.key) ? room.querySelector<HTMLElement>('[role="listbox"], [role="grid"]') : null
  if (list !== null) {
    event.preventDefault()
    event.stopPropagation()
    list.focus()
    return
  }
  const { key, code, shiftKey, ctrlKey, metaKey, altKey, repeat } = event
  const handed = { key, code, shiftKey, ctrlKey, metaKey, altKey, repeat, bubbles: true, cancelable: true }
  // Only the copy goes on: whoever listens on the window hears the key once.
  event.stopPropagation()
  if (!room.dispatchEvent(new KeyboardEvent('keydown', handed))) event.preventDefault()
}

export type ShellKeys = {
  readonly onPalette: () => void
  /** Given what is typed while the palette is called and not there yet; undefined where it is not called. */
  readonly onAhead: ((letter: string) => void) | undefined
  readonly onKeys: () => void
  readonly onHelp: () => void
}

export const useShellKeys = ({ onPalette, onAhead, onKeys, onHelp }: ShellKeys): void => {
  const firstKeyAtMs = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.isComposing || event.defaultPrevented) return
      if ((event.metaKey || event.ctrlKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        onPalette()
        return
      }
      if (event.key === 'F1') {
        event.preventDefault()
        onHelp()
        return
      }
      if (event.metaKey || event.ctrlKey || event.altKey || inDialog(event.target)) return
      if (onAhead !== undefined && event.key.length === 1) {
        event.preventDefault()
        event.stopPropagation()
        onAhead(event.key)
        return
      }
      if (isTyping(event.target)) return
      if (event.key === '?') {
        event.preventDefault()
        onKeys()
        return
      }
      const isSecond = event.timeStamp - firstKeyAtMs.current < SECOND_KEY_MS
      firstKeyAtMs.current = Number.NEGATIVE_INFINITY
      const room = isSecond ? rooms.find((entry) => entry.keys === `g ${event.key}`) : undefined
      if (room !== undefined) {
        event.preventDefault()
        navigate({ screen: room.id, path: [] })
      } else if (event.key === 'g') {
        firstKeyAtMs.current = event.timeStamp
      } else if (isNowhere(event.target)) {
        handToRoom(event)
      }
    }
    // Captured, so that the second key of a pair is not taken for a list's own key (k, j) first.
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [onPalette, onAhead, onKeys, onHelp])
}
