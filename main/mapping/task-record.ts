/** A task as its row on disk has it, and what a screen and the monitor read of it. */
import type { TaskRow } from '../../shared/mapping/contract.ts'
import { type PollOutcomeKind, pollOutcomeSchema, taskStateSchema, type Watch } from '../../shared/mapping/task.ts'
import type { Row } from '../database/database.ts'

export type TaskRecord = Row & {
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
  request_key: string | null
  part: number
  parts: number
  parent_ref: number | null
  about: string | null
  product_count: number
  dots: string
  problem: string | null
  missing_scope: string | null
  preview_count: number | null
  invalid_count: number | null
  unmapped_count: number | null
  unprocessed_count: number | null
}

/** The dots of a task as its row keeps them: words parted by spaces, oldest first. */
export const dotsOf = (dots: string): PollOutcomeKind[] =>
  dots === '' ? [] : dots.split(' ').map((dot) => pollOutcomeSchema.parse(dot))

export const rowOf = (record: TaskRecord): TaskRow => ({
  taskRef: record.task_ref,
  taskId: record.task_id,
  origin: record.origin === 'added' ? 'added' : 'started',
  state: taskStateSchema.parse(record.state),
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
  counts:
    record.preview_count === null
      ? null
      : {
          listingPreviews: record.preview_count,
          invalidProducts: record.invalid_count ?? 0,
          unmappedProducts: record.unmapped_count ?? 0,
          unprocessedProducts: record.unprocessed_count ?? 0,
        },
  dots: dotsOf(record.dots),
})

export const watchOfRecord = (record: TaskRecord): Watch => ({
  state: taskStateSchema.parse(record.state),
  paused: record.paused === 1,
  step: record.step,
  watchedMs: record.watched_ms,
  offlineStreak: record.offline_streak,
  nextPollAtMs: record.next_poll_at_ms,
})
