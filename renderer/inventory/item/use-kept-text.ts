/** A text about an item that is stored when its field is left. */
import { useState } from 'react'
import { useApiQuery } from '../../api/hooks.ts'

type Typed = {
  readonly text: string
  /** When it was stored, ms since 1970. A later reading of the item shows it. */
  readonly storedAtMs?: number
}

type KeptText = {
  readonly value: string
  readonly onChange: (text: string) => void
  /** Stores what is typed. */
  readonly keep: () => void
}

/** What is typed stays until the item shows it. `store` calls `onStored` once the text, without spaces around it, is stored. */
export const useKeptText = (
  sku: string,
  stored: string,
  store: (text: string, onStored: () => void) => void,
): KeptText => {
  const { dataUpdatedAt, refetch } = useApiQuery('inventory', 'item', { sku })
  const [last, setTyped] = useState<Typed>()
  const typed = last?.storedAtMs !== undefined && dataUpdatedAt > last.storedAtMs ? undefined : last
  return {
    value: typed?.text ?? stored,
    onChange: (text) => setTyped({ text }),
    keep: () => {
      if (typed === undefined || typed.storedAtMs !== undefined) return
      const wanted = typed.text.trim()
      if (wanted === stored) {
        setTyped(undefined)
        return
      }
      store(wanted, () => {
        // What was typed meanwhile isn't stored.
        setTyped((now) => (now === typed ? { ...typed, storedAtMs: Date.now() } : now))
        void refetch()
      })
    },
  }
}
