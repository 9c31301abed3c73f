/**
 * Repeatedly kills the receiver with SIGKILL just after the sender sees 200, on the same disk.
 *
 * The sender repeats all unanswered deliveries and some answered ones. Afterwards every answered delivery is in the log and
 * was processed once.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { isLong } from '../long.ts'
import { buildSale, createDeliver } from './deliveries.ts'
import { newKeys, type Server, startServer } from './programs.ts'
import type { ReceiverOptions, ReceiverProgramState } from './receiver-program.ts'

const KILLS = isLong ? 500 : 3
/** Every fifth round sends large deliveries, which exercise the write-ahead log's checkpoint. */
const FILLER = `<Description>${'A camera from a smoke-free home. '.repeat(27_000)}</Description>`
const createBody = (id: string): string => buildSale(id, Number.parseInt(id, 10) % 5 === 4 ? FILLER : '')

/** Returns numbers from 0 up to 1 from a seed, so that a failing run can be repeated. */
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

/** Kills the receiver `kills` times and returns the broken promises. */
const findFaults = async (kills: number, without?: ReceiverOptions['without']) => {
  const folder = mkdtempSync(join(tmpdir(), 'stallhand-receiver-killed-'))
  const keys = newKeys()
  const deliver = createDeliver(keys)
  const random = seeded(7)
  const sent: string[] = []
  const answered = new Set<string>()
  const start = (): Promise<Server> =>
    startServer(join(inject('programFolder'), 'receiver.js'), {
      folder,
      publicPem: keys.publicPem,
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
      const status = await deliver(server.port, createBody(id))
      if (status !== 200) throw new Error(`${id} was answered with ${status}`)
      answered.add(id)
      seen += 1
      if (seen !== killAt) return
      if (killAfterMs > 0) await new Promise((resolve) => setTimeout(resolve, killAfterMs))
      await server.kill()
    })
    // Requests in progress when it dies get no answer. Any answer other than 200 is an error.
    for (const outcome of await Promise.allSettled(outcomes)) {
      if (outcome.status === 'rejected' && String(outcome.reason).includes('was answered with')) throw outcome.reason
    }
  }

  /** Runs the receiver while `work` runs, then kills it. */
  const during = async <T>(work: (server: Server) => Promise<T>): Promise<T> => {
    const server = await start()
    try {
      return await work(server)
    } finally {
      await server.kill()
    }
  }

  for (let kill = 0; kill < kills; kill += 1) {
    await during((server) => round(server, kill))
  }
  const { logged, effects } = await during(settled)
  rmSync(folder, { recursive: true, force: true })
  const inLog = new Set(logged)
  const effectsOf = new Map(effects)
  const faults = [...answered].flatMap((id) => [
    ...(inLog.has(id) ? [] : [`${id} was answered with 200 and isn’t in the log`]),
    ...(effectsOf.get(id) === 1
      ? []
      : [`${id} was answered with 200 and was processed ${effectsOf.get(id) ?? 0} times`]),
  ])
  const twice = effects
    .filter(([id, times]) => times > 1 && !answered.has(id))
    .map(([id]) => `${id} was processed twice`)
  return { faults: [...faults, ...twice], answered: answered.size }
}

describe.concurrent('SIGKILL after the sender saw 200', () => {
  it(`RCV-05 RCV-07 RCV-13 ${KILLS} times: everything answered is in the log and was processed once`, {
    timeout: isLong ? 3_600_000 : 60_000,
  }, async () => {
    const { faults, answered } = await findFaults(KILLS)
    expect(faults).toEqual([])
    expect(answered).toBeGreaterThanOrEqual(KILLS)
  })

  it('null control: without commits, answered deliveries are missing', async () => {
    const { faults } = await findFaults(2, 'commits')
    expect(faults.join()).toContain('isn’t in the log')
  })

  it('null control: without claims, repeated deliveries are processed twice', async () => {
    const { faults } = await findFaults(3, 'claims')
    expect(faults.join()).toMatch(/was processed [2-9] times/)
  })
})
