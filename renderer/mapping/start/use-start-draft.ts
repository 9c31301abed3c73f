/** The mapping being prepared: loaded once, then stored during typing. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { StartDraft } from '../../../shared/mapping/contract.ts'
import type { Product } from '../../../shared/mapping/product.ts'
import { useClient } from '../../api/hooks.ts'
import { useAutosave } from '../../api/use-autosave.ts'
import { errorMessage } from '../../ui/feedback/error-message.ts'
import { afterStart, createDraft, isEmptyForm } from '../product-form.ts'

const isEmpty = (draft: StartDraft): boolean => draft.products.length === 0 && isEmptyForm(draft.form)

export type ChangeDraft = (next: (draft: StartDraft) => StartDraft) => void

type StartDraftState = {
  /** Undefined until it is loaded. */
  readonly draft: StartDraft | undefined
  /** Why loading failed. Typing is disabled then, since it would replace what is on disk. */
  readonly problem: string | undefined
  readonly isLoading: boolean
  readonly retry: () => void
  readonly change: ChangeDraft
  /** Call after a mapping of these products was started: only they leave the draft. */
  readonly sent: (products: readonly Product[]) => void
}

export const useStartDraft = (): StartDraftState => {
  const client = useClient()
  const [draft, setDraft] = useState<StartDraft | undefined>(undefined)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isLoading, setIsLoading] = useState(false)
  // The second of two changes within one event must see the first.
  const latest = useRef<StartDraft | undefined>(undefined)
  const autosave = useAutosave<StartDraft>(
    'mapping start',
    (next) => client.mapping.saveStartDraft({ draft: isEmpty(next) ? null : next }),
    { what: 'The new mapping' },
  )

  const load = useCallback(() => {
    setIsLoading(true)
    client.mapping
      .startDraft({})
      .then((answer) => {
        latest.current ??= answer.draft ?? createDraft()
        setDraft(latest.current)
      })
      .catch((error: unknown) => setProblem(errorMessage(error)))
      .finally(() => setIsLoading(false))
  }, [client])

  useEffect(() => {
    // Text that couldn't be saved when the page closed is newer than what is on disk.
    const pending = autosave.pending()?.value
    if (pending === undefined) load()
    else {
      latest.current = pending
      setDraft(pending)
    }
  }, [load, autosave])

  const keep = useCallback(
    (next: StartDraft) => {
      latest.current = next
      autosave.change(next)
      setDraft(next)
    },
    [autosave],
  )
  const change = useCallback<ChangeDraft>((next) => latest.current !== undefined && keep(next(latest.current)), [keep])
  const sent = useCallback(
    (products: readonly Product[]) => {
      change((now) => afterStart(now, products))
      // Autosave reports a failure itself.
      autosave.flush().catch(() => undefined)
    },
    [change, autosave],
  )
  return { draft, problem, isLoading, retry: load, change, sent }
}
