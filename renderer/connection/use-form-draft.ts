/** What is typed into a connection's form, kept in main until it is saved: it outlives another screen and a restart. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useClient } from '../api/hooks.ts'
import type { FormFields } from './profile-form.ts'

const WRITE_AFTER_MS = 300

/** What this window typed last, so that coming back to a form never waits for what has just been written. */
const typedHere = new Map<string, FormFields | null>()

export type FormDraft = {
  /** Undefined until main has answered; null where nothing waits. */
  readonly fields: FormFields | null | undefined
  readonly change: (fields: FormFields) => void
  /** It was saved or thrown away. */
  readonly drop: () => void
}

/** Written 300 ms after the last key, and at once when the form goes. The form of another `id` is another component. */
export const useFormDraft = (id: string): FormDraft => {
  const client = useClient()
  const [fields, setFields] = useState<FormFields | null | undefined>(typedHere.get(id))
  const waiting = useRef<FormFields | null | undefined>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  useEffect(() => {
    if (typedHere.has(id)) return
    let isGone = false
    client.connection.draft({ id }).then(
      (draft) => {
        if (!isGone) setFields(draft.fields)
      },
      () => {
        // Without what waits there, the form begins with what is stored.
        if (!isGone) setFields(null)
      },
    )
    return () => {
      isGone = true
    }
  }, [client, id])

  const write = useCallback(() => {
    clearTimeout(timer.current)
    const typed = waiting.current
    if (typed === undefined) return
    waiting.current = undefined
    // What is typed stays on screen either way; only a restart would lose it.
    void client.connection.keepDraft({ id, fields: typed }).catch(() => undefined)
  }, [client, id])

  useEffect(() => {
    window.addEventListener('pagehide', write)
    return () => {
      window.removeEventListener('pagehide', write)
      write()
    }
  }, [write])

  const set = useCallback(
    (next: FormFields | null) => {
      typedHere.set(id, next)
      setFields(next)
      waiting.current = next
      clearTimeout(timer.current)
      if (next === null) write()
      else timer.current = setTimeout(write, WRITE_AFTER_MS)
    },
    [id, write],
  )
  return { fields, change: set, drop: useCallback(() => set(null), [set]) }
}
