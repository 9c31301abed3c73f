/**
 * Starting tasks: on disk first, sent once, and told as it is.
 *
 * startListingPreviewsCreation (document 1 section 4) cannot be repeated safely and gives nothing to ask by until its id
 * has arrived. So the body is durable before the call, "the call began" is durable before the first byte, and the id is
 * durable before the first poll. Whatever breaks in between is uncertain, and stays so until a person decides.
 */
import type { ConnectionProfile } from '../../shared/connection/profile.ts'
import { type Product, splitProducts, startBody } from '../../shared/mapping/product.ts'
import { beginWatch } from '../../shared/mapping/task.ts'
import type { Clock, Log } from '../ports.ts'
import type { Scheduler } from '../scheduler.ts'
import type { MappingClient, StartOutcome } from './client.ts'
import type { MappingStore } from './store.ts'

export type TaskStarter = {
  /** Marks what the last run left half sent as uncertain, and sends what it never began to send. */
  readonly start: () => void
  /** Waits a little for a start under way, then abandons it: it is uncertain after the restart, as it truly is. */
  readonly stop: () => Promise<void>
  /** Writes the tasks of one request and has them sent in order. The same request key starts once. */
  readonly startTasks: (request: {
    readonly products: readonly Product[]
    readonly requestKey: string
    readonly parentRef: number | undefined
  }) => readonly number[]
  /** Sends a task that was not taken, with the body it has. False where it is in another state. */
  readonly startAgain: (taskRef: number) => boolean
}

const KEY = 'mapping.start'
const STOP_GRACE_MS = 3_000

const INTERRUPTED =
  'Stallhand was closed while this task was being sent, so that it is not known whether the platform took it. It is not sent again by itself, since that could start a second one.'
const BROKEN =
  'Something went wrong inside Stallhand while this task was being sent; the log has it. It is not known whether the platform took it.'

export const createTaskStarter = (deps: {
  readonly profile: ConnectionProfile
  readonly store: MappingStore
  readonly client: MappingClient
  readonly scheduler: Scheduler
  readonly clock: Clock
  readonly log: Log
  readonly random: () => number
  readonly changed: (taskRef: number) => void
  /** A task got its id: the monitor may begin. */
  readonly started: (taskRef: number) => void
}): TaskStarter => {
  const { profile, store, client, scheduler, clock, log } = deps
  const stopping = new AbortController()
  let stopped = false
  let underWay: Promise<void> | undefined

  const sendOne = async (taskRef: number, body: string): Promise<void> => {
    store.callBegins(taskRef, clock.nowMs())
    deps.changed(taskRef)
    let outcome: StartOutcome
    try {
      outcome = await client.startListingPreviewsCreation(body, stopping.signal)
    } catch (error) {
      log.error('a mapping start failed', { error })
      outcome = { kind: 'unknown', message: BROKEN }
    }
    if (stopping.signal.aborted) return
    store.startSettled(taskRef, outcome, beginWatch({ nowMs: clock.nowMs(), random: deps.random() }))
    if (outcome.kind === 'started') deps.started(taskRef)
    deps.changed(taskRef)
  }

  const sendAll = async (): Promise<void> => {
    // Only one sends: a call that began and has no end here is one whose end the disk did not take.
    store.interruptedStartsBecomeUncertain(BROKEN)
    for (let next = store.nextToStart(); next !== undefined && !stopped; next = store.nextToStart()) {
      underWay = sendOne(next.taskRef, next.body)
      await underWay
      if (stopping.signal.aborted) return
    }
  }

  const planSending = (): void => scheduler.plan(KEY, clock.nowMs(), sendAll)

  return {
    start: () => {
      store.interruptedStartsBecomeUncertain(INTERRUPTED)
      if (store.nextToStart() !== undefined) planSending()
    },
    stop: async () => {
      stopped = true
      scheduler.cancel(KEY)
      if (underWay === undefined) return
      const cancelGrace = clock.setTimer(() => stopping.abort(), STOP_GRACE_MS)
      // How it ended is on disk, or in the log: here it only matters that it has.
      await underWay.catch(() => undefined)
      cancelGrace()
    },
    startTasks: ({ products, requestKey, parentRef }) => {
      const starts = splitProducts(products, profile.limits.productsPerTask).map((part) => ({
        products: part,
        body: startBody(profile.mapping.startDocument, part),
      }))
      const { taskRefs, known } = store.addStarts(starts, { requestKey, parentRef, nowMs: clock.nowMs() })
      if (!known) planSending()
      return taskRefs
    },
    startAgain: (taskRef) => {
      const isAgain = store.startAgain(taskRef)
      if (isAgain) planSending()
      return isAgain
    },
  }
}
