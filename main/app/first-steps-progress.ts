/**
 * The first steps on the practice shop: which are done, and whether the list is shown. A completed step stays
 * completed. A dismissed list returns only on request.
 */
import { type FirstStepId, type FirstStepStage, type FirstSteps, firstStepIds } from '../../shared/app/first-steps.ts'
import type { Clock, Settings } from '../ports.ts'

const KEY = 'firstSteps'
/** The shortest interval between two reads of the steps, because events come in bursts. */
const REFRESH_AFTER_MS = 200

/** The stages of the steps, as what was sent tells them. */
export type FirstStepFacts = Readonly<Partial<Record<FirstStepId, FirstStepStage>>>

/** Events after which a step may be done, by their wire names. */
const RELEVANT_EVENTS: readonly string[] = ['outbound.changed', 'outbound.runChanged']

type Stored = { readonly isDismissed: boolean; readonly done: readonly FirstStepId[] }

const loadStored = (settings: Settings): Stored => {
  const stored = settings.get(KEY)
  const read = (name: string): unknown =>
    typeof stored === 'object' && stored !== null ? Reflect.get(stored, name) : undefined
  const done = read('done')
  return {
    isDismissed: read('isDismissed') === true,
    done: Array.isArray(done) ? firstStepIds.filter((id) => done.includes(id)) : [],
  }
}

export type FirstStepsState = {
  readonly read: () => Promise<FirstSteps>
  readonly setDismissed: (isDismissed: boolean) => void
  /** Call with the wire name of each app event. */
  readonly onEvent: (event: string) => void
}

/** `facts` returns undefined if the open connection is not a practice shop. */
export const createFirstSteps = (deps: {
  readonly settings: Settings
  readonly clock: Clock
  readonly facts: () => Promise<FirstStepFacts | undefined> | FirstStepFacts | undefined
  readonly onChange: () => void
}): FirstStepsState => {
  const { settings } = deps
  let isRefreshPlanned = false
  let lastShown = ''

  const read = async (): Promise<FirstSteps> => {
    const facts = await deps.facts()
    const { isDismissed, done } = loadStored(settings)
    const findStage = (id: FirstStepId): FirstStepStage => {
      if (done.includes(id)) return 'done'
      if (facts === undefined) return 'open'
      return facts[id] ?? 'open'
    }
    const steps = firstStepIds
      .filter((id) => facts === undefined || facts[id] !== undefined)
      .map((id) => ({ id, stage: findStage(id) }))
    const doneNow = steps.filter(({ stage }) => stage === 'done').map(({ id }) => id)
    if (!isDismissed && doneNow.length > done.length) settings.set(KEY, { isDismissed, done: doneNow })
    const isOffered = facts !== undefined
    return { isShown: isOffered && !isDismissed, isOffered, steps }
  }

  const refresh = async (): Promise<void> => {
    isRefreshPlanned = false
    const shown = JSON.stringify(await read())
    if (shown === lastShown) return
    lastShown = shown
    deps.onChange()
  }

  const planRefresh = (): void => {
    const { isDismissed, done } = loadStored(settings)
    if (isRefreshPlanned || isDismissed || done.length === firstStepIds.length) return
    isRefreshPlanned = true
    deps.clock.setTimer(() => {
      // Reading fails while a session closes; the next event refreshes again.
      refresh().catch(() => undefined)
    }, REFRESH_AFTER_MS)
  }

  return {
    read,
    setDismissed: (isDismissed) => {
      settings.set(KEY, { ...loadStored(settings), isDismissed })
      deps.onChange()
    },
    onEvent: (event) => {
      if (RELEVANT_EVENTS.includes(event)) planRefresh()
    },
  }
}
