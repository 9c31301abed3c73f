/** A mapping task's states, and what one poll can return (docs/platform.md, MAP-03, MAP-04, MAP-13). */
import * as z from 'zod'

/**
 * - `starting`: in the outbound queue, about to be sent or being sent.
 * - `waiting`: in the outbound queue until the platform can be reached.
 * - `notStarted`: refused or withdrawn; it can be sent again as it is.
 * - `startUnknown`: the platform may have accepted it; never sent again automatically.
 * - `processing`: it has an id and no result yet.
 * - `notWatching`: the watch ran out; the id stays valid.
 * - `unknownTask`: "Task not found": a wrong id, or a token with another scope.
 * - `accessDenied`: "Access denied": the token lacks the scope.
 * - `completed`, `completedWithError`, `failed`: the platform's three endings.
 */
export const taskStateSchema = z.enum([
  'starting',
  'waiting',
  'notStarted',
  'startUnknown',
  'processing',
  'notWatching',
  'unknownTask',
  'accessDenied',
  'completed',
  'completedWithError',
  'failed',
])
export type TaskState = z.infer<typeof taskStateSchema>

const endedStates: ReadonlySet<TaskState> = new Set(['completed', 'completedWithError', 'failed'])
export const isEnded = (state: TaskState): boolean => endedStates.has(state)

const pollableStates: ReadonlySet<TaskState> = new Set(['processing', 'notWatching', 'unknownTask', 'accessDenied'])
/** Whether the task can be polled: it has an id and no result. */
export const isPollable = (state: TaskState): boolean => pollableStates.has(state)

/** The outcome of a poll: a dot on the timeline. `error` is any failure that a later poll may not see. */
export const pollOutcomeSchema = z.enum([
  'processing',
  'ended',
  'unknownTask',
  'accessDenied',
  'refusedQuery',
  'offline',
  'rateLimited',
  'signInNeeded',
  'error',
])
export type PollOutcomeKind = z.infer<typeof pollOutcomeSchema>
