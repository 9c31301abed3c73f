/**
 * Focus is never lost: a notice that was dealt with, a bar that left, a pane that closed took it along, and the browser
 * leaves it nowhere.
 *
 * It is brought to the field or the list that is nearest to where it was; where only something above the room went (a dialog,
 * a toast), back to what had it before; else to the room as a whole, whose keys then go on working.
 */
import { type RefObject, useEffect } from 'react'

/** Where something was taken out: what is written or gone through beside it. */
const homes = 'textarea, [role=listbox], [role=grid]'
/** Where another pane took the place of the one that had the focus: what is read or gone through there. */
const homesOfPane = 'section[tabindex="0"], [role=listbox], [role=grid], textarea'

/** A dialog that closes gives the focus back to its button within a frame or two; only what it cannot give back is ours. */
const LOST_AFTER_MS = 100

const isLost = (): boolean =>
  (document.activeElement === null || document.activeElement === document.body) &&
  document.querySelector('[role="dialog"], [role="alertdialog"]') === null

/** An element and all it stands in, from the inside out, up to the room. */
const pathTo = (target: EventTarget | null, room: HTMLElement): readonly HTMLElement[] => {
  const path: HTMLElement[] = []
  for (let at = target instanceof HTMLElement ? target : null; at !== null && room.contains(at); at = at.parentElement)
    path.push(at)
  return path
}

/** The home that is nearest to what went, looked for ever further out. */
const homeNear = (path: readonly HTMLElement[], room: HTMLElement): HTMLElement | undefined => {
  const wanted = path[0]?.isConnected === true ? homesOfPane : homes
  const around = pathTo(path.find((one) => one.checkVisibility()) ?? room, room)
  for (const at of around) {
    const home = [...at.querySelectorAll<HTMLElement>(wanted)].find((one) => one.checkVisibility())
    if (home !== undefined) return home
  }
  return undefined
}

export const useKeptFocus = (within: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const room = within.current
    if (room === null) return undefined
    /** What of the room had the focus last, from the inside out. */
    let path: readonly HTMLElement[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const note = ({ target }: FocusEvent): void => {
      path = pathTo(target, room)
    }
    // A press beside everything takes the focus away because the user wants it so.
    const forget = (): void => {
      path = []
    }
    const take = (): void => {
      timer = undefined
      if (!isLost()) return
      const before = path[0]
      if (before?.checkVisibility() === true) before.focus({ preventScroll: true })
      if (isLost()) room.focus({ preventScroll: true })
    }
    const look = (): void => {
      if (!isLost()) return
      const [last] = path
      const home = last === undefined || last.checkVisibility() ? undefined : homeNear(path, room)
      if (home !== undefined) home.focus({ preventScroll: true })
      else timer ??= setTimeout(take, LOST_AFTER_MS)
    }
    // An element that is taken away with the focus on it tells nobody; one that is hidden does, with the next frame.
    const gone = new MutationObserver(look)
    const soon = (): void => void requestAnimationFrame(() => requestAnimationFrame(look))
    gone.observe(document.body, { childList: true, subtree: true })
    room.addEventListener('focusin', note)
    document.addEventListener('focusout', soon)
    document.addEventListener('pointerdown', forget, { capture: true })
    return () => {
      gone.disconnect()
      clearTimeout(timer)
      room.removeEventListener('focusin', note)
      document.removeEventListener('focusout', soon)
      document.removeEventListener('pointerdown', forget, { capture: true })
    }
  }, [within])
}
