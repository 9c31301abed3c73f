/** The edit of one item while it is being typed: kept on disk 300 ms after the last key, on leaving, and before a preview. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Item } from '../../shared/inventory/contract.ts'
import { type ItemEdit, startEdit, withChange } from '../../shared/inventory/item-edit.ts'
import type { JsonPath, JsonValue } from '../../shared/inventory/json.ts'
import { Failure } from '../../shared/result.ts'
import { useClient } from '../api/hooks.ts'

const KEEP_AFTER_MS = 300

export type Keeping = { readonly state: 'kept' | 'waiting' } | { readonly state: 'failed'; readonly message: string }

export type ItemEditing = {
  readonly edit: ItemEdit
  readonly change: (path: JsonPath, value: JsonValue | undefined) => void
  /** Several fields at once, for a rename and for pasted cells. */
  readonly changeAll: (changes: readonly (readonly [JsonPath, JsonValue | undefined])[]) => void
  readonly keeping: Keeping
  /** Writes what waits now; rejects with a `Failure` when it cannot be kept. */
  readonly keep: () => Promise<void>
}

/** `readAgain` reads the item anew, so that what was kept is on screen before the typed state lets go of it. */
export const useItemEdit = (item: Item, readAgain: () => Promise<unknown>): ItemEditing => {
  const client = useClient()
  const { sku } = item
  const record = item.record ?? undefined
  const [typed, setTyped] = useState<ItemEdit | undefined>()
  const [keeping, setKeeping] = useState<Keeping>({ state: 'kept' })
  const waiting = useRef<ItemEdit | undefined>(undefined)
  const underWay = useRef<Promise<void>>(Promise.resolve())
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const latestReadAgain = useRef(readAgain)
  useEffect(() => {
    latestReadAgain.current = readAgain
  })

  const keep = useCallback((): Promise<void> => {
    clearTimeout(timer.current)
    const edit = waiting.current
    if (edit === undefined) return underWay.current
    waiting.current = undefined
    // One after the other, so that an older state never lands on a newer one.
    const written = underWay.current
      .catch(() => undefined)
      .then(async () => {
        try {
          await client.inventory.saveEdit({ sku, edit })
        } catch (error) {
          waiting.current ??= edit
          const message = error instanceof Failure ? error.message : 'The edit could not be kept.'
          setKeeping({ state: 'failed', message })
          throw error
        }
        await latestReadAgain.current().catch(() => undefined)
        setTyped((now) => (now === edit ? undefined : now))
        if (waiting.current === undefined) setKeeping({ state: 'kept' })
      })
    underWay.current = written
    return written
  }, [client, sku])

  const keepQuietly = useCallback(() => void keep().catch(() => undefined), [keep])

  useEffect(() => {
    window.addEventListener('pagehide', keepQuietly)
    return () => {
      window.removeEventListener('pagehide', keepQuietly)
      keepQuietly()
    }
  }, [keepQuietly])

  const edit = typed ?? item.edit ?? startEdit(record)
  const changeAll: ItemEditing['changeAll'] = (changes) => {
    // Two changes in one turn must both count, so that the newest state is taken and not the rendered one.
    const from = waiting.current ?? edit
    const next = changes.reduce((patch, [path, value]) => withChange(patch, record, path, value), from)
    if (next === from) return
    waiting.current = next
    setTyped(next)
    setKeeping({ state: 'waiting' })
    clearTimeout(timer.current)
    timer.current = setTimeout(keepQuietly, KEEP_AFTER_MS)
  }

  return { edit, change: (path, value) => changeAll([[path, value]]), changeAll, keeping, keep }
}
