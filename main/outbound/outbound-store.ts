/** The rows of the outbound queue: each change, its state and its history. */

import { blockingStates, type OutboundState, outboundStateSchema } from '../../shared/outbound/state.ts'
import { type AppError, appErrorSchema, notFound } from '../../shared/result.ts'
import type { Database, SqlParams } from '../database/database.ts'
import { readStoredJson } from '../database/stored-json.ts'
import type { AnyKind, OutboundRow } from './kind.ts'
import { type OutboundEvent, transition, wakeAtMs } from './transition.ts'

type StoredRow = {
  ordinal: number
  id: string
  kind: string
  lane: string
  subject: string
  run_id: number | null
  payload: string
  detail: string
  attempts: number
  last_error: string | null
  created_at_ms: number
  changed_at_ms: number
}

/**
 * A row of any kind, checked by its kind's schemas. `isDamaged`: its payload or state can't be read, so it is never sent. An
 * unreadable payload is undefined.
 */
// biome-ignore lint/suspicious/noExplicitAny: see AnyKind.
export type AnyRow = OutboundRow<any, any> & { readonly isDamaged: boolean }

const DAMAGED: AppError = {
  kind: 'storage',
  message: 'This entry is damaged on the disk and isn’t sent. Check whether it was done, then discard it here.',
}

const eventError = (event: OutboundEvent<unknown>): AppError | undefined => {
  if ('error' in event) return event.error
  return event.event === 'unknown' || event.event === 'ask' ? { kind: 'unknown', message: event.reason } : undefined
}

const BLOCKING = `(${blockingStates.map((state) => `'${state}'`).join(', ')})`

/**
 * Whether a row takes its turn. An unsent row doesn't while its run is paused, or while another lane has a change of the same
 * kind and subject in progress: a save of an item waits for another save of the same item.
 */
const TAKES_ITS_TURN = `(state IN ('sending', 'unknown') OR (
  NOT EXISTS (SELECT 1 FROM run WHERE run.id = outbound.run_id AND run.is_paused = 1)
  AND NOT EXISTS (SELECT 1 FROM outbound o WHERE o.is_open = 1 AND o.kind = outbound.kind AND o.subject = outbound.subject
    AND o.lane <> outbound.lane
    AND (o.state IN ('sending', 'unknown') OR (o.ordinal < outbound.ordinal AND o.state IN ('queued', 'waiting'))))))`

/** Changes that may still be carried out. The others wait for the seller. */
const IN_PROGRESS = `is_open = 1 AND state NOT IN ('refused', 'notFound')`

/** The rows of a lane that block later ones. */
const IN_TURN = `lane = ? AND is_open = 1 AND state IN ${BLOCKING} AND ${TAKES_ITS_TURN}`

export type OutboundStore = ReturnType<typeof createOutboundStore>

