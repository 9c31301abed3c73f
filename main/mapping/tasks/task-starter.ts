/**
 * Starts tasks through the outbound queue: each is kept until the platform answers, and sent once (OFF-01).
 *
 * A start can't be repeated safely, and nothing about it can be read until its id has arrived. So the body is durable before
 * the call and the id before the first poll; if anything breaks in between, the seller decides about the outcome.
 */
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { type ConnectionProfile, getPlatform } from '../../../shared/connection/profile.ts'
import { type Product, splitProducts } from '../../../shared/mapping/product.ts'
import type { OutboundState } from '../../../shared/outbound/state.ts'
import { ON_HOLD } from '../../outbound/first-try.ts'
import type { OutboundKind } from '../../outbound/kind.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { triggerOf } from '../../outbound/outcome.ts'
import type { Clock } from '../../ports.ts'
import { startBody } from '../platform/choose-adapter.ts'
import type { MappingClient } from '../platform/mapping-client.ts'
import type { MappingStore } from '../store.ts'
import type { StartState } from './start-store.ts'
import { startFirstWatch } from './watch.ts'

export type TaskStarter = {
  /** Stores the tasks of one request and queues their starts. A repeated request key starts nothing. */
  readonly startTasks: (request: {
    readonly products: readonly Product[]
    readonly requestKey: string
    readonly parentRef: number | undefined
  }) => number[]
  /** Sends a waiting or refused task now. Returns false in any other state. */
  readonly startAgain: (taskRef: number) => boolean
}

const NOT_REPEATED = 'To avoid starting it twice, Stallhand doesn’t send it again automatically.'

const payloadSchema = z.object({ taskRef: z.number() })
type Payload = z.infer<typeof payloadSchema>

/** A task's state while its start is in the queue. */
const toStartState = (state: OutboundState<null>): StartState | undefined => {
  switch (state.state) {
    case 'queued':
      return state.error === null
        ? { state: 'starting', problem: null, missingScope: null }
        : { state: 'waiting', problem: state.error.message, missingScope: null }
    case 'waiting':
      return { state: 'waiting', problem: state.error.message, missingScope: null }
    case 'sending':
      return { state: 'starting', problem: null, missingScope: null }
    case 'refused': {
      const { error } = state
      const missingScope = error.kind === 'forbidden' ? (error.scope ?? null) : null
      return { state: 'notStarted', problem: error.message, missingScope }
    }
    case 'unknown':
      return { state: 'startUnknown', problem: `${state.reason} ${NOT_REPEATED}`, missingScope: null }
    case 'notFound':
      return { state: 'notStarted', problem: 'You marked it as not started.', missingScope: null }
    case 'withdrawn':
    case 'discarded':
      return { state: 'notStarted', problem: 'You removed it from the outbox.', missingScope: null }
    default:
      return undefined
  }
}

export const createTaskStarter = (deps: {
  readonly profile: ConnectionProfile
  readonly store: MappingStore
  readonly client: MappingClient
  readonly outbound: Outbound
  readonly clock: Clock
  readonly random: () => number
  readonly changed: (taskRef: number) => void
  /** Called when a task has its id and watch on disk. */
  readonly started: () => void
}): TaskStarter => {
  const { profile, store, client, clock } = deps
  const changed = new Set<number>()
  let hasStarted = false

  const kind: OutboundKind<Payload, null, undefined, string> = {
    name: 'mappingStart',
    payload: payloadSchema,
    evidence: z.null(),
    describe: ({ payload: { taskRef } }) => {
      const { about = null, productCount = 0 } = store.row(taskRef) ?? {}
      const others = productCount > 1 ? ` and ${productCount - 1} more` : ''
      return `Start mapping: ${about ?? `task ${taskRef}`}${others}`
    },
    page: ({ taskRef }) => ({ page: 'task', id: String(taskRef) }),
    // Nothing that a start depends on can have changed since.
    check: async () => ({ decision: 'send', before: null }),
    effect: 'adds',
    dispatch: (rows, signal) =>
      Promise.all(
        rows.map(async (row) => {
          const body = store.requestBody(row.payload.taskRef) ?? ''
          const outcome = await client.startListingPreviewsCreation(body, signal, triggerOf(row))
          return outcome.outcome === 'carriedOut' ? { ...outcome, answer: outcome.taskId } : outcome
        }),
      ),
    settle: 'ask',
    canSellerSettle: true,
    onState: ({ state, payload: { taskRef } }, _from, taskId) => {
      changed.add(taskRef)
      if (state.state === 'sent' && taskId !== undefined) {
        const polls = getPlatform(profile).limits.taskPolls
        store.saveTaskId(taskRef, taskId, startFirstWatch({ nowMs: clock.nowMs(), random: deps.random(), polls }))
        hasStarted = true
        return
      }
      const next = toStartState(state)
      if (next !== undefined) store.saveStart(taskRef, next)
    },
    onChange: () => {
      if (hasStarted) deps.started()
      hasStarted = false
      const taskRefs = [...changed]
      changed.clear()
      for (const taskRef of taskRefs) deps.changed(taskRef)
    },
  }
  const queue = deps.outbound.register(kind)

  // Each start has its own lane, so one that only the seller can settle doesn't hold up others.
  const toLane = (taskRef: number): string => `task:${taskRef}`
  const add = (taskRef: number): void => {
    const problem = queue.isOnHold() ? ON_HOLD : null
    store.saveStart(taskRef, { state: problem === null ? 'starting' : 'waiting', problem, missingScope: null })
    queue.add({
      id: randomUUID(),
      lane: toLane(taskRef),
      subject: toLane(taskRef),
      payload: { taskRef },
    })
  }
  const findOpen = (taskRef: number) => queue.open('subject = ?', [toLane(taskRef)])[0]

  return {
    startTasks: ({ products, requestKey, parentRef }) => {
      const starts = splitProducts(products, profile.limits.productsPerTask).map((part) => ({
        products: part,
        body: startBody(profile, part),
      }))
      const { taskRefs, known } = store.addStarts(starts, { requestKey, parentRef, nowMs: clock.nowMs() }, add)
      if (known) return taskRefs
      // Starting a task of unknown outcome again settles its first start.
      const parent = parentRef === undefined ? undefined : findOpen(parentRef)
      if (parent?.state.state === 'unknown') deps.outbound.settle(parent.id, true)
      for (const taskRef of taskRefs) queue.wake(toLane(taskRef))
      return taskRefs
    },
    startAgain: (taskRef) => {
      const state = store.row(taskRef)?.state
      if (state !== 'notStarted' && state !== 'waiting') return false
      const open = findOpen(taskRef)
      if (open !== undefined) deps.outbound.sendNow([open.id])
      else {
        add(taskRef)
        queue.wake(toLane(taskRef))
      }
      return true
    },
  }
}
