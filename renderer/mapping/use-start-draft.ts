/** The start in the making: read once from disk, kept there 300 ms after the last key and when the page goes. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { StartDraft } from '../../shared/mapping/contract.ts'
import { useClient } from '../api/hooks.ts'
import { useAutosave } from '../ui/use-autosave.ts'
import { emptyForm, isEmptyForm } from './product-form.ts'

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
  const keeper = useAutosave<StartDraft>(
    'mapping start',
    (next) => client.mapping.saveStartDraft({ draft: isEmpty(next) ? null : next }),
    { what: 'The start of the new mapping' },
  )

  useEffect(() => {
    // What the disk did not take when the page went is newer than what it holds.
    const pending = keeper.pending()?.value
    if (pending !== undefined) {
      latest.current = pending
      setDraft(pending)
      return undefined
    }
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
    return () => {
      isHere = false
    }
  }, [client, keeper])

  const keep = useCallback(
    (next: StartDraft) => {
      latest.current = next
      keeper.change(next)
      setDraft(next)
    },
    [keeper],
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
      // Said by the keeper where it cannot be written.
      keeper.flush().catch(() => undefined)
    }, [keep, keeper]),
  }
}
