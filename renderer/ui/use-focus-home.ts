/**
 * Where the focus goes when what had it is gone: a notice that was dealt with, a bar that left, a pane that closed.
 *
 * The browser then leaves it nowhere, and the keyboard with it. It is brought to the field or the list that is nearest to
 * where it was.
 */
import { type RefObject, useEffect } from 'react'

/** Where something was taken out: what is written or gone through beside it. */
const homes = 'textarea, [role=listbox], [role=grid]'
/** Where another pane took the place of the one that had the focus: what is read or gone through there. */
const homesOfPane = 'section[tabindex="0"], [role=listbox], [role=grid], textarea'

export const useFocusHome = (within: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const root = within.current
    if (root === null) return undefined
    /** What of the screen had the focus last, from the inside out. */
    let path: readonly HTMLElement[] = []
    const note = ({ target }: FocusEvent): void => {
      const next: HTMLElement[] = []
      for (
        let at = target instanceof HTMLElement ? target : null;
        at !== null && root.contains(at);
        at = at.parentElement
      )
        next.push(at)
      path = next
    }
    // A press beside everything takes the focus away because the user wants it so.
    const forget = (): void => {
      path = []
    }
    const bringHome = (): void => {
      const [last] = path
      if (last === undefined || document.activeElement !== document.body || last.checkVisibility()) return
      const wanted = last.isConnected ? homesOfPane : homes
      const around = path.find((one) => one.checkVisibility()) ?? root
      path = []
      for (let at: HTMLElement | null = around; at !== null && root.contains(at); at = at.parentElement) {
        const home = [...at.querySelectorAll<HTMLElement>(wanted)].find((one) => one.checkVisibility())
        if (home === undefined) continue
        home.focus({ preventScroll: true })
        return
      }
    }
    // A dialog gives the focus back a frame after it has closed, to what may be gone by then; a toast gives it to nobody.
    const soon = ({ target }: FocusEvent): void => {
      const isOurs = target instanceof Node && root.contains(target)
      const look = (): void => {
        const wasAbove = !isOurs && target instanceof Node && !target.isConnected
        if (wasAbove && document.activeElement === document.body && path[0]?.checkVisibility() === true) {
          path[0].focus({ preventScroll: true })
        } else bringHome()
      }
      requestAnimationFrame(() => requestAnimationFrame(look))
    }
    // Told of what was taken out of the screen, once for all that was taken out together.
    const gone = new MutationObserver(bringHome)
    gone.observe(root, { childList: true, subtree: true })
    root.addEventListener('focusin', note)
    document.addEventListener('focusout', soon)
    document.addEventListener('pointerdown', forget, { capture: true })
    return () => {
      gone.disconnect()
      root.removeEventListener('focusin', note)
      document.removeEventListener('focusout', soon)
      document.removeEventListener('pointerdown', forget, { capture: true })
    }
  }, [within])
}
