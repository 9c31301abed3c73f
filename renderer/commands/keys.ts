/** The window's one key listener: it turns pressed keys into commands. */
import { useEffect } from 'react'
import { pressedKey } from '../ui/base/pressed-key.ts'
import { type CommandId, commandIds, commandInfo } from './commands.ts'
import { runCommand } from './registry.ts'

/** How long `g` waits for its second key. */
const SECOND_KEY_MS = 1_500

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Whether the event is this chord: `Mod+K`, `Shift+Delete`, `?`. For characters, Shift is part of the character. */
export const matchesChord = (chord: string, event: Pressed): boolean => {
  const parts = chord.split('+')
  const key = parts.pop() ?? ''
  const isMod = event.ctrlKey || event.metaKey
  if (parts.includes('Mod') !== isMod || parts.includes('Alt') !== event.altKey) return false
  const pressed = pressedKey(event)
  if (key.length === 1 && parts.length === 0) return pressed === key
  return parts.includes('Shift') === event.shiftKey && pressed.toLowerCase() === key.toLowerCase()
}

type Binding = { readonly id: CommandId; readonly chords: readonly string[]; readonly isEverywhere: boolean }

/** `otherKeys` is a second binding of the same command. */
const bindings: readonly Binding[] = commandIds.flatMap((id) => {
  const { keys, otherKeys, screen } = commandInfo(id)
  return [keys, otherKeys].flatMap((one) =>
    one === undefined ? [] : [{ id, chords: one.split(' '), isEverywhere: screen === undefined }],
  )
})
const everywhere = bindings.filter(({ isEverywhere }) => isEverywhere)
const sequences = everywhere.filter(({ chords }) => chords.length === 2)
/** Those of a view first: while it is shown, its keys replace the screen's. */
const ofScreens = bindings
  .filter(({ isEverywhere }) => !isEverywhere)
  .toSorted((a, b) => Number(commandInfo(a.id).view === undefined) - Number(commandInfo(b.id).view === undefined))

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type)))

/** Whether the target is in a dialog, menu or select popover, which handles its own keys. */
const isInOverlay = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=dialog], [role=alertdialog], [role=menu], [data-trigger]') !== null

/** Whether nothing has the focus, or only the screen as a whole. */
const isUnfocused = (target: EventTarget | null): boolean =>
  target instanceof Element && (target === document.body || target.tagName === 'MAIN')

const take = (event: KeyboardEvent): void => {
  event.preventDefault()
  event.stopPropagation()
}

const listKeys: ReadonlySet<string> = new Set(['j', 'k', 'ArrowDown', 'ArrowUp'])

/** Focuses the screen's list. */
const focusList = (event: KeyboardEvent): void => {
  const list = document.querySelector<HTMLElement>('main [role="listbox"], main [role="grid"]')
  if (list === null) return
  take(event)
  list.focus()
}

type KeyOptions = {
  /** Receives what is typed while the palette opens; undefined otherwise. */
  readonly onTypeAhead: ((character: string) => void) | undefined
}

/** Receives what is typed for a field that is still loading; undefined otherwise. */
let awaitedField: ((character: string) => void) | undefined

/**
 * Passes typed characters to `receive` instead of running their commands, until the returned function is called. For a
 * field that gets the focus once it is loaded: a quick seller types on, and `e` would archive.
 */
export const holdCharacters = (receive: (character: string) => void): (() => void) => {
  awaitedField = receive
  return () => {
    if (awaitedField === receive) awaitedField = undefined
  }
}

export const useCommandKeys = ({ onTypeAhead }: KeyOptions): void => {
  useEffect(() => {
    let firstKey: { readonly key: string; readonly atMs: number } | undefined

    const runFor = (event: KeyboardEvent, id: CommandId | undefined): boolean => {
      if (id === undefined || !runCommand(id, event)) return false
      take(event)
      return true
    }

    /** The second key of `g i`; undefined if the last key doesn't start a sequence. */
    const findSequence = (event: KeyboardEvent): CommandId | undefined => {
      const first = firstKey !== undefined && event.timeStamp - firstKey.atMs < SECOND_KEY_MS ? firstKey.key : undefined
      firstKey = undefined
      return sequences.find(({ chords }) => chords[0] === first && chords[1] === pressedKey(event))?.id
    }

    /** Window-wide commands, before a list or the sheet handles the key. */
    const onCapture = (event: KeyboardEvent): void => {
      if (event.isComposing || event.defaultPrevented) return
      const hasModifier = event.metaKey || event.ctrlKey || event.altKey
      const isCharacter = event.key.length === 1 && !hasModifier
      const id = everywhere.find(({ chords }) => chords.length === 1 && matchesChord(chords[0] ?? '', event))?.id
      if (!isCharacter && runFor(event, id)) return
      if (hasModifier && event.key === 'Enter' && event.target instanceof HTMLButtonElement) {
        // Otherwise the focused button would be pressed, even where the command has nothing to do.
        onBubble(event)
        if (!isInOverlay(event.target)) take(event)
        return
      }
      if (hasModifier || isInOverlay(event.target)) return
      const receive = onTypeAhead ?? (isTyping(event.target) ? undefined : awaitedField)
      if (receive !== undefined && isCharacter) {
        take(event)
        receive(event.key)
        return
      }
      if (isTyping(event.target) || runFor(event, id) || runFor(event, findSequence(event))) return
      const key = pressedKey(event)
      if (sequences.some(({ chords }) => chords[0] === key)) firstKey = { key, atMs: event.timeStamp }
      else if (listKeys.has(key) && isUnfocused(event.target)) focusList(event)
    }

    /** Screen commands, after the focused element. */
    const onBubble = (event: KeyboardEvent): void => {
      if (event.isComposing || event.defaultPrevented || isInOverlay(event.target)) return
      const typing = isTyping(event.target)
      for (const { id, chords } of ofScreens) {
        if (!matchesChord(chords[0] ?? '', event) || (typing && commandInfo(id).whileTyping !== true)) continue
        if (!runCommand(id, event)) continue
        event.preventDefault()
        return
      }
    }
    window.addEventListener('keydown', onCapture, { capture: true })
    window.addEventListener('keydown', onBubble)
    return () => {
      window.removeEventListener('keydown', onCapture, { capture: true })
      window.removeEventListener('keydown', onBubble)
    }
  }, [onTypeAhead])
}
