import { describe, expect, it } from 'vitest'
import type { HttpRequest } from '../../../main/http/request.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { sendThrough } from '../../support/send-through.ts'
import { createTestLedger } from '../../support/test-ledger.ts'
import { request } from './fake-send.ts'

const PER_SECOND = 20
/** Seconds' worth of reads that may start at once. */
const BURST_S = 5

const setUp = () => {
  const clock = createFakeClock()
  const ledger = createTestLedger(clock, { perDay: 10_000, source: 'published' })
  let sent = 0
  const send = sendThrough(
    async () => {
      sent += 1
      return { status: 200, headers: {}, body: new Uint8Array(), bodyCut: false }
    },
    { ledger, clock, limits: { read: 10_000, write: 1 } },
  )
  const start = (count: number, purpose: HttpRequest['purpose']): void => {
    for (let call = 0; call < count; call += 1)
      void send(request({ service: 'inventory', ...(purpose === undefined ? {} : { purpose }) }))
  }
  let counted = 0
  /** Counts the calls sent since the last count and within the next `ms`. */
  const countSent = async (ms: number): Promise<number> => {
    await clock.advance(ms)
    const more = sent - counted
    counted = sent
    return more
  }
  return { ledger, start, countSent }
}

describe('background calls', () => {
  it('MSG-20 are paced: a few seconds’ worth at once, then a fixed rate', async () => {
    const { start, countSent } = setUp()
    start(1_000, 'readAhead')
    expect(await countSent(0)).toBe(BURST_S * PER_SECOND)
    expect(await countSent(1_000)).toBe(PER_SECOND)
    expect(await countSent(10_000)).toBe(10 * PER_SECOND)
  })

  it('MSG-20 never delay the seller’s actions', async () => {
    const { start, countSent } = setUp()
    start(1_000, 'readAhead')
    await countSent(0)
    start(1, undefined)
    expect(await countSent(0)).toBe(1)
  })
})
