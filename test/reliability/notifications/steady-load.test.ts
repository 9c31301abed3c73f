/**
 * Large deliveries at a steady rate while a handler hangs: the answers come in time, whatever the work after them does.
 *
 * The long form is fifty a second of a megabyte each for as long as a handler may hang before it counts as failed, of which
 * 99 % are answered within 250 ms; a bare server that only answers gets one small delivery at the same moments, and what 99 %
 * of those take is the machine's and not the receiver's. The short form is a few, and leaves a busy machine its time: it
 * shows that no answer waits for a handler.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isLong } from '../long.ts'
import { createDeliver, saleOf } from './deliveries.ts'
import { newKeys, startServer } from './programs.ts'
import type { ReceiverOptions, ReceiverProgramState } from './receiver-program.ts'

const LOAD = isLong ? { perSecond: 50, seconds: 25 } : { perSecond: 10, seconds: 2 }
const WITHIN_MS = 250
const MOST_MORE_BYTES = 600 * 1024 * 1024

/** A megabyte as the platform might send one: a long text, and thousands of elements. */
const FILLER = `<Lines>${'<Line><SKU>CAM-014</SKU><Quantity>1</Quantity></Line>'.repeat(5_000)}</Lines><Description>${'A camera from a house without smoke. '.repeat(20_000)}</Description>`

/** What such a share of them lie below. */
const shareOf = (sorted: readonly number[], share: number): number =>
  sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN

const median = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? Number.NaN

/** Sends at a steady rate; gives how long the answers took, sorted, and what the receiver says afterwards. */
const load = async (handler: ReceiverOptions['handler'], { perSecond, seconds }: typeof LOAD) => {
  const folder = mkdtempSync(join(tmpdir(), 'stallhand-load-'))
  const keys = newKeys()
  const deliver = createDeliver(keys)
  const server = await startServer('receiver-program.ts', { folder, publicPem: keys.publicPem, handler })
  const bare = await startServer('bare-server.ts', { kind: 'answer', publicPem: keys.publicPem })
  try {
    await deliver(server.port, saleOf('first'))
    const before = (await server.ask<ReceiverProgramState>({})).rssBytes
    const times: number[] = []
    const bareTimes: number[] = []
    const statuses = new Set<number>()
    const startedMs = performance.now()
    const underWay = Array.from({ length: perSecond * seconds }, async (_, index) => {
      const dueMs = startedMs + (index * 1_000) / perSecond
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())))
      const body = Buffer.from(saleOf(`load-${index}`, FILLER), 'latin1')
      const timed = async (port: number, sent: Buffer, into: number[]): Promise<number> => {
        const sentMs = performance.now()
        const status = await deliver(port, sent)
        into.push(performance.now() - sentMs)
        return status
      }
      const small = Buffer.from(saleOf('small'), 'latin1')
      const [status] = await Promise.all([timed(server.port, body, times), timed(bare.port, small, bareTimes)])
      statuses.add(status)
    })
    await Promise.all(underWay)
    const state = await server.ask<ReceiverProgramState>({ withLists: true })
    return {
      times: times.toSorted((a, b) => a - b),
      bareTimes: bareTimes.toSorted((a, b) => a - b),
      statuses: [...statuses],
      state,
      more: state.rssBytes - before,
    }
  } finally {
    await Promise.all([server.kill(), bare.kill()])
    rmSync(folder, { recursive: true, force: true })
  }
}

describe('deliveries of a megabyte', () => {
  it(`RCV-05 ${LOAD.perSecond} a second, while every handler hangs: answered in time, none of them worked through`, {
    timeout: 120_000,
  }, async () => {
    const { times, bareTimes, statuses, state, more } = await load('never', LOAD)
    expect(statuses).toEqual([200])
    expect(state.effects).toEqual([])
    expect(more).toBeLessThan(MOST_MORE_BYTES)
    if (!isLong) {
      expect(median(times)).toBeLessThan(5_000)
      return
    }
    const slowest = shareOf(times, 0.99)
    const ofTheMachine = shareOf(bareTimes, 0.99)
    console.log(
      `${times.length} answers: median ${median(times).toFixed(0)} ms, 99 % within ${slowest.toFixed(0)} ms; the bare server ${median(bareTimes).toFixed(0)} and ${ofTheMachine.toFixed(0)} ms`,
    )
    expect(slowest).toBeLessThan(WITHIN_MS + ofTheMachine)
  })

  it('null control: a handler that holds everything up is seen in the answers', { timeout: 120_000 }, async () => {
    const { times } = await load('blocking', { perSecond: 25, seconds: 3 })
    expect(median(times)).toBeGreaterThan(WITHIN_MS)
  })
})
