// The question before the window goes while something typed is on no disk: the browser's own, or the desktop's.

let reasons = 0

const ask = (event: BeforeUnloadEvent): void => event.preventDefault()

/** From here on it is asked, until the function that comes back is called. */
export const askBeforeLeaving = (): (() => void) => {
  if (reasons === 0) window.addEventListener('beforeunload', ask)
  reasons += 1
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    reasons -= 1
    if (reasons === 0) window.removeEventListener('beforeunload', ask)
  }
}
