/** A queue with kinds of change that are carried out at once unless a test says otherwise. */
import * as z from 'zod'
import type { Database } from '../../../main/database/database.ts'
import { createHold } from '../../../main/outbound/hold.ts'
import type { AddingKind, OutboundRow } from '../../../main/outbound/kind.ts'
import { createOutbound } from '../../../main/outbound/outbound.ts'
import type { Answered } from '../../../main/outbound/outcome.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { openTestDatabase } from '../../support/test-database.ts'

export type Kind = AddingKind<string, string, string>
export type QueueRow = OutboundRow<string, string>
export type KindChanges = Partial<Omit<Kind, 'effect' | 'dispatch'>> & {
  readonly effect?: 'adds' | 'replaces'
  readonly dispatch?: Kind['dispatch']
  /** What a request of a kind that replaces waits for before it leaves. */
  readonly wait?: () => Promise<unknown>
  /** How often such a request is tried before it is answered, after a 401 for example. 0: it is sent without a fresh check, a bug. */
  readonly attempts?: number
  /** The outcome of each row; undefined if it is carried out. */
  readonly answer?: (
    row: QueueRow,
    signal: AbortSignal,
  ) => Answered<string> | undefined | Promise<Answered<string> | undefined>
}

export const openQueue = (kinds: readonly KindChanges[] = [{}], database: Database = openTestDatabase()) => {
  const bootedMs = 700_000
  const clock = createFakeClock(undefined, bootedMs)
  const log = createRecordingLog()
  const hold = createHold(database)
  const scheduler = createScheduler(clock, log, hold.isOn)
  /** The ids of each request, with its time since the start. */
  const requests: { readonly ids: string; readonly atMs: number }[] = []
  const startMs = clock.nowMs()
  let marks = 0
  /** The runs that the window reads again. */
  const shownRuns: number[] = []
  /** How often the window reads the outbox again. */
  let notices = 0
  let isOnline = true
  let notify: () => void = () => undefined
  let raise = (): void => {
    marks += 1
  }
  const outbound = createOutbound({
    database,
    scheduler,
    clock,
    log,
    online: {
      isOnline: () => isOnline,
      onChange: (listener) => {
        notify = () => listener(isOnline)
        return () => {
          notify = () => undefined
        }
      },
    },
    hold,
    raise: () => raise(),
    emit: (event, data) => {
      if (event === 'changed') notices += 1
      const { runId } = data as { readonly runId?: number }
      if (runId !== undefined) shownRuns.push(runId)
    },
  })
  const queues = kinds.map(({ answer, effect = 'adds', dispatch, wait, attempts = 1, ...changes }, index) => {
    const send = async (rows: readonly QueueRow[], signal: AbortSignal): Promise<readonly Answered<string>[]> => {
      requests.push({ ids: rows.map(({ id }) => id).join(' '), atMs: clock.nowMs() - startMs })
      return Promise.all(rows.map(async (row) => (await answer?.(row, signal)) ?? { outcome: 'carriedOut' }))
    }
    const common = {
      name: index === 0 ? 'itemSave' : 'archive',
      payload: z.string(),
      evidence: z.string(),
      describe: ({ payload }: QueueRow) => `Change ${payload}`,
      page: () => null,
      check: async () => ({ decision: 'send', before: 'before' }) as const,
      settle: 'ask' as const,
      onChange: () => undefined,
      ...changes,
    }
    return outbound.register<string, string, undefined, string>(
      effect === 'adds'
        ? { ...common, effect, dispatch: dispatch ?? send }
        : {
            ...common,
            effect,
            dispatch: async (batch, signal) => {
              await wait?.()
              if (attempts === 0) {
                await send(
                  batch.rows.map(({ row }) => row),
                  signal,
                )
                return { outcome: 'carriedOut' }
              }
              for (let attempt = 1; attempt < attempts; attempt += 1) await batch.leave()
              const going = (await batch.leave()).map(({ row }) => row)
              const outcomes = await send(going, signal)
              return new Map(going.map(({ id }, at) => [id, outcomes[at] ?? { outcome: 'carriedOut' }]))
            },
          },
    )
  })
  outbound.start()
  /** Adds a change of the kind with this index, in the lane that its id starts with. */
  const add = (id: string, kind = 0, lane = id.slice(0, 1), subject = `item:${id}`): void => {
    queues[kind]?.add({ id, lane, subject, payload: id })
  }
  return {
    clock,
    database,
    hold,
    log,
    outbound,
    queues,
    requests,
    shownRuns,
    notices: (): number => notices,
    /** Time since the queue was opened. */
    passedMs: (): number => clock.monotonicMs() - bootedMs,
    marks: (): number => marks,
    failToRaise: (error: Error): void => {
      raise = () => {
        throw error
      }
    },
    add,
    wake: (lane: string): void => queues[0]?.wake(lane),
    /** Adds changes of the first kind and starts their lanes. */
    addAll: (...ids: readonly string[]): void => {
      for (const id of ids) add(id)
      for (const id of ids) queues[0]?.wake(id.slice(0, 1))
    },
    stateOf: (id: string) => outbound.list().find((entry) => entry.id === id)?.state ?? 'done',
    setOnline: (online: boolean): void => {
      isOnline = online
      notify()
    },
  }
}
