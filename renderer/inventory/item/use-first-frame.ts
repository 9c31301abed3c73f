/**
 * False until the component's first frame is painted. Content that depends on it renders after that frame: a deferred
 * render would start before the frame and delay it.
 */
import { startTransition, useEffect, useState } from 'react'

export const useFirstFrame = (): boolean => {
  const [hasFrame, setHasFrame] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setHasFrame(true)))
    return () => cancelAnimationFrame(frame)
  }, [])
  return hasFrame
}
