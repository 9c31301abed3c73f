import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { earlierEvidence, type OutboundEvent, transition, wakeAtMs } from '../../../main/outbound/transition.ts'
import type { OutboundState } from '../../../shared/outbound/state.ts'

/** The state machine never inspects it. */
type Evidence = { readonly seen: number }
type State = OutboundState<Evidence>
type Event = OutboundEvent<Evidence>

const error = { kind: 'offline' as const, message: 'The platform couldn’t be reached.' }
const atMs = fc.integer({ min: 0, max: 1_000_000 })
const reading: fc.Arbitrary<Evidence> = fc.record({ seen: fc.nat(5) })
const maybeReading = fc.option(reading)

const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    event: fc.constantFrom('online', 'carriedOut', 'restart', 'sendNow', 'withdraw', 'discard', 'alreadyThere'),
    atMs,
  }),
  fc.record({ event: fc.constantFrom('undoTimePassed', 'waitPassed'), atMs, dueMs: atMs }),
  fc.record({ event: fc.constant('dispatch'), atMs, before: reading }),
  fc.record({ event: fc.constant('ask'), atMs, reason: fc.string(), found: reading }),
  fc.record({ event: fc.constant('delayAgain'), atMs, undoUntilMs: atMs }),
  fc.record({ event: fc.constant('repeat'), atMs, nextTryAtMs: atMs, error: fc.constant(error) }),
  fc.record({ event: fc.constant('notReached'), atMs, nextTryAtMs: atMs, error: fc.constant(error) }),
  fc.record({ event: fc.constant('notNow'), atMs, untilMs: atMs, error: fc.constant(error) }),
  fc.record({ event: fc.constant('refused'), atMs, error: fc.constant(error) }),
  fc.record({ event: fc.constant('unknown'), atMs, reason: fc.string(), nextReadAtMs: atMs }),
  fc.record({ event: fc.constantFrom('found', 'missing', 'neverLeft'), atMs }),
  fc.record({ event: fc.constant('notSettled'), atMs, after: maybeReading, nextReadAtMs: fc.option(atMs) }),
  fc.record({ event: fc.constant('settle'), atMs, arrived: fc.boolean() }),
)

const delayed: State = { state: 'delayed', undoUntilMs: 10_000, earlier: null }

const known = { error: fc.constant(error) }
const statesByName = {
  delayed: fc.record({ state: fc.constant('delayed' as const), undoUntilMs: atMs, earlier: maybeReading }),
  queued: fc.record({
    state: fc.constant('queued' as const),
    nextTryAtMs: atMs,
    error: fc.option(known.error),
    earlier: maybeReading,
  }),
  sending: fc.record({
    state: fc.constant('sending' as const),
    sinceMs: atMs,
    before: maybeReading,
    earlier: maybeReading,
  }),
  sent: fc.record({
    state: fc.constant('sent' as const),
    atMs,
    known: fc.constantFrom('answer' as const, 'reading' as const, 'user' as const),
  }),
  refused: fc.record({ state: fc.constant('refused' as const), atMs, ...known, earlier: maybeReading }),
  waiting: fc.record({ state: fc.constant('waiting' as const), untilMs: atMs, ...known, earlier: maybeReading }),
  unknown: fc.record({
    state: fc.constant('unknown' as const),
    sinceMs: atMs,
    reason: fc.string(),
    before: maybeReading,
    after: maybeReading,
    nextReadAtMs: fc.option(atMs),
  }),
  notFound: fc.record({
    state: fc.constant('notFound' as const),
    atMs,
    known: fc.constantFrom('reading' as const, 'user' as const),
    before: maybeReading,
  }),
  withdrawn: fc.record({ state: fc.constant('withdrawn' as const), atMs }),
  discarded: fc.record({ state: fc.constant('discarded' as const), atMs, earlier: maybeReading }),
} satisfies { readonly [Name in State['state']]: fc.Arbitrary<State & { readonly state: Name }> }

const stateIn = (...names: readonly State['state'][]): fc.Arbitrary<State> =>
  fc.oneof(...names.map((name): fc.Arbitrary<State> => statesByName[name]))
const anyState = stateIn(...(Object.keys(statesByName) as State['state'][]))

const byTheUser = new Set(['sendNow', 'withdraw', 'discard', 'settle'])

