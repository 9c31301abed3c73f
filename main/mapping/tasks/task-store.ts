/** Stores tasks with their watch and polls, and reads them for the list and one page. */
import type { TaskPoll, TaskRow } from '../../../shared/mapping/contract.ts'
import { isEnded, type TaskState } from '../../../shared/mapping/task.ts'
import { listCountsSchema } from '../../../shared/mapping/task-result.ts'
import type { Database, Row } from '../../database/database.ts'
import { readStoredJson } from '../../database/stored-json.ts'
import type { PollAnswer } from '../platform/mapping-client.ts'
import type { ListPage, ResultStore } from '../results/result-store.ts'
import { loadResendHistory } from './resend-history.ts'
import { storedTaskState } from './stored-task-state.ts'
import type { Watch } from './watch.ts'

/** A complete watch has about 25. */
const MAX_POLLS_ON_PAGE = 300

type TaskRecord = Row & {
  task_ref: number
  task_id: string | null
  origin: string
  state: string
  paused: number
  step: number
  watched_ms: number
  offline_streak: number
  next_poll_at_ms: number | null
  last_poll_at_ms: number | null
  created_at_ms: number
  ended_at_ms: number | null
  part: number
  parts: number
  parent_ref: number | null
  about: string | null
  product_count: number
  problem: string | null
  missing_scope: string | null
  requested_id: string | null
  counts: string | null
}

const WATCHED = `state = 'processing' AND paused = 0`

const toTaskRow = (record: TaskRecord): TaskRow => ({
  taskRef: record.task_ref,
  taskId: record.task_id,
  origin: record.origin === 'added' ? 'added' : 'started',
  state: storedTaskState.parse(record.state),
  paused: record.paused === 1,
  createdAtMs: record.created_at_ms,
  endedAtMs: record.ended_at_ms,
  lastPollAtMs: record.last_poll_at_ms,
  nextPollAtMs: record.next_poll_at_ms,
  about: record.about,
  productCount: record.product_count,
  part: record.part,
  parts: record.parts,
  parentRef: record.parent_ref,
  counts: readStoredJson(listCountsSchema, record.counts) ?? null,
})

export type WatchedTask = { readonly taskId: string; readonly watch: Watch }

