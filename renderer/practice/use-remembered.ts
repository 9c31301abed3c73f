/** What was typed on this screen, kept while the window is open: going to look at the inbox must not cost it. */
import { useState } from 'react'

const remembered = new Map<string, unknown>()

export const useRemembered = <T>(key: string, initial: T): [T, (value: T) => void] => {
  const [value, setValue] = useState<T>(() => (remembered.has(key) ? (remembered.get(key) as T) : initial))
  const set = (next: T): void => {
    remembered.set(key, next)
    setValue(next)
  }
  return [value, set]
}