export const createOutboundStore = (deps: {
  readonly database: Database
  readonly kinds: ReadonlyMap<string, AnyKind>
}) => {
  const { database, kinds } = deps

  const requireKind = (name: string): AnyKind => {
    const kind = kinds.get(name)
    if (kind === undefined) throw new TypeError(`No feature has registered the outbound kind ${name}`)
    return kind
  }

  // Cached: building a schema takes far longer than parsing a row.
  const stateSchemas = new Map<AnyKind, ReturnType<typeof outboundStateSchema>>()
  const stateSchemaFor = (kind: AnyKind): ReturnType<typeof outboundStateSchema> => {
    const schema = stateSchemas.get(kind) ?? outboundStateSchema(kind.evidence)
    stateSchemas.set(kind, schema)
    return schema
  }

  const toRow = (row: StoredRow): AnyRow => {
    const kind = requireKind(row.kind)
    const payload: unknown = readStoredJson(kind.payload, row.payload)
    const state = readStoredJson(stateSchemaFor(kind), row.detail)
    const isDamaged = payload === undefined || state === undefined
    return {
      id: row.id,
      kind: row.kind,
      lane: row.lane,
      subject: row.subject,
      runId: row.run_id,
      payload,
      // A refused row waits for the seller.
      state: isDamaged ? { state: 'refused', atMs: row.changed_at_ms, error: DAMAGED, earlier: null } : state,
      isDamaged,
      attempts: row.attempts,
      lastError: isDamaged ? DAMAGED : (readStoredJson(appErrorSchema, row.last_error) ?? null),
      createdAtMs: row.created_at_ms,
      changedAtMs: row.changed_at_ms,
    }
  }

  const select = (
    condition: string,
    params: SqlParams = [],
    { offset = 0, limit = -1 }: { readonly offset?: number; readonly limit?: number } = {},
  ): readonly AnyRow[] =>
    database
      .all<StoredRow>(
        `SELECT * FROM outbound WHERE ${condition} ORDER BY ordinal LIMIT ${limit} OFFSET ${offset}`,
        params,
      )
      .map(toRow)

  const load = (id: string): AnyRow | undefined => select('id = ?', [id])[0]

  const addHistory = (id: string, atMs: number, event: string, from: string | null, to: string, detail?: string) => {
    database.run(
      'INSERT INTO outbound_history (outbound_id, at_ms, event, from_state, to_state, detail) VALUES (?, ?, ?, ?, ?, ?)',
      [id, atMs, event, from, to, detail ?? null],
    )
  }

  /** Applies an event. Returns the new state, or undefined if the event doesn't apply in the row's state. `answer` is for `onState`. */
  const apply = (id: string, event: OutboundEvent<unknown>, answer?: unknown): OutboundState<unknown> | undefined =>
    database.transaction(() => {
      const row = load(id)
      if (row?.isDamaged === true && event.event !== 'discard') return undefined
      const state = row === undefined ? undefined : transition<unknown>(row.state, event)
      if (row === undefined || state === undefined) return undefined
      const error = eventError(event)
      database.run(
        `UPDATE outbound SET state = :state, detail = :detail, attempts = attempts + :attempt,
             last_error = COALESCE(:error, last_error), changed_at_ms = :atMs WHERE id = :id`,
        {
          id,
          state: state.state,
          detail: JSON.stringify(state),
          attempt: event.event === 'dispatch' ? 1 : 0,
          error: error === undefined ? null : JSON.stringify(error),
          atMs: event.atMs,
        },
      )
      // Retries don't change the state, so a night offline doesn't fill the history.
      if (state.state !== row.state.state) {
        addHistory(id, event.atMs, event.event, row.state.state, state.state, error?.message)
      }
      if (!row.isDamaged)
        requireKind(row.kind).onState?.({ ...row, state, changedAtMs: event.atMs }, row.state.state, answer)
      return state
    })

  /** Whether it waits because its subject can't be read, in a lane shared with other subjects. */
  const isUnreadable = ({ kind, state }: AnyRow): boolean =>
    state.state === 'waiting' && state.error.kind === 'service' && requireKind(kind).maxBatch !== undefined

  /** Whether only the seller can say if it arrived, in a run, whose other subjects need not wait for that. */
  const isUndecided = ({ state, runId }: AnyRow): boolean =>
    runId !== null && state.state === 'unknown' && state.nextReadAtMs === null

  /** Until when a row is postponed and blocks no other subjects, such as a message scheduled for Monday; 0 if it isn't postponed. */
  const postponedUntilMs = (row: AnyRow): number => {
    if (isUndecided(row)) return Number.POSITIVE_INFINITY
    return row.state.state === 'delayed' || isUnreadable(row) ? (wakeAtMs(row.state) ?? 0) : 0
  }

  /** The row to send before a postponed one. Changes to one subject keep their order. */
  const findEarlier = (first: AnyRow, nowMs: number): AnyRow | undefined => {
    if (postponedUntilMs(first) <= nowMs) return undefined
    const unreadable = new Set<string>()
    const others = select(IN_TURN, [first.lane]).filter((row) => {
      if (row.isDamaged || unreadable.has(row.subject)) return false
      if (isUnreadable(row) || isUndecided(row)) unreadable.add(row.subject)
      return true
    })
    return others.toSorted((a, b) => postponedUntilMs(a) - postponedUntilMs(b))[0]
  }

  return {
    requireKind,
    load,
    /** Rows in the order they were written. SECURITY: `condition` is the caller's SQL, never user input. */
    select,

    require: (id: string): AnyRow => {
      const row = load(id)
      if (row === undefined) throw notFound('This is no longer in the outbox.')
      return row
    },

    apply,

    /** Applies events in one transaction. Returns undefined for each that doesn't apply. */
    applyAll: (
      events: readonly (readonly [id: string, event: OutboundEvent<unknown>, answer?: unknown])[],
    ): readonly (OutboundState<unknown> | undefined)[] =>
      database.transaction(() => events.map((one) => apply(...one))),

    /** Adds a row, in the caller's transaction. */
    add: (
      row: Pick<AnyRow, 'id' | 'kind' | 'lane' | 'subject' | 'payload' | 'state'> & Partial<Pick<AnyRow, 'runId'>>,
      atMs: number,
    ): void => {
      database.run(
        `INSERT INTO outbound (id, kind, lane, subject, run_id, payload, state, detail, created_at_ms, changed_at_ms)
         VALUES (:id, :kind, :lane, :subject, :runId, :payload, :state, :detail, :atMs, :atMs)`,
        {
          id: row.id,
          kind: row.kind,
          lane: row.lane,
          subject: row.subject,
          runId: row.runId ?? null,
          payload: JSON.stringify(row.payload),
          state: row.state.state,
          detail: JSON.stringify(row.state),
          atMs,
        },
      )
      addHistory(row.id, atMs, 'add', null, row.state.state)
    },

    /** The first row of a lane that blocks the others. Marks damaged rows as refused, so that they don't block. */
    firstBlocking: (lane: string, nowMs: number): AnyRow | undefined => {
      for (;;) {
        const row = select(IN_TURN, [lane], { limit: 1 })[0]
        if (row?.isDamaged !== true) return row === undefined ? undefined : (findEarlier(row, nowMs) ?? row)
        database.run(`UPDATE outbound SET state = 'refused' WHERE id = ?`, [row.id])
      }
    },

    /**
     * The ids of rows whose time has come, but which an earlier one must precede: of their subject, or of their lane if it is sent
     * alone. `open`: the open rows of whole lanes, oldest first, without those of paused runs.
     */
    findBehind: (open: readonly AnyRow[], nowMs: number): ReadonlySet<string> => {
      const blocked = new Set<string>()
      const behind = new Set<string>()
      for (const row of open) {
        const { id, kind, lane, subject, state } = row
        const ofSubject = `${lane} ${subject}`
        const isDue = state.state === 'queued' || (state.state === 'delayed' && state.undoUntilMs <= nowMs)
        if (isDue && (blocked.has(lane) || blocked.has(ofSubject))) behind.add(id)
        if (!blockingStates.includes(state.state) || (state.state === 'delayed' && !isDue)) continue
        blocked.add(ofSubject)
        if (requireKind(kind).maxBatch === undefined && postponedUntilMs(row) <= nowMs) blocked.add(lane)
      }
      return behind
    },

    /** When the lane's next row postponed beyond `nowMs` is due; infinite if there is none. */
    nextPostponedMs: (lane: string, nowMs: number): number =>
      Math.min(
        ...select(`lane = ? AND is_open = 1 AND state IN ('delayed', 'waiting')`, [lane])
          .map(postponedUntilMs)
          .filter((ms) => ms > nowMs),
      ),

    /**
     * The row and up to `max - 1` later unsent ones of its kind and lane. Changes to one subject keep their order: a row waits
     * for an earlier one of another kind.
     */
    batchFrom: ({ id, kind, lane }: AnyRow, max: number): readonly AnyRow[] =>
      select(
        `lane = ? AND is_open = 1 AND kind = ? AND state IN ('delayed', 'queued', 'waiting') AND ${TAKES_ITS_TURN}
           AND ordinal >= (SELECT ordinal FROM outbound WHERE id = ?)
           AND NOT EXISTS (SELECT 1 FROM outbound e WHERE e.subject = outbound.subject AND e.lane = outbound.lane
             AND e.ordinal < outbound.ordinal AND e.is_open = 1 AND e.state IN ${BLOCKING})`,
        [lane, kind, id],
        { limit: max },
      ),

    /** Other lanes with an open change of the same kind and subject, which may be waiting for this one. */
    lanesBeside: ({ kind, subject, lane }: AnyRow): readonly string[] =>
      database.column<string>(
        'SELECT DISTINCT lane FROM outbound WHERE is_open = 1 AND kind = ? AND subject = ? AND lane <> ?',
        [kind, subject, lane],
      ),

    /** The subjects with a change in progress, which may still be carried out. */
    busySubjects: (): ReadonlySet<string> =>
      new Set(database.column<string>(`SELECT DISTINCT subject FROM outbound WHERE ${IN_PROGRESS}`)),

    isBusy: (subject: string): boolean =>
      database.get(`SELECT 1 AS one FROM outbound WHERE ${IN_PROGRESS} AND subject = ? LIMIT 1`, [subject]) !==
      undefined,

    /** Discards, in the caller's transaction, the subject's changes that wait for the seller, because a new one replaces them. */
    retire: (subject: string, atMs: number): void => {
      for (const { id } of select(`is_open = 1 AND subject = ? AND state IN ('refused', 'notFound')`, [subject]))
        apply(id, { event: 'discard', atMs })
    },

    openLanes: (): readonly string[] => database.column<string>('SELECT DISTINCT lane FROM outbound WHERE is_open = 1'),
  }
}
