/**
 * The outbound queue: one table and one driver for every change to the platform.
 *
 * - A row is stored as `sending` before the first byte leaves.
 * - Each change is checked again before it is sent (OFF-02), and sent once.
 * - A send without an answer is settled by reading, or repeated if sending it twice does no harm.
 * - Rows of one lane are sent in the order they were written. A row doesn't block the others while it is postponed, or while
 *   its subject can't be read in a lane of several subjects.
 */

import type { FeatureEmit } from '../../shared/ipc/define.ts'
import type { OutboundEntry, outboundContract } from '../../shared/outbound/contract.ts'
import type { OutboundState } from '../../shared/outbound/state.ts'
import { conflict, Failure } from '../../shared/result.ts'
import { jsonAt } from '../database/stored-json.ts'
import type { Services } from '../feature.ts'
import type { Cancel } from '../ports.ts'
import { createDone } from './done.ts'
import { createDriver } from './driver.ts'
import { createEntries } from './entries.ts'
import { createFirstTries, type FirstTries, type Tried } from './first-try.ts'
import type { Hold } from './hold.ts'
import type { AnyKind, OutboundKind, OutboundRow } from './kind.ts'
import { type AnyRow, createOutboundStore } from './outbound-store.ts'
import { createRunStore } from './run-store.ts'
import { createRuns } from './runs.ts'
import type { OutboundEvent } from './transition.ts'

export type OutboundDeps = Pick<Services, 'clock' | 'database' | 'log' | 'online' | 'scheduler'> & {
  readonly hold: Hold
  /** Raises the high-water mark when the seller withdraws a change. */
  readonly raise: () => void
  readonly emit: FeatureEmit<typeof outboundContract>
}

const CHANGED_MEANWHILE =
  'Nothing was changed, because one of these is being sent, was sent or may have arrived. Check its state in the outbox.'

const FROM_COPY = 'This comes from a copy of your data, and may have been sent since the copy was made.'

type SellersAction = OutboundEvent<unknown> & { readonly event: 'sendNow' | 'discard' | 'withdraw' | 'settle' }

/** The rows of one kind. */
export type OutboundQueue<Payload, Evidence, Answer = never> = {
  /** Adds a row, in the caller's transaction; it may go at once unless `state` says otherwise. Call `wake` after it. */
  readonly add: (
    row: Pick<OutboundRow<Payload, Evidence>, 'id' | 'lane' | 'subject' | 'payload'> &
      Partial<Pick<OutboundRow<Payload, Evidence>, 'state'>>,
  ) => void
  readonly wake: (lane: string) => void
  /**
   * Tries a row that was just added, so that an error shows where the seller pressed the button. Resolves after its first try, or at
   * once if it must wait. Throws the platform's refusal and removes the row from the outbox.
   */
  readonly try: (id: string, lane: string) => Promise<Tried<Answer>>
  /** Whether a caller is waiting for the row's first try. */
  readonly isTrying: (id: string) => boolean
  /** Whether no earlier change of the lane blocks this one. */
  readonly isFirst: (id: string, lane: string) => boolean
  /** Whether the queue is on hold: nothing is sent until the seller releases it (OFF-04). */
  readonly isOnHold: () => boolean
  /** Throws `notFound`. */
  readonly require: (id: string) => OutboundRow<Payload, Evidence>
  /** Open rows of this kind, oldest first. SECURITY: `condition` is the caller's SQL, never user input. */
  readonly open: (condition?: string, params?: readonly string[]) => readonly OutboundRow<Payload, Evidence>[]
  /** Rows of this kind in any state, oldest first. */
  readonly select: (
    condition: string,
    params?: readonly (string | number)[],
  ) => readonly OutboundRow<Payload, Evidence>[]
  readonly apply: (id: string, event: OutboundEvent<Evidence>) => OutboundState<Evidence> | undefined
  /**
   * Discards, in the caller's transaction, open rows that a newer change replaces. Leaves rows that may have been sent. Returns
   * the discarded ones. `condition` as for `open`.
   */
  readonly discard: (condition: string, params?: readonly string[]) => readonly OutboundRow<Payload, Evidence>[]
  /** Rows of this kind in any state, as the window shows them. `condition` as for `open`. */
  readonly show: (condition: string, params?: readonly (string | number)[]) => OutboundEntry[]
}

