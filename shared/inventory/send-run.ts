/**
 * A run: many edits sent one after the other, as two machines, the run's and each row's.
 *
 * Pure: what happened goes in, the next state comes out, and `undefined` where that may not happen. The shell that reads and
 * sends (main/inventory/send-run.ts) writes each step down before it goes on, so that whatever ends the app, the next start
 * goes on from here.
 */
import { assertNever } from '../result.ts'

/**
 * - `reading`: each item is read, and its edit held against what the platform has.
 * - `ready`: the plan can be looked at; nothing was sent.
 * - `sending`; `waiting` for a time or for the platform (`WaitReason`); `paused` by the seller or by a problem.
 * - `done`: every row has ended. `stopped`: the seller wanted no more of it.
 */
export const runStates = ['reading', 'ready', 'sending', 'waiting', 'paused', 'done', 'stopped'] as const
export type RunStateName = (typeof runStates)[number]

/**
 * - `budget`: the last 24 hours have no room. `platformLimit`: the platform itself asks to wait.
 * - `line`: it cannot be reached. `unsettled`: nobody knows yet what became of some saves; nothing else is left to send.
 */
export const waitReasons = ['budget', 'platformLimit', 'line', 'unsettled'] as const
export type WaitReason = (typeof waitReasons)[number]

export type RunState =
  | { readonly name: 'reading' | 'ready' | 'sending' | 'done' | 'stopped' }
  /** Both wait and pause remember what they hold up. */
  | {
      readonly name: 'waiting'
      readonly from: 'reading' | 'sending'
      readonly reason: WaitReason
      readonly untilMs: number | null
    }
  | { readonly name: 'paused'; readonly from: 'reading' | 'sending' }

export type RunEvent =
  /** Every row was read. */
  | { readonly type: 'allRead' }
  /** The seller says go. */
  | { readonly type: 'start' }
  | { readonly type: 'mustWait'; readonly reason: WaitReason; readonly untilMs: number | null }
  /** What it waited for may be over. */
  | { readonly type: 'goOn' }
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  | { readonly type: 'stop' }
  /** No row is left that may still change. */
  | { readonly type: 'allEnded' }

/** The run's next state, or undefined where the event has no place in this one. */
export const nextRunState = (state: RunState, event: RunEvent): RunState | undefined => {
  const isAtWork = state.name === 'reading' || state.name === 'sending'
  switch (event.type) {
    case 'allRead':
      return state.name === 'reading' ? { name: 'ready' } : undefined
    case 'start':
      return state.name === 'ready' ? { name: 'sending' } : undefined
    case 'mustWait':
      return isAtWork ? { name: 'waiting', from: state.name, reason: event.reason, untilMs: event.untilMs } : undefined
    case 'goOn':
      return state.name === 'waiting' ? { name: state.from } : undefined
    case 'pause':
      if (isAtWork) return { name: 'paused', from: state.name }
      return state.name === 'waiting' ? { name: 'paused', from: state.from } : undefined
    case 'resume':
      return state.name === 'paused' ? { name: state.from } : undefined
    case 'stop':
      return state.name === 'done' || state.name === 'stopped' ? undefined : { name: 'stopped' }
    case 'allEnded':
      return state.name === 'sending' ? { name: 'done' } : undefined
    default:
      return assertNever(event)
  }
}

export const isOpenRun = ({ name }: RunState): boolean => name !== 'done' && name !== 'stopped'

/**
 * - `toRead`; then `planned`, `unchanged` (the platform holds it already: no call) or `held` back, with its reason.
 * - `sending`: a call with it is under way. `saved`; `failed`: the platform refused it; `uncertain`: nobody knows yet.
 * - `notSaved`: an uncertain one that turned out not to have arrived. It is not sent again by a machine.
 * - `left`: the run was stopped before it.
 */
export const runRowStates = [
  'toRead',
  'planned',
  'unchanged',
  'held',
  'sending',
  'unknown',
  'saved',
  'failed',
  'notSaved',
  'left',
] as const
export type RunRowState = (typeof runRowStates)[number]

/**
 * Why a row is not sent: `conflict` and `gone` are the platform's doing; `problem` breaks a rule; `family` is managed by the
 * other calls (INV-17); `unread` could not be read; `unsettled` has an earlier save that nobody knows the end of; `edited` and
 * `withdrawn` changed on this machine since the plan; `deletion` would delete what nobody confirmed.
 */
export const heldReasons = [
  'conflict',
  'gone',
  'problem',
  'family',
  'unread',
  'unsettled',
  'edited',
  'withdrawn',
  'deletion',
] as const
export type HeldReason = (typeof heldReasons)[number]

export type RunRowEvent =
  /** It was read, before the plan or once more before it is sent. */
  | { readonly type: 'read'; readonly found: 'planned' | 'unchanged' | 'held' }
  | { readonly type: 'send' }
  /** The call ended for it. `turnedAway`: certainly not carried out, and it may go again. */
  | { readonly type: 'answered'; readonly as: 'saved' | 'failed' | 'unknown' | 'turnedAway' }
  /** The item that was read since tells what became of it. */
  | { readonly type: 'settled'; readonly as: 'saved' | 'notSaved' }
  /** The app ended while the call was under way. */
  | { readonly type: 'lost' }
  | { readonly type: 'leave' }

/** The row's next state, or undefined where the event has no place in this one. */
export const nextRowState = (state: RunRowState, event: RunRowEvent): RunRowState | undefined => {
  switch (event.type) {
    case 'read':
      return state === 'toRead' || state === 'planned' ? event.found : undefined
    case 'send':
      return state === 'planned' ? 'sending' : undefined
    case 'answered':
      if (state !== 'sending') return undefined
      return event.as === 'turnedAway' ? 'planned' : event.as
    case 'settled':
      return state === 'unknown' ? event.as : undefined
    case 'lost':
      return state === 'sending' ? 'unknown' : undefined
    case 'leave':
      return state === 'toRead' || state === 'planned' ? 'left' : undefined
    default:
      return assertNever(event)
  }
}

/** Rows that may still change. */
export const openRowStates = ['toRead', 'planned', 'sending', 'unknown'] as const satisfies readonly RunRowState[]
