/** Tasks: their watch, every poll with what it brought, the list, and what became of all of them over time. */
import type { TaskPoll, TaskRow } from '../../shared/mapping/contract.ts'
import { countsOf } from '../../shared/mapping/result.ts'
import {
  isEnded,
  type PollOutcomeKind,
  pollOutcomeSchema,
  type TaskState,
  taskStateSchema,
  type Watch,
} from '../../shared/mapping/task.ts'
import type { Database } from '../database/database.ts'
import type { PollAnswer } from './client.ts'
import { lineageOf } from './lineage.ts'
import type { Part, ResultStore } from './result-store.ts'
import { dotsOf, rowOf, type TaskRecord, watchOfRecord } from './task-record.ts'

/** The newest polls that a row of the list shows as dots. */
const DOTS = 14
/** The newest polls that a task's page shows; a watch has some twenty-five. */
const POLLS_ON_PAGE = 300

export type WatchedTask = { readonly taskId: string; readonly watch: Watch }

export const createTaskStore = (database: Database, results: ResultStore) => {
  const recordOf = (taskRef: number): TaskRecord | undefined =>
    database.get<TaskRecord>('SELECT * FROM mapping_task WHERE task_ref = ?', [taskRef])

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

  return {
    /** What a poll needs; undefined for a number that is none, or a task without an id. */
    watchedTask: (taskRef: number): WatchedTask | undefined => {
      const record = recordOf(taskRef)
      return record === undefined || record.task_id === null
        ? undefined
        : { taskId: record.task_id, watch: watchOfRecord(record) }
    },

    saveWatch,

    /** The tasks that are watched: processing and not paused. */
    watchedRefs: (only: 'all' | 'offline' = 'all'): number[] =>
      database
        .all<{ task_ref: number }>(
          `SELECT task_ref FROM mapping_task
           WHERE state = 'processing' AND paused = 0 AND offline_streak >= ? ORDER BY task_ref`,
          [only === 'offline' ? 1 : 0],
        )
        .map(({ task_ref }) => task_ref),

    /** Tasks that the user paused. */
    pausedRefs: (): number[] =>
      database
        .all<{ task_ref: number }>(
          `SELECT task_ref FROM mapping_task WHERE state = 'processing' AND paused = 1 ORDER BY task_ref`,
        )
        .map(({ task_ref }) => task_ref),

    /** One poll with all it brought, in one stroke: the dot, the watch, and the result as it came. */
    settlePoll: (
      taskRef: number,
      poll: { readonly answer: PollAnswer; readonly watch: Watch; readonly atMs: number; readonly settledAtMs: number },
    ): void =>
      database.transaction(() => {
        const { answer, watch, atMs, settledAtMs } = poll
        const { outcome } = answer
        const text = 'message' in outcome ? outcome.message : null
        const last = database.get<{ poll_id: number; outcome: PollOutcomeKind }>(
          'SELECT poll_id, outcome FROM mapping_poll WHERE task_ref = ? ORDER BY poll_id DESC LIMIT 1',
          [taskRef],
        )
        // A night without a line would be a thousand rows that say the same.
        if (last?.outcome === 'offline' && outcome.kind === 'offline') {
          database.run('UPDATE mapping_poll SET settled_at_ms = ?, repeats = repeats + 1 WHERE poll_id = ?', [
            settledAtMs,
            last.poll_id,
          ])
        } else {
          database.run(
            'INSERT INTO mapping_poll (task_ref, at_ms, settled_at_ms, outcome, text, repeats) VALUES (?, ?, ?, ?, ?, 0)',
            [taskRef, atMs, settledAtMs, outcome.kind, text],
          )
        }
        saveWatch(taskRef, watch)
        const dots = last?.outcome === 'offline' && outcome.kind === 'offline' ? '' : outcome.kind
        if (dots !== '') {
          const before = database.get<{ dots: string }>('SELECT dots FROM mapping_task WHERE task_ref = ?', [taskRef])
          const newest = [...dotsOf(before?.dots ?? ''), outcome.kind].slice(-DOTS)
          database.run('UPDATE mapping_task SET dots = ? WHERE task_ref = ?', [newest.join(' '), taskRef])
        }
        database.run(
          `UPDATE mapping_task SET last_poll_at_ms = ?, problem = ?, missing_scope = ?,
             requested_id = coalesce(?, requested_id) WHERE task_ref = ?`,
          [settledAtMs, text, outcome.kind === 'accessDenied' ? outcome.scope : null, answer.requestedId, taskRef],
        )
        if (answer.result === null || !isEnded(watch.state)) return
        const { lists, raw, remarks } = answer.result
        const counts = countsOf(lists)
        database.run(
          `UPDATE mapping_task SET ended_at_ms = ?, preview_count = ?, invalid_count = ?, unmapped_count = ?,
             unprocessed_count = ? WHERE task_ref = ?`,
          [
            settledAtMs,
            counts.listingPreviews,
            counts.invalidProducts,
            counts.unmappedProducts,
            counts.unprocessedProducts,
            taskRef,
          ],
        )
        // The first ending is the ending: a later answer would be another one's.
        const { changes } = database.run(
          'INSERT INTO mapping_result (task_ref, raw, remarks, received_at_ms) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
          [taskRef, raw, JSON.stringify(remarks), settledAtMs],
        )
        if (changes > 0) results.file(taskRef, lists)
      }),

    /** A part of the list, newest first. */
    page: ({ offset, limit, state }: Part & { readonly state?: TaskState | undefined }): TaskRow[] =>
      database
        .all<TaskRecord>(
          // The places are counted over an index alone; whole rows are read for the part that is asked for.
          `SELECT * FROM mapping_task WHERE task_ref IN (
             SELECT task_ref FROM mapping_task ${state === undefined ? '' : 'WHERE state = ?3'}
             ORDER BY task_ref DESC LIMIT ?1 OFFSET ?2
           ) ORDER BY task_ref DESC`,
          state === undefined ? [limit, offset] : [limit, offset, state],
        )
        .map(rowOf),

    /** Of one state or of all; those that are watched and paused, of all. */
    totals: (
      state?: TaskState,
    ): { readonly total: number; readonly all: number; readonly watching: number; readonly paused: number } => {
      const counted = database.get<{ everything: number; watching: number; paused: number }>(
        `SELECT (SELECT count(*) FROM mapping_task) AS everything,
           (SELECT count(*) FROM mapping_task WHERE state = 'processing' AND paused = 0) AS watching,
           (SELECT count(*) FROM mapping_task WHERE state = 'processing' AND paused = 1) AS paused`,
      ) ?? { everything: 0, watching: 0, paused: 0 }
      const { everything: all, watching, paused } = counted
      if (state === undefined) return { total: all, all, watching, paused }
      const ofState = database.get<{ total: number }>('SELECT count(*) AS total FROM mapping_task WHERE state = ?', [
        state,
      ])
      return { total: ofState?.total ?? 0, all, watching, paused }
    },

    /** Ended tasks by how they ended and how long they took, newest first; and how many are in each state. */
    history: (limit: number) => ({
      points: database
        .all<{ task_ref: number; state: string; started_at_ms: number; ended_at_ms: number }>(
          `SELECT task_ref, state, coalesce(call_began_at_ms, created_at_ms) AS started_at_ms, ended_at_ms
           FROM mapping_task WHERE ended_at_ms IS NOT NULL ORDER BY ended_at_ms DESC LIMIT ?`,
          [limit],
        )
        .map((point) => ({
          taskRef: point.task_ref,
          state: taskStateSchema.parse(point.state),
          startedAtMs: point.started_at_ms,
          durationMs: Math.max(0, point.ended_at_ms - point.started_at_ms),
        })),
      states: database
        .all<{ state: string; count: number }>('SELECT state, count(*) AS count FROM mapping_task GROUP BY state')
        .map(({ state, count }) => ({ state: taskStateSchema.parse(state), count })),
    }),

    row: (taskRef: number): TaskRow | undefined => {
      const record = recordOf(taskRef)
      return record === undefined ? undefined : rowOf(record)
    },

    exists: (taskRef: number): boolean =>
      database.get('SELECT 1 FROM mapping_task WHERE task_ref = ?', [taskRef]) !== undefined,

    /** Everything that is known of one task but its lists, its body and its products. */
    details: (taskRef: number) => {
      const record = recordOf(taskRef)
      if (record === undefined) return undefined
      const polls: TaskPoll[] = database
        .all<{ at_ms: number; settled_at_ms: number; outcome: string; text: string | null; repeats: number }>(
          `SELECT at_ms, settled_at_ms, outcome, text, repeats FROM mapping_poll
           WHERE task_ref = ? ORDER BY poll_id DESC LIMIT ?`,
          [taskRef, POLLS_ON_PAGE],
        )
        .map((poll) => ({
          atMs: poll.at_ms,
          settledAtMs: poll.settled_at_ms,
          outcome: pollOutcomeSchema.parse(poll.outcome),
          text: poll.text,
          repeats: poll.repeats,
        }))
        .reverse()
      const remarks = database.get<{ remarks: string }>('SELECT remarks FROM mapping_result WHERE task_ref = ?', [
        taskRef,
      ])
      return {
        ...rowOf(record),
        problem: record.problem,
        missingScope: record.missing_scope,
        hasBody: record.origin === 'started',
        polls,
        remarks: remarks === undefined ? [] : (JSON.parse(remarks.remarks) as string[]),
        lineage: lineageOf(database, record, results.fileOld),
        drafts: database
          .all<{ preview_index: number; sku: string; made_at_ms: number }>(
            'SELECT preview_index, sku, made_at_ms FROM mapping_draft WHERE task_ref = ? ORDER BY preview_index, sku',
            [taskRef],
          )
          .map((draft) => ({ previewIndex: draft.preview_index, sku: draft.sku, madeAtMs: draft.made_at_ms })),
      }
    },
  }
}
