/**
 * One autosave per key. It outlives its component while a save fails, so the text is still there when the user returns,
 * and is saved once its connection is open again.
 */
import { useEffect, useEffectEvent, useState } from 'react'
import { toast } from '../feedback/toast.tsx'
import { askBeforeLeaving } from './ask-before-leaving.ts'
import { type Autosave, createAutosave, laterByTimer, SAVE_AFTER_MS } from './autosave.ts'

type Entry = { readonly autosave: Autosave<unknown>; users: number; showsFailure: boolean }

const entries = new Map<string, Entry>()

const createEntry = (key: string, what: string): Entry => {
  const autosave = createAutosave<unknown>({
    save: () => Promise.reject(new Error(`Nothing saves ${key} yet.`)),
    delayMs: SAVE_AFTER_MS,
    later: laterByTimer,
    hold: askBeforeLeaving,
  })
  const entry: Entry = { autosave, users: 0, showsFailure: false }
  let isReported = false
  autosave.subscribe(() => {
    const status = autosave.status()
    if (status.state === 'failed' && !isReported && !(entry.showsFailure && entry.users > 0)) {
      isReported = true
      toast({
        id: key,
        tone: 'danger',
        text: `${what} isn’t saved yet. ${status.message}`,
        outlivesSwitch: true,
      })
    }
    if (status.state !== 'saved') return
    if (isReported) toast({ id: key, tone: 'good', text: `${what} is saved now.`, outlivesSwitch: true })
    isReported = false
    if (entry.users === 0) entries.delete(key)
  })
  return entry
}

export type AutosaveOptions = {
  /** The subject, as the start of a sentence: "The filter". */
  readonly what: string
  /** The component shows a failed save itself; otherwise it becomes a toast. */
  readonly showsFailure?: boolean
}

/** The autosave of `key`, unique in the window. Saves unsaved changes when the component unmounts or the window closes. */
export const useKeyedAutosave = <T>(
  key: string,
  save: (value: T) => Promise<unknown>,
  { what, showsFailure = false }: AutosaveOptions,
): Autosave<T> => {
  const [entry] = useState(() => entries.get(key) ?? createEntry(key, what))
  const saveNow = useEffectEvent(save)
  const { autosave } = entry
  useEffect(() => {
    entries.set(key, entry)
    entry.users += 1
    entry.showsFailure = showsFailure
    autosave.saveWith((value) => saveNow(value as T))
    window.addEventListener('pagehide', autosave.leave)
    return () => {
      window.removeEventListener('pagehide', autosave.leave)
      entry.users -= 1
      autosave.flush().catch(() => undefined)
      if (entry.users === 0 && autosave.status().state === 'saved') entries.delete(key)
    }
  }, [key, entry, autosave, showsFailure])
  return autosave as Autosave<T>
}
