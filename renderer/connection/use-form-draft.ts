/** What is typed into a connection's form, kept in main until it is saved: it outlives another screen and a restart. */
import { useCallback, useEffect, useState } from 'react'
import { useClient } from '../api/hooks.ts'
import { useAutosave } from '../ui/use-autosave.ts'
import type { FormFields } from './profile-form.ts'

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
  const keeper = useAutosave<FormFields | null>(
    `connection form ${id}`,
    (typed) => client.connection.keepDraft({ id, fields: typed }),
    { what: 'What you typed of the connection' },
  )

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

  const set = useCallback(
    (next: FormFields | null) => {
      typedHere.set(id, next)
      setFields(next)
      keeper.change(next)
      // Said by the keeper where it cannot be written.
      if (next === null) keeper.flush().catch(() => undefined)
    },
    [id, keeper],
  )
  return { fields, change: set, drop: useCallback(() => set(null), [set]) }
}
