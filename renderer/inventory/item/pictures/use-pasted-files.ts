/** Takes pictures that are pasted anywhere on the item page. Text stays with its field, and dialogs are left alone. */
import { useEffect, useEffectEvent } from 'react'

export const usePastedFiles = (isEnabled: boolean, onFiles: (files: readonly File[]) => void): void => {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
    const isInDialog = event.target instanceof Element && event.target.closest('[role$="dialog"]') !== null
    // The drop area takes what is pasted into itself.
    if (event.defaultPrevented || isInDialog || files.length === 0) return
    event.preventDefault()
    onFiles(files)
  })
  useEffect(() => {
    if (!isEnabled) return undefined
    window.addEventListener('paste', onPaste)
    return () => window.removeEventListener('paste', onPaste)
  }, [isEnabled])
}
