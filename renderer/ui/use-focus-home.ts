/**
 * Where the focus goes when what had it is gone: a notice that was dealt with, a bar that left, a pane that closed.
 *
 * The browser then leaves it nowhere, and the keyboard with it. It is brought to the field or the list that is nearest to
 * where it was.
 */
import { type RefObject, useEffect } from 'react'

const homes = 'textarea, [role=listbox], [role=grid]'

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
      if (last === undefined || last.isConnected || document.activeElement !== document.body) return
      const around = path.find((one) => one.isConnected) ?? root
      path = []
      for (let at: HTMLElement | null = around; at !== null && root.contains(at); at = at.parentElement) {
        const home = [...at.querySelectorAll<HTMLElement>(homes)].find((one) => one.offsetParent !== null)
        if (home === undefined) continue
        home.focus({ preventScroll: true })
        return
      }
    }
    // A dialog gives the focus back a frame after it has closed, to what may be gone by then.
    const soon = (): void => void requestAnimationFrame(() => requestAnimationFrame(bringHome))
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
