import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judge, readEvidence } from '../../../../main/messaging/outbox/thread-evidence.ts'
import type { ThreadReading } from '../../../../shared/messaging/outbox-state.ts'

const reading = (over: Partial<ThreadReading> = {}): ThreadReading => ({
  text: 'Yes',
  sameText: 0,
  knownSent: 0,
  ours: 1,
  messages: 3,
  complete: true,
  atMs: 0,
  ...over,
})
const SETTLED_MS = 30_000

const read = (messages: { text: string; sender: string | null }[], text: string, buyer: string | null) =>
  readEvidence({ messages, complete: true }, { text, buyer, knownSent: 0, atMs: 0 })

describe('what a thread shows about a send without an answer', () => {
  it('MSG-13 means arrived if it has one more of the same text', () => {
    expect(judge(reading({ sameText: 1 }), reading({ sameText: 2, atMs: 5 }), 0, SETTLED_MS)).toBe('arrived')
  })

  it('MSG-13 means not found only if it was read in full after the settling time', () => {
    expect(judge(reading(), reading(), SETTLED_MS, SETTLED_MS)).toBe('notFound')
    expect(judge(reading(), reading(), SETTLED_MS - 1, SETTLED_MS)).toBe('unknown')
    expect(judge(reading(), reading({ complete: false }), SETTLED_MS, SETTLED_MS)).toBe('unknown')
  })

  it('MSG-13 leaves it open if the thread grew by a message of the seller with another text', () => {
    const masked = reading({ ours: 2, messages: 4 })
    expect(judge(reading(), masked, 10 * SETTLED_MS, SETTLED_MS)).toBe('unknown')
  })

  it('MSG-13 settles one message per copy: a copy known as another message proves nothing', () => {
    const after = reading({ sameText: 1, ours: 2 })
    expect(judge(reading(), after, 0, SETTLED_MS)).toBe('arrived')
    expect(judge(reading(), { ...after, knownSent: 1 }, SETTLED_MS, SETTLED_MS)).toBe('unknown')
  })

  it('MSG-13 leaves it open without an earlier full read', () => {
    const after = reading({ sameText: 1, atMs: SETTLED_MS })
    expect(judge(null, after, 0, SETTLED_MS)).toBe('unknown')
    expect(judge(reading({ complete: false }), after, 0, SETTLED_MS)).toBe('unknown')
  })

  it('MSG-13 never says arrived without one more, and never not found with one more', () => {
    const anyReading = fc.record({
      sameText: fc.nat(4),
      text: fc.constant('Yes'),
      knownSent: fc.nat(2),
      ours: fc.nat(9),
      messages: fc.nat(20),
      complete: fc.boolean(),
      atMs: fc.nat(100_000),
    })
    fc.assert(
      fc.property(fc.option(anyReading), anyReading, fc.nat(100_000), (before, after, endedAtMs) => {
        const verdict = judge(before, after, endedAtMs, SETTLED_MS)
        const more = before !== null && after.sameText - after.knownSent > before.sameText - before.knownSent
        return (verdict !== 'arrived' || more) && (verdict !== 'notFound' || !more)
      }),
    )
  })

  it('recognises a text with different line ends, blanks and accent encoding', () => {
    const messages = [{ text: 'Dear Zoe\u0308,\r\n  it is on its way. ', sender: null }]
    expect(read(messages, 'Dear Zoë,\nit is on its way.', null).sameText).toBe(1)
  })

  it('does not count the buyer’s messages with the same text', () => {
    const messages = [
      { text: 'Thanks', sender: 'anna' },
      { text: 'Thanks', sender: 'shop' },
    ]
    expect(read(messages, 'Thanks', 'anna')).toMatchObject({ sameText: 1, ours: 1, messages: 2 })
  })
})
