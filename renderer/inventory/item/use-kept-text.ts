/** A text about an item that is stored when its field is left. */
import { useRef, useState } from 'react'
import { useApiQuery } from '../../api/hooks.ts'

type Typed = {
  readonly text: string
  /** When it was stored, ms since 1970. Later readings of the item contain it. */
  readonly storedAtMs?: number
}

type KeptText = {
  readonly value: string
  readonly onChange: (text: string) => void
  /** Stores what is typed. */
  readonly keep: () => void
}

/** Keeps what is typed until the item shows it. `store` gets the trimmed text, and calls `onStored` once it is stored. */
export const useKeptText = (
  sku: string,
  stored: string,
  store: (text: string, onStored: () => void) => void,
): KeptText => {
  const { dataUpdatedAt, refetch } = useApiQuery('inventory', 'item', { sku })
  const [last, setTyped] = useState<Typed>()
  /** Texts that are being stored: until they are, what is stored isn't what was read. */
  const storing = useRef(0)
  const typed = last?.storedAtMs !== undefined && dataUpdatedAt > last.storedAtMs ? undefined : last
  return {
    value: typed?.text ?? stored,
    onChange: (text) => setTyped({ text }),
    keep: () => {
      if (typed === undefined || typed.storedAtMs !== undefined) return
      const wanted = typed.text.trim()
      if (wanted === stored && storing.current === 0) {
        setTyped(undefined)
        return
      }
      storing.current += 1
      store(wanted, () => {
        storing.current -= 1
        // What was typed since isn't stored yet.
        setTyped((now) => (now === typed ? { ...typed, storedAtMs: Date.now() } : now))
        void refetch()
      })
    },
  }
}
