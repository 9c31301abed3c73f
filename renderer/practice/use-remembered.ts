import { useState } from 'react'

const remembered = new Map<string, unknown>()

/** State that survives leaving the screen, until the window closes. */
export const useRemembered = <T>(key: string, initial: T): [T, (value: T) => void] => {
  const [value, setValue] = useState<T>(() => (remembered.has(key) ? (remembered.get(key) as T) : initial))
  const set = (next: T): void => {
    remembered.set(key, next)
    setValue(next)
  }
  return [value, set]
}
