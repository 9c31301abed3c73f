/**
 * The first steps: which of them are done, as the practice shop's own data tells, and whether the user still wants them.
 *
 * A step that was done once stays done. What was put away comes back only when it is asked for.
 */
import { type FirstStepId, type FirstStepStage, type FirstSteps, firstStepIds } from '../../shared/app/first-steps.ts'
import type { Clock, Settings } from '../ports.ts'

const KEY = 'firstSteps'
/** Events come in storms; the steps need no more than a look now and then. */
const LOOK_AFTER_MS = 200

/** What the open practice shop tells of a step that leaves its mark on disk. */
export type FirstStepFacts = Readonly<Record<'answer' | 'sale', FirstStepStage>>

/** What the open practice shop's rooms know, as steps: a message that had to wait, a verified sale, a finished registration. */
export const firstStepFacts = (known: {
  readonly delayedMessage: 'none' | 'waiting' | 'sent'
  readonly hasSale: boolean
  readonly isRegistered: boolean
}): FirstStepFacts => ({
  answer: known.delayedMessage === 'sent' ? 'done' : known.delayedMessage === 'waiting' ? 'underWay' : 'open',
  sale: known.hasSale ? 'done' : known.isRegistered ? 'underWay' : 'open',
})

/** Events after which a step may be done, by their wire names. */
const telling = new Set(['messaging.outboxChanged', 'notifications.logChanged', 'notifications.receiverChanged'])

type Kept = { readonly isPutAway: boolean; readonly done: readonly FirstStepId[] }

const keptIn = (settings: Settings): Kept => {
  const stored = settings.get(KEY)
  const read = (name: string): unknown =>
    typeof stored === 'object' && stored !== null ? Reflect.get(stored, name) : undefined
  const done = read('done')
  return {
    isPutAway: read('isPutAway') === true,
    done: Array.isArray(done) ? firstStepIds.filter((id) => done.includes(id)) : [],
  }
}

export type FirstStepsKeeper = {
  readonly read: () => Promise<FirstSteps>
  readonly setPutAway: (isPutAway: boolean) => void
  /** A save was looked at; `changesTitle` where the title is among what it would change. */
  readonly previewed: (changesTitle: boolean) => void
  /** An event of the app, by its wire name. */
  readonly heard: (event: string) => void
}

/** `facts` gives undefined where the open connection is no practice shop. */
export const createFirstSteps = (deps: {
  readonly settings: Settings
  readonly clock: Clock
  readonly facts: () => Promise<FirstStepFacts | undefined> | FirstStepFacts | undefined
  readonly onChange: () => void
}): FirstStepsKeeper => {
  const { settings } = deps
  let isLookPlanned = false
  let isPreviewed = false
  let shown = ''

  const isOver = (): boolean => {
    const { isPutAway, done } = keptIn(settings)
    return isPutAway || done.length === firstStepIds.length
  }

  const read = async (): Promise<FirstSteps> => {
    const facts = await deps.facts()
    const { isPutAway, done } = keptIn(settings)
    const stageOf = (id: FirstStepId): FirstStepStage => {
      if (done.includes(id)) return 'done'
      if (facts === undefined) return 'open'
      return id === 'preview' ? (isPreviewed ? 'done' : 'open') : facts[id]
    }
    const steps = firstStepIds.map((id) => ({ id, stage: stageOf(id) }))
    const doneNow = steps.filter(({ stage }) => stage === 'done').map(({ id }) => id)
    // What is done is remembered only while somebody is at it: a put-away list learns nothing behind the user's back.
    if (!isPutAway && doneNow.length > done.length) settings.set(KEY, { isPutAway, done: doneNow })
    const isOffered = facts !== undefined
    return { isShown: isOffered && !isPutAway, isOffered, steps }
  }

  const look = async (): Promise<void> => {
    isLookPlanned = false
    const text = JSON.stringify(await read())
    if (text === shown) return
    shown = text
    deps.onChange()
  }

  const lookSoon = (): void => {
    if (isLookPlanned) return
    isLookPlanned = true
    deps.clock.setTimer(() => {
      // A shop that is just being closed tells nothing; the next event looks again.
      look().catch(() => undefined)
    }, LOOK_AFTER_MS)
  }

  return {
    read,
    setPutAway: (isPutAway) => {
      settings.set(KEY, { ...keptIn(settings), isPutAway })
      deps.onChange()
    },
    previewed: (changesTitle) => {
      if (!changesTitle || isPreviewed) return
      isPreviewed = true
      if (!isOver()) lookSoon()
    },
    heard: (event) => {
      if (telling.has(event) && !isOver()) lookSoon()
    },
  }
}
