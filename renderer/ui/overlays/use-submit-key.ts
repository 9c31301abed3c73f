/** Ctrl/⌘ Enter presses the main button of a dialog, wherever the focus is. */
import { useEffect, useEffectEvent } from 'react'

/** Call it in a dialog that is rendered only while it is open. `submit` does nothing while the button is disabled. */
export const useSubmitKey = (submit: () => void): void => {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    // The focused button would be pressed too.
    event.stopPropagation()
    if (!event.repeat) submit()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [])
}