describe('the outbound machine', () => {
  it('MSG-13 requeues a change only if it was not received or is idempotent', () => {
    fc.assert(
      fc.property(stateIn('sending'), anyEvent, (state, event) => {
        const next = transition(state, event)
        return next?.state !== 'queued' || event.event === 'notReached' || event.event === 'repeat'
      }),
    )
  })

  it('MSG-13 never queues a message automatically once it may have arrived, without a proof that it never left', () => {
    fc.assert(
      fc.property(stateIn('unknown', 'notFound'), anyEvent, (state, event) => {
        const next = transition(state, event)
        const isProof = state.state === 'unknown' && event.event === 'neverLeft'
        return next?.state !== 'queued' || byTheUser.has(event.event) || isProof
      }),
    )
  })

  it('sends only from the queue', () => {
    fc.assert(
      fc.property(anyState, anyEvent, (state, event) => {
        return transition(state, event)?.state !== 'sending' || (state.state === 'queued' && event.event === 'dispatch')
      }),
    )
  })

  it('turns sending into unknown at a restart, and changes no other state', () => {
    fc.assert(
      fc.property(anyState, atMs, (state, time) => {
        const next = transition(state, { event: 'restart', atMs: time })
        return state.state === 'sending' ? next?.state === 'unknown' : next === undefined
      }),
    )
  })

  it('never leaves sent or withdrawn', () => {
    fc.assert(
      fc.property(stateIn('sent', 'withdrawn'), anyEvent, (state, event) => transition(state, event) === undefined),
    )
  })

  it('MSG-13 keeps the evidence of an earlier try in every state that can be sent again or withdrawn', () => {
    const tried = stateIn('queued', 'sending', 'waiting', 'refused', 'unknown', 'notFound')
    fc.assert(
      fc.property(tried, anyEvent, (state, event) => {
        const before = state.state === 'sending' ? state.earlier : earlierEvidence(state)
        const next = transition(state, event)
        const isOver = next === undefined || next.state === 'sent' || next.state === 'withdrawn'
        return before === null || isOver || earlierEvidence(next) !== null
      }),
    )
  })

  it('withdraws and discards a message only while it cannot have arrived', () => {
    fc.assert(
      fc.property(anyState, fc.constantFrom('withdraw' as const, 'discard' as const), atMs, (state, event, time) => {
        const allowed = transition(state, { event, atMs: time }) !== undefined
        return !(allowed && ['sending', 'unknown', 'sent'].includes(state.state))
      }),
    )
  })

  it('keeps the read before the send until the message is settled', () => {
    fc.assert(
      fc.property(reading, atMs, (before, time) => {
        const queued: State = { state: 'queued', nextTryAtMs: 0, error: null, earlier: null }
        const chain: Event[] = [
          { event: 'dispatch', atMs: time, before },
          { event: 'unknown', atMs: time, reason: 'reset', nextReadAtMs: time },
          { event: 'settle', atMs: time, arrived: false },
          { event: 'sendNow', atMs: time },
        ]
        const end = chain.reduce<State>((state, event) => transition(state, event) ?? state, queued)
        expect(end).toMatchObject({ state: 'queued', earlier: before })
      }),
    )
  })

  it('does not end the undo time or a wait early', () => {
    const waiting: State = { state: 'waiting', untilMs: 500, error, earlier: null }
    expect(transition(delayed, { event: 'undoTimePassed', atMs: 9_999, dueMs: 9_999 })).toBeUndefined()
    expect(transition(delayed, { event: 'undoTimePassed', atMs: 10_000, dueMs: 10_000 })?.state).toBe('queued')
    expect(transition(waiting, { event: 'waitPassed', atMs: 499, dueMs: 499 })).toBeUndefined()
    expect(transition(waiting, { event: 'waitPassed', atMs: 500, dueMs: 500 })?.state).toBe('queued')
    // The clock was set back during the wait: the next state uses the current clock.
    expect(transition(delayed, { event: 'undoTimePassed', atMs: 300, dueMs: 10_000 })).toMatchObject({
      nextTryAtMs: 300,
    })
  })

  it('waits only for the user once a message is refused, not found or final', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const waits = wakeAtMs(state) !== undefined
        return !(waits && ['refused', 'notFound', 'sent', 'withdrawn', 'discarded', 'sending'].includes(state.state))
      }),
    )
  })

  it('MSG-13 reads at once when the platform is reachable again, unless the seller has to decide', () => {
    fc.assert(
      fc.property(stateIn('unknown'), atMs, (state, time) => {
        const next = transition(state, { event: 'online', atMs: time })
        const planned = wakeAtMs(state)
        if (planned === undefined) return next === undefined
        return next?.state === 'unknown' && wakeAtMs(next) === Math.min(planned, time)
      }),
    )
  })

  it('MSG-13 has no evidence of an earlier try once it is certain', () => {
    fc.assert(fc.property(stateIn('sent', 'withdrawn'), (state) => earlierEvidence(state) === null))
  })

  it('MSG-16 ends an undo time or a wait by no other event than its own', () => {
    const early = fc.constantFrom('undoTimePassed' as const, 'waitPassed' as const)
    fc.assert(
      fc.property(stateIn('delayed', 'waiting'), early, atMs, (state, event, time) => {
        const next = transition(state, { event, atMs: time, dueMs: Number.MAX_SAFE_INTEGER })
        return ((next?.state === 'queued') === (state.state === 'delayed')) === (event === 'undoTimePassed')
      }),
    )
    expect(transition(delayed, { event: 'delayAgain', atMs: 0, undoUntilMs: 20_000 })).toEqual({
      ...delayed,
      undoUntilMs: 20_000,
    })
  })

  it('MSG-13 finds a change that seemed lost in a later reading, and then knows no more', () => {
    fc.assert(
      fc.property(stateIn('notFound'), anyEvent, (state, event) => {
        const next = transition(state, event)
        return (next?.state === 'sent') === (event.event === 'found')
      }),
    )
    const lost: State = { state: 'notFound', atMs: 0, known: 'reading', before: null }
    expect(transition(lost, { event: 'found', atMs: 5 })).toEqual({ state: 'sent', atMs: 5, known: 'reading' })
  })

  it('OFF-01 is tried at once when the platform is reachable again, never later than planned', () => {
    fc.assert(
      fc.property(stateIn('queued'), atMs, (state, time) => {
        const next = transition(state, { event: 'online', atMs: time })
        return next !== undefined && wakeAtMs(next) === Math.min(wakeAtMs(state) ?? 0, time)
      }),
    )
  })

  it('MSG-13 keeps the last reading that showed anything while it is not settled', () => {
    fc.assert(
      fc.property(stateIn('unknown'), maybeReading, atMs, (state, after, time) => {
        const next = transition(state, { event: 'notSettled', atMs: time, after, nextReadAtMs: null })
        if (state.state !== 'unknown' || next?.state !== 'unknown') return false
        return next.after === (after ?? state.after)
      }),
    )
  })
})
