/** The latest value that stayed unchanged for a while. */
import { useEffect, useState } from 'react'

/** Compares values as JSON. */
export const useDebounced = <T>(value: T, afterMs: number): T => {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text represents the value
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [text, afterMs])
  return settled
}
