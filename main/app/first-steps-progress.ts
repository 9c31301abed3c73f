/**
 * The first steps on the practice shop: which are done, and whether the list is shown. A completed step stays
 * completed. A dismissed list returns only on request.
 */
import { type FirstStepId, type FirstStepStage, type FirstSteps, firstStepIds } from '../../shared/app/first-steps.ts'
import type { Clock, Settings } from '../ports.ts'

const KEY = 'firstSteps'
/** The shortest interval between two reads of the steps, because events come in bursts. */
const REFRESH_AFTER_MS = 200

/** The stages of the steps whose progress is read from the database. */
export type FirstStepFacts = Readonly<Record<'answer' | 'sale', FirstStepStage>>

export const firstStepFacts = (known: {
  readonly delayedMessage: 'none' | 'waiting' | 'sent'
  readonly hasSale: boolean
  readonly isRegistered: boolean
}): FirstStepFacts => ({
  answer: known.delayedMessage === 'sent' ? 'done' : known.delayedMessage === 'waiting' ? 'inProgress' : 'open',
  sale: known.hasSale ? 'done' : known.isRegistered ? 'inProgress' : 'open',
})

/** Events after which a step may be done, by their wire names. */
const RELEVANT_EVENTS: readonly string[] = [
  'messaging.outboxChanged',
  'notifications.logChanged',
  'notifications.receiverChanged',
]

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
  /**
   * Call after a save is previewed. `changesTitle`: whether the save changes the title. Counts only on the practice
   * shop.
   */
  readonly onPreview: (changesTitle: boolean) => Promise<void>
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
  let isPreviewed = false
  let lastShown = ''

  const read = async (): Promise<FirstSteps> => {
    const facts = await deps.facts()
    const { isDismissed, done } = loadStored(settings)
    const findStage = (id: FirstStepId): FirstStepStage => {
      if (done.includes(id)) return 'done'
      if (facts === undefined) return 'open'
      return id === 'preview' ? (isPreviewed ? 'done' : 'open') : facts[id]
    }
    const steps = firstStepIds.map((id) => ({ id, stage: findStage(id) }))
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
    onPreview: async (changesTitle) => {
      if (!changesTitle || isPreviewed || (await deps.facts()) === undefined) return
      isPreviewed = true
      planRefresh()
    },
    onEvent: (event) => {
      if (RELEVANT_EVENTS.includes(event)) planRefresh()
    },
  }
}
