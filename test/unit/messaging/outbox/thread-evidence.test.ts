import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasArrived, readEvidence } from '../../../../main/messaging/outbox/thread-evidence.ts'
import type { ThreadReading } from '../../../../main/messaging/outbox/thread-reading.ts'

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

const read = (messages: { text: string; sender: string | null }[], text: string, buyer: string | null) =>
  readEvidence({ messages, complete: true }, { text, buyer, knownSent: 0, atMs: 0 })

describe('what a thread shows about a send without an answer', () => {
  it('MSG-13 means arrived if it has one more of the same text', () => {
    expect(hasArrived(reading({ sameText: 1 }), reading({ sameText: 2 }))).toBe(true)
  })

  it('MSG-13 shows that it is missing only if it was read in full before and after', () => {
    expect(hasArrived(reading(), reading())).toBe(false)
    expect(hasArrived(reading(), reading({ complete: false }))).toBe(null)
    expect(hasArrived(reading({ complete: false }), reading())).toBe(null)
  })

  it('MSG-13 leaves it open if the thread grew by a message of the seller with another text', () => {
    expect(hasArrived(reading(), reading({ ours: 2, messages: 4 }))).toBe(null)
  })

  it('MSG-13 settles one message per copy: a copy known as another message proves nothing', () => {
    const after = reading({ sameText: 1, ours: 2 })
    expect(hasArrived(reading(), after)).toBe(true)
    expect(hasArrived(reading(), { ...after, knownSent: 1 })).toBe(null)
  })

  it('MSG-13 leaves it open without an earlier full read', () => {
    const after = reading({ sameText: 1 })
    expect(hasArrived(null, after)).toBe(null)
    expect(hasArrived(reading({ complete: false }), after)).toBe(null)
  })

  it('MSG-13 never says arrived without one more, and never missing with one more', () => {
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
      fc.property(fc.option(anyReading), anyReading, (before, after) => {
        const found = hasArrived(before, after)
        const more = before !== null && after.sameText - after.knownSent > before.sameText - before.knownSent
        return (found !== true || more) && (found !== false || !more)
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
