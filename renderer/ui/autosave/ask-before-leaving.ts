/** The browser's confirmation before a window with unsaved text closes. */

let unsavedCount = 0

const ask = (event: BeforeUnloadEvent): void => event.preventDefault()

/** Makes the window ask before it closes, until the returned function is called. */
export const askBeforeLeaving = (): (() => void) => {
  if (unsavedCount === 0) window.addEventListener('beforeunload', ask)
  unsavedCount += 1
  return () => {
    unsavedCount -= 1
    if (unsavedCount === 0) window.removeEventListener('beforeunload', ask)
  }
}
