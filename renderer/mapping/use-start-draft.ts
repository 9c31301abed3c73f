/** The start in the making: read once from disk, kept there 300 ms after the last key and when the page goes. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { StartDraft } from '../../shared/mapping/contract.ts'
import { useClient } from '../api/hooks.ts'
import { toast } from '../ui/toast.tsx'
import { emptyForm, isEmptyForm } from './product-form.ts'

const WRITE_AFTER_MS = 300

const freshDraft = (): StartDraft => ({ requestKey: crypto.randomUUID(), products: [], form: emptyForm })

const isEmpty = (draft: StartDraft): boolean => draft.products.length === 0 && isEmptyForm(draft.form)

export type StartDraftState = {
  /** Undefined until it has been read. */
  readonly draft: StartDraft | undefined
  /** Why it could not be read. Nothing may be typed then: it would take the place of what is on disk. */
  readonly problem: string | undefined
  readonly change: (next: (draft: StartDraft) => StartDraft) => void
  /** The start was made: nothing of it is in the making any more. */
  readonly clear: () => void
}

export const useStartDraft = (): StartDraftState => {
  const client = useClient()
  const [draft, setDraft] = useState<StartDraft | undefined>(undefined)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  // The newest state, for two changes within one act: the second must see the first.
  const latest = useRef<StartDraft | undefined>(undefined)
  const unsaved = useRef<StartDraft | undefined>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  const write = useCallback(() => {
    clearTimeout(timer.current)
    const next = unsaved.current
    if (next === undefined) return
    unsaved.current = undefined
    client.mapping.saveStartDraft({ draft: isEmpty(next) ? null : next }).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : 'It could not be written.'
      toast({ tone: 'danger', id: 'start-draft', text: `The products of the new mapping are not saved yet. ${why}` })
    })
  }, [client])

  useEffect(() => {
    let isHere = true
    client.mapping
      .startDraft({})
      .then((answer) => {
        if (!isHere || latest.current !== undefined) return
        latest.current = answer.draft ?? freshDraft()
        setDraft(latest.current)
      })
      .catch((error: unknown) => {
        if (isHere) setProblem(error instanceof Error ? error.message : 'It could not be read.')
      })
    window.addEventListener('pagehide', write)
    return () => {
      isHere = false
      window.removeEventListener('pagehide', write)
      write()
    }
  }, [client, write])

  const keep = useCallback(
    (next: StartDraft) => {
      latest.current = next
      unsaved.current = next
      clearTimeout(timer.current)
      timer.current = setTimeout(write, WRITE_AFTER_MS)
      setDraft(next)
    },
    [write],
  )

  return {
    draft,
    problem,
    change: useCallback(
      (next) => {
        if (latest.current !== undefined) keep(next(latest.current))
      },
      [keep],
    ),
    clear: useCallback(() => {
      keep(freshDraft())
      write()
    }, [keep, write]),
  }
}
