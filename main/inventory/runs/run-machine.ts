/**
 * The state machines of a run and of each of its rows.
 *
 * Pure: a transition returns the next state, or undefined if the event is not allowed. The driver (runs.ts) stores each step
 * before the next one, so that a restart continues where the app ended.
 */
import type { RunRowState, RunStateName, WaitReason } from '../../../shared/inventory/contract/run-contract.ts'
import { assertNever } from '../../../shared/result.ts'
import type { OutcomeName } from '../../http/request.ts'

/** Waiting and paused remember what they interrupt. */
export type RunState =
  | { readonly name: Exclude<RunStateName, 'waiting' | 'paused'> }
  | {
      readonly name: 'waiting'
      readonly from: 'reading' | 'sending'
      readonly reason: WaitReason
      readonly untilMs: number | null
    }
  | { readonly name: 'paused'; readonly from: 'reading' | 'sending' }

export type RunEvent =
  | { readonly type: 'allRead' }
  | { readonly type: 'start' }
  | { readonly type: 'mustWait'; readonly reason: WaitReason; readonly untilMs: number | null }
  /** Its wait may be over. */
  | { readonly type: 'continue' }
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  | { readonly type: 'stop' }
  /** No row can change any more. */
  | { readonly type: 'allEnded' }

export const nextRunState = (state: RunState, event: RunEvent): RunState | undefined => {
  const isActive = state.name === 'reading' || state.name === 'sending'
  switch (event.type) {
    case 'allRead':
      return state.name === 'reading' ? { name: 'ready' } : undefined
    case 'start':
      return state.name === 'ready' ? { name: 'sending' } : undefined
    case 'mustWait':
      return isActive ? { name: 'waiting', from: state.name, reason: event.reason, untilMs: event.untilMs } : undefined
    case 'continue':
      return state.name === 'waiting' ? { name: state.from } : undefined
    case 'pause':
      if (isActive) return { name: 'paused', from: state.name }
      return state.name === 'waiting' ? { name: 'paused', from: state.from } : undefined
    case 'resume':
      return state.name === 'paused' ? { name: state.from } : undefined
    case 'stop':
      return isOpenRun(state) ? { name: 'stopped' } : undefined
    case 'allEnded':
      return state.name === 'sending' ? { name: 'done' } : undefined
    default:
      return assertNever(event)
  }
}

export const isOpenRun = ({ name }: RunState): boolean => name !== 'done' && name !== 'stopped'

type Found = 'planned' | 'unchanged' | 'held'

export type RowEvent =
  /** The item was read, for the plan or once more before sending. */
  | { readonly type: 'read'; readonly found: Found }
  /** The seller excluded fields from the plan, or included them again. */
  | { readonly type: 'chosen'; readonly found: Found }
  | { readonly type: 'send' }
  /** The call ended, or reading the item settled a lost one. */
  | { readonly type: 'ended'; readonly outcome: OutcomeName }
  | { readonly type: 'skip' }

export const nextRowState = (state: RunRowState, event: RowEvent): RunRowState | undefined => {
  const canStillGo = state === 'unread' || state === 'planned'
  switch (event.type) {
    case 'read':
      return canStillGo ? event.found : undefined
    case 'chosen':
      return state === 'planned' || state === 'unchanged' || state === 'held' ? event.found : undefined
    case 'send':
      return state === 'planned' ? 'sending' : undefined
    case 'skip':
      return canStillGo ? 'notSent' : undefined
    case 'ended':
      if (state === 'sending') return afterCall[event.outcome]
      return state === 'unknown' && event.outcome !== 'unknown' ? afterSettling[event.outcome] : undefined
    default:
      return assertNever(event)
  }
}

/** Rows whose call certainly did not arrive may be sent again. */
const afterCall = {
  carriedOut: 'saved',
  refused: 'refused',
  notNow: 'planned',
  notReached: 'planned',
  unknown: 'unknown',
} as const

/** A call without an answer is never sent again automatically, even if it did not arrive. */
const afterSettling = { carriedOut: 'saved', refused: 'notSaved', notNow: 'notSaved', notReached: 'notSaved' } as const

/** Rows that may still change. */
export const openRowStates = ['unread', 'planned', 'sending', 'unknown'] as const satisfies readonly RunRowState[]
