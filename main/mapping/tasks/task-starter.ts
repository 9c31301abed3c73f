/**
 * Starts tasks: on disk first, then sent once.
 *
 * A start can't be repeated safely and nothing can be asked about it until its id has arrived. So the body is durable
 * before the call, the start of the call before the first byte, and the id before the first poll. Anything that breaks in
 * between leaves the outcome unknown until the seller decides.
 */
import { type ConnectionProfile, getPlatform } from '../../../shared/connection/profile.ts'
import { type Product, splitProducts } from '../../../shared/mapping/product.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Scheduler } from '../../scheduler.ts'
import { startBody } from '../platform/adapter.ts'
import type { MappingClient, StartOutcome } from '../platform/mapping-client.ts'
import type { MappingStore } from '../store.ts'
import { startFirstWatch } from './watch.ts'

export type TaskStarter = {
  /** Marks starts the last run left half sent as unknown, and sends those it never sent. */
  readonly start: () => void
  /** Waits briefly for a start in progress, then abandons it; after the restart its outcome is unknown. */
  readonly stop: () => Promise<void>
  /** Writes the tasks of one request and sends them in order. A repeated request key starts nothing. */
  readonly startTasks: (request: {
    readonly products: readonly Product[]
    readonly requestKey: string
    readonly parentRef: number | undefined
  }) => number[]
  /** Sends a task that was not accepted again. Returns false in any other state. */
  readonly startAgain: (taskRef: number) => boolean
}

const SCHEDULER_KEY = 'mapping.start'
const STOP_GRACE_MS = 3_000

const INTERRUPTED =
  'Stallhand closed while this task was being sent, so the platform may or may not have it. To avoid starting it twice, Stallhand does not send it again automatically.'
const INTERNAL_ERROR =
  'Stallhand had an internal error while sending this task; details are in the log. The platform may or may not have it.'

export const createTaskStarter = (deps: {
  readonly profile: ConnectionProfile
  readonly store: MappingStore
  readonly client: MappingClient
  readonly scheduler: Scheduler
  readonly clock: Clock
  readonly log: Log
  readonly random: () => number
  readonly changed: (taskRef: number) => void
  /** Called when a task has its id and watch on disk. */
  readonly started: () => void
}): TaskStarter => {
  const { profile, store, client, scheduler, clock, log } = deps
  const stopping = new AbortController()
  let isStopped = false
  let sending: Promise<void> | undefined

  const sendOne = async (taskRef: number, body: string): Promise<void> => {
    store.callStarts(taskRef, clock.nowMs())
    deps.changed(taskRef)
    let outcome: StartOutcome
    try {
      outcome = await client.startListingPreviewsCreation(body, stopping.signal)
    } catch (error) {
      log.error('a mapping start failed', { error })
      outcome = { kind: 'unknown', message: INTERNAL_ERROR }
    }
    if (stopping.signal.aborted) return
    store.settleStart(
      taskRef,
      outcome,
      startFirstWatch({ nowMs: clock.nowMs(), random: deps.random(), polls: getPlatform(profile).limits.taskPolls }),
    )
    if (outcome.kind === 'started') deps.started()
    deps.changed(taskRef)
  }

  const sendAll = async (): Promise<void> => {
    // Sending is serial, so a call without an end here is one whose end could not be written.
    store.markInterruptedStarts(INTERNAL_ERROR)
    for (let next = store.nextToStart(); next !== undefined && !isStopped; next = store.nextToStart()) {
      sending = sendOne(next.taskRef, next.body)
      await sending
      if (stopping.signal.aborted) return
    }
  }

  const scheduleSending = (): void => scheduler.plan(SCHEDULER_KEY, clock.nowMs(), sendAll)

  return {
    start: () => {
      store.markInterruptedStarts(INTERRUPTED)
      if (store.nextToStart() !== undefined) scheduleSending()
    },
    stop: async () => {
      isStopped = true
      scheduler.cancel(SCHEDULER_KEY)
      if (sending === undefined) return
      const cancelGrace = clock.setTimer(() => stopping.abort(), STOP_GRACE_MS)
      await sending.catch(() => undefined)
      cancelGrace()
    },
    startTasks: ({ products, requestKey, parentRef }) => {
      const starts = splitProducts(products, profile.limits.productsPerTask).map((part) => ({
        products: part,
        body: startBody(profile, part),
      }))
      const { taskRefs, known } = store.addStarts(starts, { requestKey, parentRef, nowMs: clock.nowMs() })
      if (!known) scheduleSending()
      return taskRefs
    },
    startAgain: (taskRef) => {
      const isQueued = store.startAgain(taskRef)
      if (isQueued) scheduleSending()
      return isQueued
    },
  }
}
