/**
 * Keeps the focus on something when the focused element disappears: the nearest text area or list, else the element that had
 * it before, else the screen as a whole, where keys still work.
 */
import { type RefObject, useEffect } from 'react'

const NEAR = 'textarea, [role=listbox], [role=grid]'
/** For an element that is hidden but still there, as when one pane replaces another: a region to read can take the focus too. */
const NEAR_IN_PANE = `section[tabindex="0"], [role=listbox], [role=grid], textarea`

/** A closing dialog returns the focus itself within a frame or two. */
const LOST_AFTER_MS = 100

const isLost = (): boolean =>
  (document.activeElement === null || document.activeElement === document.body) &&
  document.querySelector('[role="dialog"], [role="alertdialog"]') === null

/** An element and its ancestors up to the screen. */
const pathTo = (target: EventTarget | null, screen: HTMLElement): readonly HTMLElement[] => {
  const path: HTMLElement[] = []
  for (
    let at = target instanceof HTMLElement ? target : null;
    at !== null && screen.contains(at);
    at = at.parentElement
  )
    path.push(at)
  return path
}

const findNear = (path: readonly HTMLElement[], screen: HTMLElement): HTMLElement | undefined => {
  const wanted = path[0]?.isConnected === true ? NEAR_IN_PANE : NEAR
  for (const around of pathTo(path.find((one) => one.checkVisibility()) ?? screen, screen)) {
    const near = [...around.querySelectorAll<HTMLElement>(wanted)].find((one) => one.checkVisibility())
    if (near !== undefined) return near
  }
  return undefined
}

export const useKeptFocus = (within: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const screen = within.current
    if (screen === null) return undefined
    /** The last focused element, from the inside out. */
    let path: readonly HTMLElement[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const remember = ({ target }: FocusEvent): void => {
      path = pathTo(target, screen)
    }
    /** A press elsewhere takes the focus away on purpose. */
    const forget = (): void => {
      path = []
    }
    const returnFocus = (): void => {
      timer = undefined
      if (!isLost()) return
      const [before] = path
      if (before?.checkVisibility() === true) before.focus({ preventScroll: true })
      if (isLost()) screen.focus({ preventScroll: true })
    }
    const check = (): void => {
      if (!isLost()) return
      const [last] = path
      const near = last === undefined || last.checkVisibility() ? undefined : findNear(path, screen)
      if (near !== undefined) near.focus({ preventScroll: true })
      else timer ??= setTimeout(returnFocus, LOST_AFTER_MS)
    }
    // Removing a focused element fires no event; hiding it fires focusout, a frame later.
    const removals = new MutationObserver(check)
    const checkSoon = (): void => void requestAnimationFrame(() => requestAnimationFrame(check))
    removals.observe(document.body, { childList: true, subtree: true })
    screen.addEventListener('focusin', remember)
    document.addEventListener('focusout', checkSoon)
    document.addEventListener('pointerdown', forget, { capture: true })
    return () => {
      removals.disconnect()
      clearTimeout(timer)
      screen.removeEventListener('focusin', remember)
      document.removeEventListener('focusout', checkSoon)
      document.removeEventListener('pointerdown', forget, { capture: true })
    }
  }, [within])
}
