/** What is typed into a connection's form, saved by main: it survives switching screens and a restart. */
import { useCallback, useEffect, useState } from 'react'
import { useClient } from '../../api/hooks.ts'
import { useAutosave } from '../../api/use-autosave.ts'
import type { FormFields } from './connection-fields.ts'

/** The last change in this window, so returning to a form doesn't wait for the write. */
const latestChanges = new Map<string, FormFields | null>()

export type FormDraft = {
  /** Undefined until main has answered; null without a draft. */
  readonly fields: FormFields | null | undefined
  readonly change: (fields: FormFields) => void
  /** Call after saving or discarding. */
  readonly clear: () => void
}

/** Mount one component per `id`. */
export const useFormDraft = (id: string): FormDraft => {
  const client = useClient()
  const [fields, setFields] = useState<FormFields | null | undefined>(latestChanges.get(id))
  const autosave = useAutosave<FormFields | null>(
    `connection form ${id}`,
    (typed) => client.connection.keepDraft({ id, fields: typed }),
    { what: 'The connection' },
  )

  useEffect(() => {
    if (latestChanges.has(id)) return
    let isMounted = true
    const load = (loaded: FormFields | null): void => {
      if (isMounted) setFields(loaded)
    }
    // An unreadable draft must not block the form, which then starts with what is saved.
    client.connection.draft({ id }).then(
      (draft) => load(draft.fields),
      () => load(null),
    )
    return () => {
      isMounted = false
    }
  }, [client, id])

  const change = useCallback(
    (next: FormFields | null) => {
      latestChanges.set(id, next)
      setFields(next)
      autosave.change(next)
      // Autosave reports a failure itself.
      if (next === null) autosave.flush().catch(() => undefined)
    },
    [id, autosave],
  )
  return { fields, change, clear: useCallback(() => change(null), [change]) }
}
