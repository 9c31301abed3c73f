/**
 * A run as one row of the outbound queue, which drives its calls until they end or must wait (OFF-01).
 *
 * Each call and each of its items is stored in the run's own tables before it leaves, so sending the row again repeats no
 * call.
 */
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { WaitReason } from '../../../shared/inventory/contract/run-contract.ts'
import type { AppError } from '../../../shared/result.ts'
import type { OutboundKind } from '../../outbound/kind.ts'
import { type Outcome, occasionOf } from '../../outbound/outcome.ts'
import type { SendOptions } from '../platform/inventory-client.ts'
import type { RunContext, RunDeps } from './run-context.ts'
import { isOpenRun, type RunState } from './run-machine.ts'

const LANE = 'run'
/** The wait while a single save of an item of the next call is in progress. */
const LOCKED_WAIT_MS = 2_000
/** Saves of unknown outcome end this wait as soon as they are settled. */
const UNSETTLED_WAIT_MS = 60_000

const PAUSED: AppError = { kind: 'conflict', message: 'You paused this run. Resume it to send the rest.' }

const payloadSchema = z.object({ runId: z.number() })
type Payload = z.infer<typeof payloadSchema>

const waitOutcome = (reason: WaitReason, waitMs: number, problem: AppError | null): Outcome => {
  switch (reason) {
    case 'offline':
      return {
        outcome: 'notReached',
        error: problem ?? { kind: 'offline', message: 'The platform could not be reached.' },
      }
    case 'platformLimit': {
      const error = { kind: 'rateLimited', message: 'The platform asked to wait.', retryAfterMs: waitMs } as const
      return { outcome: 'notNow', error, waitMs }
    }
    case 'budget': {
      const message = 'The item changes of the last 24 hours are used up. The run continues once changes are available.'
      return { outcome: 'notNow', error: { kind: 'conflict', message }, waitMs }
    }
    case 'unsettled': {
      const message = 'The outcome of some saves is not known yet. They are checked first.'
      return { outcome: 'notNow', error: { kind: 'conflict', message }, waitMs: UNSETTLED_WAIT_MS }
    }
  }
}

/** `sendNext` sends the next call; it returns false if there is nothing more to do for now. */
export const createRunQueue = (
  deps: RunDeps,
  context: RunContext,
  sendNext: (runId: number, options: SendOptions) => Promise<boolean>,
) => {
  const { runs, clock, outbound } = deps
  const stateOf = (runId: number): RunState => runs.byId(runId)?.state ?? { name: 'stopped' }

  const send = async (runId: number, options: SendOptions): Promise<Outcome> => {
    context.advance(runId, { type: 'continue' })
    const isSending = (): boolean => !outbound.isStopping() && stateOf(runId).name === 'sending'
    while (isSending() && (await sendNext(runId, options)));
    const { state = { name: 'stopped' }, problem = null } = runs.byId(runId) ?? {}
    switch (state.name) {
      case 'waiting':
        return waitOutcome(state.reason, Math.max(0, (state.untilMs ?? 0) - clock.nowMs()), problem)
      case 'paused':
        return { outcome: 'refused', error: problem ?? PAUSED }
      case 'sending':
        return {
          outcome: 'notNow',
          error: { kind: 'conflict', message: 'An item of the next call is being saved.' },
          waitMs: LOCKED_WAIT_MS,
        }
      default:
        return { outcome: 'carriedOut' }
    }
  }

  const kind: OutboundKind<Payload, null> = {
    name: 'run',
    payload: payloadSchema,
    evidence: z.null(),
    describe: ({ payload: { runId } }) => {
      const { all, planned } = runs.counts(runId)
      return `Run of ${all} item changes, ${planned} left`
    },
    // Each item is read and merged right before its call.
    check: async () => ({ decision: 'send', before: null }),
    dispatch: (rows) => Promise.all(rows.map((row) => send(row.payload.runId, occasionOf(row)))),
    settle: 'repeat',
    onState: ({ state, payload: { runId } }, from) => {
      if (from === 'refused' && state.state === 'queued') context.advance(runId, { type: 'resume' })
      if (state.state !== 'discarded' || !isOpenRun(stateOf(runId))) return
      context.advance(runId, { type: 'stop' })
      runs.skipUnsent(runId)
    },
    onChange: deps.onItems,
  }
  const queue = outbound.register(kind)
  const findOpen = (runId: number) => queue.open('subject = ?', [`run:${runId}`])[0]

  return {
    /** Adds the run in the caller's transaction. Call `wake` after it. */
    add: (runId: number): void =>
      queue.add({
        id: randomUUID(),
        lane: LANE,
        subject: `run:${runId}`,
        payload: { runId },
      }),
    wake: (): void => queue.wake(LANE),
    /** Call after the run was paused. A call in progress ends first, and the row with it. */
    pause: (runId: number): void => {
      const row = findOpen(runId)
      if (row === undefined || row.state.state === 'sending') return
      queue.apply(row.id, { event: 'refused', atMs: clock.nowMs(), error: PAUSED })
      queue.wake(LANE)
    },
    /** Sends a waiting or paused run now. Returns false if it isn't in the queue. */
    sendNow: (runId: number): boolean => {
      const row = findOpen(runId)
      if (row === undefined) return false
      const isQueued = queue.apply(row.id, { event: 'sendNow', atMs: clock.nowMs() }) !== undefined
      if (isQueued) queue.wake(LANE)
      return isQueued
    },
    /** Call after the run was stopped, in its transaction. A call in progress ends first. */
    discard: (runId: number): void => {
      const row = findOpen(runId)
      if (row !== undefined) queue.apply(row.id, { event: 'discard', atMs: clock.nowMs() })
    },
  }
}