export type Outbound = ReturnType<typeof createOutbound>

export const createOutbound = (deps: OutboundDeps) => {
  const { database, clock, hold } = deps
  const kinds = new Map<string, AnyKind>()
  const store = createOutboundStore({ database, kinds })
  const runStore = createRunStore(database)
  const changed = (runIds: Iterable<number> = []): void => {
    deps.emit('changed', {})
    for (const runId of runIds) deps.emit('runChanged', { runId })
  }
  const driver = createDriver({ ...deps, store, runs: runStore, onChange: changed })
  const wake = (
    rows: readonly { readonly lane: string; readonly kind: string; readonly runId?: number | null }[],
  ): void => {
    const atMs = clock.nowMs()
    for (const lane of new Set(rows.map((row) => row.lane))) driver.plan(lane, atMs)
    for (const name of new Set(rows.map((row) => row.kind))) store.requireKind(name).onChange()
    changed(new Set(rows.flatMap(({ runId }) => runId ?? [])))
  }
  let stopListening: Cancel = () => undefined

  /** An older copy of the database still contains the withdrawn change, so it must be detected as older. */
  const markWithdrawal = (): void => {
    try {
      deps.raise()
    } catch (error) {
      deps.log.warn('the high-water mark could not be raised', { error })
    }
  }

  const requireRelease = (): void => {
    if (!hold.isOn()) return
    throw conflict('Everything in the outbox is on hold. Review the outbox and release it first.')
  }

  /** Applies the seller's action to all of these, or throws `conflict` with `refusal` and changes none. */
  const act = (
    ids: readonly string[],
    event: SellersAction,
    refusal: string,
    isAllowed: (kind: AnyKind) => boolean = () => true,
  ): void => {
    if (event.event === 'sendNow') requireRelease()
    const rows = database.transaction(() =>
      ids.map((id) => {
        const row = store.require(id)
        const kind = store.requireKind(row.kind)
        if (!isAllowed(kind) || store.apply(id, event) === undefined) throw conflict(refusal)
        if (event.event === 'withdraw') kind.toDraft?.(row)
        return row
      }),
    )
    if (event.event === 'withdraw' || event.event === 'discard') markWithdrawal()
    wake(rows.flatMap((row) => [row, ...store.lanesBeside(row).map((lane) => ({ lane, kind: row.kind }))]))
  }

  const discard = (ids: readonly string[]): void =>
    act(ids, { event: 'discard', atMs: clock.nowMs() }, CHANGED_MEANWHILE)

  const toEntries = createEntries({ store, runs: runStore, clock })
  const runs = createRuns({
    database,
    clock,
    store,
    runs: runStore,
    isOnHold: hold.isOn,
    wake,
    onWithdrawn: markWithdrawal,
    onRun: (runId) => deps.emit('runChanged', { runId }),
  })

  return {
    /** Call for every kind before `start`, because rows of an unknown kind can't be read. Throws if the name is taken. */
    register: <P, E, R, A>(kind: OutboundKind<P, E, R, A>): OutboundQueue<P, E, A> => {
      if (kinds.has(kind.name)) throw new TypeError(`Two outbound kinds are named ${kind.name}`)
      const tries: FirstTries<P, E, A> = createFirstTries({ clock, log: deps.log, queue: () => queue, discard })
      kinds.set(kind.name, tries.follow(kind))
      const select = (condition: string, params: readonly (string | number)[] = []): readonly AnyRow[] =>
        store.select(`kind = ? AND (${condition})`, [kind.name, ...params]).filter((row) => !row.isDamaged)
      const selectOpen: OutboundQueue<P, E>['open'] = (condition = 'TRUE', params) =>
        select(`is_open = 1 AND (${condition})`, params)
      const queue: OutboundQueue<P, E, A> = {
        add: (row) => {
          const atMs = clock.nowMs()
          const state = { state: 'queued', nextTryAtMs: atMs, error: null, earlier: null } as const
          store.add({ state, ...row, kind: kind.name }, atMs)
        },
        wake: (lane) => {
          driver.plan(lane, clock.nowMs())
          kind.onChange()
          changed()
        },
        try: tries.run,
        isTrying: tries.isWaiting,
        isFirst: (id, lane) => store.firstBlocking(lane, clock.nowMs())?.id === id,
        isOnHold: hold.isOn,
        require: (id) => {
          const row = store.require(id)
          if (row.isDamaged && row.lastError !== null) throw new Failure(row.lastError)
          return row
        },
        open: selectOpen,
        select,
        apply: (id, event) => store.apply(id, event) as OutboundState<E> | undefined,
        discard: (condition, params) => {
          const event = { event: 'discard', atMs: clock.nowMs() } as const
          return selectOpen(condition, params).filter(({ id }) => store.apply(id, event) !== undefined)
        },
        show: (condition, params) => {
          const rows = select(condition, params)
          const lanes = [...new Set(rows.map(({ lane }) => lane))]
          return toEntries(
            rows,
            lanes.flatMap((lane) => store.select('is_open = 1 AND lane = ?', [lane])),
          )
        },
      }
      return queue
    },

    /** Everything that is not final, oldest first. */
    list: (): OutboundEntry[] => {
      const open = store.select('is_open = 1')
      return toEntries(open, open)
    },

    /** How many are not final, and how many of these wait for the seller (`needsUser`). */
    counts: (): { readonly open: number; readonly needsUser: number } =>
      database.get<{ open: number; needsUser: number }>(
        `SELECT COUNT(*) AS open, COUNT(*) FILTER (WHERE state IN ('refused', 'notFound')
           OR (state = 'unknown' AND (${jsonAt('detail', '$.nextReadAtMs')}) IS NULL)) AS needsUser
         FROM outbound WHERE is_open = 1`,
      ) ?? { open: 0, needsUser: 0 },

    /** Sends these changes now, ending their waits. Throws `conflict` if one can't be sent. */
    sendNow: (ids: readonly string[]): void =>
      act(ids, { event: 'sendNow', atMs: clock.nowMs() }, CHANGED_MEANWHILE, ({ isFinal }) => isFinal !== true),

    /** Discards changes that the seller no longer wants. Throws `conflict` if one may have been sent. */
    discard,

    /** Turns a change back into a draft, also a discarded one. Throws `conflict` if it may have been sent, or has no draft. */
    withdraw: (id: string): void =>
      act([id], { event: 'withdraw', atMs: clock.nowMs() }, CHANGED_MEANWHILE, ({ toDraft }) => toDraft !== undefined),

    /** Stores the seller's answer whether a change was carried out. Throws `conflict` if its outcome is known. */
    settle: (id: string, isDone: boolean): void =>
      act(
        [id],
        { event: 'settle', atMs: clock.nowMs(), arrived: isDone },
        'Its outcome is now known. Check its state again.',
        ({ canSellerSettle }) => canSellerSettle !== undefined,
      ),

    /**
     * Releases the hold at the seller's request. A change from a copy may have been sent after the copy was made. The check
     * before sending reads that; where nothing can be read, the seller decides.
     */
    release: (): void => {
      const atMs = clock.nowMs()
      const sinceMs = hold.current()?.sinceMs ?? Number.NEGATIVE_INFINITY
      const asked = store
        .select(`state IN ('queued', 'waiting')`)
        .filter((row) => !row.isDamaged && row.createdAtMs <= sinceMs && store.requireKind(row.kind).settle === 'ask')
      hold.release(() => {
        for (const { id } of asked) {
          store.apply(id, { event: 'waitPassed', atMs, dueMs: Number.POSITIVE_INFINITY })
          store.apply(id, { event: 'ask', atMs, reason: FROM_COPY, found: null })
        }
      })
      deps.scheduler.wake()
      wake(asked)
    },

    /** Whether a change of the subject is in progress: it may still be carried out, and doesn't wait for the seller. */
    isBusy: store.isBusy,

    runs,
    done: createDone({ database, store, findRun: runs.find }),

    /** Changes in `sending` become `unknown`, or are repeated if that is safe; everything else resumes. */
    start: (): void => {
      try {
        runs.forgetEndedSteps()
      } catch (error) {
        // If the disk is full, at the next start.
        deps.log.warn('the ended steps after runs could not be forgotten', { error })
      }
      driver.start()
      stopListening = deps.online.onChange((online) => {
        if (online) driver.online()
      })
    },

    isStopping: driver.isStopping,

    /** Starts nothing new, waits briefly for sends in progress, then aborts them as `unknown`. */
    stop: async (): Promise<void> => {
      stopListening()
      await driver.stop()
    },
  }
}
