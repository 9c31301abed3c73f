/** Focus is never lost: where what had it is gone and nothing else took it, the room has it, and its keys go on working. */
import { type RefObject, useEffect } from 'react'

/** A dialog that closes gives the focus back to its button within a frame or two; only what it cannot give back is ours. */
const LOST_AFTER_MS = 100

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body

export const useKeptFocus = (room: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const take = (): void => {
      timer = undefined
      if (isLost() && document.querySelector('[role="dialog"], [role="alertdialog"]') === null) {
        room.current?.focus({ preventScroll: true })
      }
    }
    // An element that is taken away with the focus on it tells nobody.
    const watch = new MutationObserver(() => {
      if (timer === undefined && isLost()) timer = setTimeout(take, LOST_AFTER_MS)
    })
    watch.observe(document.body, { childList: true, subtree: true })
    return () => {
      watch.disconnect()
      clearTimeout(timer)
    }
  }, [room])
}
