/**
 * Keeps the focus when the focused element disappears: returns it to what had it when the seller left this location, such as
 * the button that opened the page that was just closed. Otherwise moves it to the harmless control beside it in what is left of its pane,
 * else the nearest text area or list, else the previously focused element, else the screen as a whole, where keys still
 * work.
 */
import { type RefObject, useEffect } from 'react'
import { createFocusMemory, findControls, isHarmless } from './focus-memory.ts'

const NEAR = 'textarea, [role=listbox], [role=grid]'
/**
 * For an element that is hidden but still present, as when one pane replaces another: a readable region can take the
 * focus too.
 */
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

const middle = (box: DOMRect): readonly [number, number] => [box.x + box.width / 2, box.y + box.height / 2]

/**
 * The control nearest to `box`, where the removed element was. None if it was in a pane's header or a readable region.
 */
const findBeside = (path: readonly HTMLElement[], box: DOMRect): HTMLElement | undefined => {
  if (path[0]?.isConnected !== false) return undefined
  const left = path.slice(path.findIndex((one) => one.checkVisibility()))
  const paneIndex = left.findLastIndex((one) => one.matches('section'))
  const inPane = left.slice(0, Math.max(0, paneIndex))
  if (inPane.some((one) => one.matches('header, section[tabindex="0"]'))) return undefined
  const [x, y] = middle(box)
  const distance = (one: HTMLElement): number => {
    const [toX, toY] = middle(one.getBoundingClientRect())
    return Math.hypot(toX - x, toY - y)
  }
  for (const around of inPane) {
    const controls = findControls(around).filter(
      (one) => one.tabIndex >= 0 && !one.matches(':disabled') && isHarmless(one) && one.checkVisibility(),
    )
    const [first, ...others] = controls
    if (first !== undefined) return others.reduce((best, one) => (distance(one) < distance(best) ? one : best), first)
  }
  return undefined
}

const isOnScreen = (element: HTMLElement): boolean => {
  const { top, bottom } = element.getBoundingClientRect()
  return element.checkVisibility() && bottom > 0 && top < window.innerHeight
}

const findNear = (path: readonly HTMLElement[], screen: HTMLElement): HTMLElement | undefined => {
  const wanted = path[0]?.isConnected === true ? NEAR_IN_PANE : NEAR
  for (const around of pathTo(path.find((one) => one.checkVisibility()) ?? screen, screen)) {
    const near = [...around.querySelectorAll<HTMLElement>(wanted)].find(isOnScreen)
    if (near !== undefined) return near
    // A pane that can take the focus itself.
    if (around !== screen && around.hasAttribute('tabindex')) return around
  }
  return undefined
}

export const useKeptFocus = (within: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const screen = within.current
    if (screen === null) return undefined
    /** The last focused element and its ancestors, innermost first. */
    let path: readonly HTMLElement[] = []
    let box = new DOMRect()
    let timer: ReturnType<typeof setTimeout> | undefined
    const memory = createFocusMemory(window.location.hash)
    const remember = ({ target }: FocusEvent): void => {
      path = pathTo(target, screen)
      box = path[0]?.getBoundingClientRect() ?? box
    }
    /** A press elsewhere removes the focus on purpose. */
    const forget = (): void => {
      path = []
    }
    const returnFocus = (): void => {
      timer = undefined
      if (!isLost()) return
      const [before] = path
      // A pane takes no focus while the next conversation is loading.
      if (before?.isConnected === true && before.closest('[inert]') !== null) {
        timer = setTimeout(returnFocus, LOST_AFTER_MS)
        return
      }
      if (before?.checkVisibility() === true) before.focus({ preventScroll: true })
      if (isLost()) screen.focus({ preventScroll: true })
    }
    const check = (): void => {
      if (!isLost() && document.activeElement !== screen) return
      const former = memory.take(screen, performance.now())
      if (former !== undefined) former.focus({ preventScroll: true })
      if (!isLost()) return
      const [last] = path
      const near =
        last === undefined || last.checkVisibility() ? undefined : (findBeside(path, box) ?? findNear(path, screen))
      if (near !== undefined) near.focus({ preventScroll: true })
      else timer ??= setTimeout(returnFocus, LOST_AFTER_MS)
    }
    const leave = (): void => memory.moveTo(window.location.hash, path[0], performance.now())
    // Removing a focused element fires no event; hiding it fires focusout, a frame later.
    const removals = new MutationObserver(check)
    const checkSoon = (): void => void requestAnimationFrame(() => requestAnimationFrame(check))
    removals.observe(document.body, { childList: true, subtree: true })
    screen.addEventListener('focusin', remember)
    document.addEventListener('focusout', checkSoon)
    window.addEventListener('hashchange', leave)
    document.addEventListener('pointerdown', forget, { capture: true })
    return () => {
      removals.disconnect()
      clearTimeout(timer)
      screen.removeEventListener('focusin', remember)
      document.removeEventListener('focusout', checkSoon)
      window.removeEventListener('hashchange', leave)
      document.removeEventListener('pointerdown', forget, { capture: true })
    }
  }, [within])
}
