import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideSettling, SETTLED_AFTER_MS } from '../../../main/outbound/settle.ts'

const at = (elapsedMs: number) => ({ elapsedMs, nowElapsedMs: elapsedMs, nowMs: 1_000_000 })
const reading = (isDone: boolean | null | 'neverLeft') => ({ isDone, after: null, atMs: 999_000 })

describe('what a reading decides about a change without an answer', () => {
  it('MSG-13 dates a change that is there by the reading that shows it', () => {
    expect(decideSettling(reading(true), at(0))).toEqual({ event: 'found', atMs: 999_000 })
  })

  it('PLT-11 keeps what the seller should know about a change that is there', () => {
    expect(decideSettling({ ...reading(true), note: 'Noted.' }, at(0))).toEqual({
      event: 'found',
      atMs: 999_000,
      note: 'Noted.',
    })
  })

  it('LST-02 calls a missing change not carried out only half a minute after the send', () => {
    expect(decideSettling(reading(false), at(SETTLED_AFTER_MS - 1)).event).toBe('notSettled')
    expect(decideSettling(reading(false), at(SETTLED_AFTER_MS)).event).toBe('missing')
  })

  it('asks the seller once no reading could tell', () => {
    expect(decideSettling(reading(null), at(SETTLED_AFTER_MS))).toMatchObject({
      event: 'notSettled',
      nextReadAtMs: null,
    })
  })

  it('sends again only what was certainly never sent', () => {
    expect(decideSettling(reading('neverLeft'), at(0)).event).toBe('neverLeft')
  })

  it('reads after 2, 10 and 30 s, whatever the reading itself took', () => {
    fc.assert(
      fc.property(fc.nat(SETTLED_AFTER_MS - 1), fc.nat(5_000), (elapsedMs, tookMs) => {
        const decided = decideSettling(reading(null), { elapsedMs, nowElapsedMs: elapsedMs + tookMs, nowMs: 0 })
        if (decided.event !== 'notSettled' || decided.nextReadAtMs === null) return false
        return [2_000, 10_000, 30_000].includes(decided.nextReadAtMs + elapsedMs + tookMs)
      }),
    )
  })
})