export const createTaskStore = (database: Database, results: ResultStore) => {
  const findRecord = (taskRef: number): TaskRecord | undefined =>
    database.get<TaskRecord>('SELECT * FROM mapping_task WHERE task_ref = ?', [taskRef])

  const listRefs = (where: string): number[] =>
    database.column<number>(`SELECT task_ref FROM mapping_task WHERE ${where} ORDER BY task_ref`)

  const saveWatch = (taskRef: number, watch: Watch): void => {
    database.run(
      `UPDATE mapping_task SET state = ?, paused = ?, step = ?, watched_ms = ?, offline_streak = ?, next_poll_at_ms = ?
       WHERE task_ref = ?`,
      [
        watch.state,
        watch.paused ? 1 : 0,
        watch.step,
        watch.watchedMs,
        watch.offlineStreak,
        watch.nextPollAtMs,
        taskRef,
      ],
    )
  }

  const savePoll = (taskRef: number, poll: TaskPoll): void => {
    const last = database.get<{ poll_id: number; outcome: string }>(
      'SELECT poll_id, outcome FROM mapping_poll WHERE task_ref = ? ORDER BY poll_id DESC LIMIT 1',
      [taskRef],
    )
    // Offline polls in a row share one row, so a night without a connection doesn't add a thousand.
    if (last?.outcome === 'offline' && poll.outcome === 'offline') {
      database.run('UPDATE mapping_poll SET settled_at_ms = ?, repeats = repeats + 1 WHERE poll_id = ?', [
        poll.settledAtMs,
        last.poll_id,
      ])
    } else {
      database.run(
        'INSERT INTO mapping_poll (task_ref, at_ms, settled_at_ms, outcome, message) VALUES (?, ?, ?, ?, ?)',
        [taskRef, poll.atMs, poll.settledAtMs, poll.outcome, poll.message],
      )
    }
  }

  return {
    /** Returns undefined for an unknown number or a task without an id. */
    watchedTask: (taskRef: number): WatchedTask | undefined => {
      const record = findRecord(taskRef)
      if (record === undefined || record.task_id === null) return undefined
      return {
        taskId: record.task_id,
        watch: {
          state: storedTaskState.parse(record.state),
          paused: record.paused === 1,
          step: record.step,
          watchedMs: record.watched_ms,
          offlineStreak: record.offline_streak,
          nextPollAtMs: record.next_poll_at_ms,
        },
      }
    },

    saveWatch,
    watchedRefs: (): number[] => listRefs(WATCHED),
    offlineRefs: (): number[] => listRefs(`${WATCHED} AND offline_streak > 0`),
    pausedRefs: (): number[] => listRefs(`state = 'processing' AND paused = 1`),

    /** The watched task to poll next, except those in `polling`. */
    nextPoll: (polling: readonly number[]): { readonly taskRef: number; readonly atMs: number } | undefined =>
      database.get<{ taskRef: number; atMs: number }>(
        `SELECT task_ref AS taskRef, next_poll_at_ms AS atMs FROM mapping_task
         WHERE ${WATCHED} AND next_poll_at_ms IS NOT NULL AND task_ref NOT IN (SELECT value FROM json_each(?))
         ORDER BY next_poll_at_ms, task_ref LIMIT 1`,
        [JSON.stringify(polling)],
      ),

    /**
     * Makes polls due that are missing or planned beyond `latestMs`, as after the clock was set back while the app was
     * closed.
     */
    repairPolls: (nowMs: number, latestMs: number): void => {
      database.run(
        `UPDATE mapping_task SET next_poll_at_ms = ?1 WHERE ${WATCHED} AND coalesce(next_poll_at_ms, ?2 + 1) > ?2`,
        [nowMs, latestMs],
      )
    },

    shiftPolls: (byMs: number): void => {
      database.run(`UPDATE mapping_task SET next_poll_at_ms = next_poll_at_ms + ? WHERE next_poll_at_ms IS NOT NULL`, [
        byMs,
      ])
    },

    /** Writes a poll with its watch and its result, if it has one, in one transaction. */
    settlePoll: (
      taskRef: number,
      poll: { readonly answer: PollAnswer; readonly watch: Watch; readonly atMs: number; readonly settledAtMs: number },
    ): void =>
      database.transaction(() => {
        const { answer, watch, atMs, settledAtMs } = poll
        const { outcome, requestedId, result } = answer
        const message = 'message' in outcome ? outcome.message : null
        savePoll(taskRef, { atMs, settledAtMs, outcome: outcome.kind, message, repeats: 0 })
        saveWatch(taskRef, watch)
        database.run(
          `UPDATE mapping_task SET last_poll_at_ms = ?, problem = ?, missing_scope = ?,
             requested_id = coalesce(?, requested_id) WHERE task_ref = ?`,
          [settledAtMs, message, outcome.kind === 'accessDenied' ? outcome.scope : null, requestedId, taskRef],
        )
        if (result === null || !isEnded(watch.state)) return
        // The first result is final: a later answer never replaces it.
        const counts = results.addResult(taskRef, result)
        if (counts === undefined) return
        database.run('UPDATE mapping_task SET ended_at_ms = ?, counts = ? WHERE task_ref = ?', [
          settledAtMs,
          JSON.stringify(counts),
          taskRef,
        ])
      }),

    /** A page of the list, newest first. */
    page: ({ offset, limit, state }: ListPage & { readonly state?: TaskState | undefined }): TaskRow[] =>
      database
        .all<TaskRecord>(
          `SELECT * FROM mapping_task ${state === undefined ? '' : 'WHERE state = ?3'}
           ORDER BY task_ref DESC LIMIT ?1 OFFSET ?2`,
          state === undefined ? [limit, offset] : [limit, offset, state],
        )
        .map(toTaskRow),

    /** `total` counts tasks in `state`; the rest count all tasks. */
    totals: (state?: TaskState) =>
      database.get<{ total: number; all: number; watching: number; paused: number }>(
        `SELECT count(*) FILTER (WHERE ?1 IS NULL OR state = ?1) AS total, count(*) AS "all",
           count(*) FILTER (WHERE ${WATCHED}) AS watching,
           count(*) FILTER (WHERE state = 'processing' AND paused = 1) AS paused FROM mapping_task`,
        [state ?? null],
      ) ?? { total: 0, all: 0, watching: 0, paused: 0 },

    row: (taskRef: number): TaskRow | undefined => {
      const record = findRecord(taskRef)
      return record === undefined ? undefined : toTaskRow(record)
    },

    exists: (taskRef: number): boolean =>
      database.get('SELECT 1 FROM mapping_task WHERE task_ref = ?', [taskRef]) !== undefined,

    /** A task with everything but its lists, body and products. */
    details: (taskRef: number) => {
      const record = findRecord(taskRef)
      if (record === undefined) return undefined
      const polls = database.all<TaskPoll>(
        `SELECT at_ms AS atMs, settled_at_ms AS settledAtMs, outcome, message, repeats FROM mapping_poll
         WHERE task_ref = ? ORDER BY poll_id DESC LIMIT ?`,
        [taskRef, MAX_POLLS_ON_PAGE],
      )
      return {
        ...toTaskRow(record),
        problem: record.problem,
        missingScope: record.missing_scope,
        requestedId: record.requested_id,
        polls: polls.toReversed(),
        remarks: results.remarks(taskRef),
        resends: loadResendHistory(database, taskRef),
        drafts: results.drafts(taskRef),
      }
    },
  }
}
