/**
 * The receiver killed with SIGKILL just after the sender saw 200, again and again, on the same disk.
 *
 * The sender behaves as the documents say: what was not answered comes again, and so does some of what was. Afterwards
 * everything that was answered is in the log, and had its effect once.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isLong } from '../long.ts'
import { createDeliver, saleOf } from './deliveries.ts'
import { newKeys, type Server, startServer } from './programs.ts'
import type { ReceiverOptions, ReceiverProgramState } from './receiver-program.ts'

const KILLS = isLong ? 500 : 6
/** In turns: nobody has work to do, as in the app; somebody writes; somebody takes his time. */
const handlers = ['none', 'atOnce', 'slowly'] as const

/** Every fifth round sends large ones, whose bytes another thread moves from the log into the file meanwhile. */
const FILLER = `<Description>${'A camera from a house without smoke. '.repeat(27_000)}</Description>`
const bodyOf = (id: string): string => saleOf(id, Number.parseInt(id, 10) % 5 === 4 ? FILLER : '')

/** Numbers from 0 up to 1 from a seed, so that a run that failed can be had again. */
const seeded = (seed: number) => {
  let state = seed
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const settled = async (server: Server): Promise<ReceiverProgramState> => {
  for (;;) {
    const state = await server.ask<ReceiverProgramState>({ withLists: true })
    if (state.pending === 0) return state
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Kills so often; gives what was promised and not kept. */
const broken = async (kills: number, without?: ReceiverOptions['without']) => {
  const folder = mkdtempSync(join(tmpdir(), 'stallhand-receiver-killed-'))
  const keys = newKeys()
  const deliver = createDeliver(keys)
  const random = seeded(7)
  const sent: string[] = []
  const answered = new Set<string>()
  const start = (handler: (typeof handlers)[number]): Promise<Server> =>
    startServer('receiver-program.ts', {
      folder,
      publicPem: keys.publicPem,
      handler,
      countsProcessed: handler === 'none',
      ...(without === undefined ? {} : { without }),
    } satisfies ReceiverOptions)

  const round = async (server: Server, kill: number): Promise<void> => {
    const fresh = Array.from({ length: 1 + Math.floor(random() * 12) }, (_, index) => `${kill}-${index}`)
    const repeated = sent.filter((id) => !answered.has(id) || random() < 3 / sent.length)
    sent.push(...fresh)
    const batch = [...repeated, ...fresh]
    const killAt = 1 + Math.floor(random() * batch.length)
    const killAfterMs = random() < 0.5 ? 0 : random() * 8
    let seen = 0
    const outcomes = batch.map(async (id) => {
      const status = await deliver(server.port, bodyOf(id))
      if (status !== 200) throw new Error(`${id} was answered with ${status}`)
      answered.add(id)
      seen += 1
      if (seen !== killAt) return
      if (killAfterMs > 0) await new Promise((resolve) => setTimeout(resolve, killAfterMs))
      await server.kill()
    })
    // Those under way when it dies get no answer; one that is answered with anything but 200 is a fault of the receiver.
    for (const outcome of await Promise.allSettled(outcomes)) {
      if (outcome.status === 'rejected' && String(outcome.reason).includes('was answered with')) throw outcome.reason
    }
  }

  /** Starts the receiver for as long as `work` takes, and ends it as a crash does. */
  const during = async <T>(handler: (typeof handlers)[number], work: (server: Server) => Promise<T>): Promise<T> => {
    const server = await start(handler)
    try {
      return await work(server)
    } finally {
      await server.kill()
    }
  }

  for (let kill = 0; kill < kills; kill += 1) {
    await during(handlers[kill % handlers.length] ?? 'none', (server) => round(server, kill))
  }
  const { logged, effects } = await during('atOnce', settled)
  rmSync(folder, { recursive: true, force: true })
  const inLog = new Set(logged)
  const effectsOf = new Map(effects)
  const faults = [...answered].flatMap((id) => [
    ...(inLog.has(id) ? [] : [`${id} was answered with 200 and is not in the log`]),
    ...(effectsOf.get(id) === 1
      ? []
      : [`${id} was answered with 200 and had its effect ${effectsOf.get(id) ?? 0} times`]),
  ])
  const twice = effects
    .filter(([id, times]) => times > 1 && !answered.has(id))
    .map(([id]) => `${id} had its effect twice`)
  return { faults: [...faults, ...twice], answered: answered.size }
}

describe.concurrent('SIGKILL after the sender saw 200', () => {
  it(`RCV-05 RCV-07 RCV-13 ${KILLS} times: everything answered is there and was processed once`, {
    timeout: isLong ? 3_600_000 : 60_000,
  }, async () => {
    const { faults, answered } = await broken(KILLS)
    expect(faults).toEqual([])
    expect(answered).toBeGreaterThanOrEqual(KILLS)
  })

  it('null control: without commits, what was answered is found missing', { timeout: 60_000 }, async () => {
    const { faults } = await broken(2, 'commits')
    expect(faults.join()).toContain('is not in the log')
  })

  it('null control: without claims, what came twice is found to have been processed twice', {
    timeout: 60_000,
  }, async () => {
    const { faults } = await broken(3, 'claims')
    expect(faults.join()).toMatch(/had its effect [2-9] times/)
  })
})
