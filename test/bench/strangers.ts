/**
 * A delivery and a page of the log while a stranger sends 2 MB a second, compared with the same in quiet.
 *
 * The stranger sends what costs most to read: JSON with many values, XML with many elements, both without a signature. The
 * receiver runs in a separate process.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSale, createDeliver } from '../reliability/notifications/deliveries.ts'
import { newKeys, startServer } from '../reliability/notifications/programs.ts'
import type { ReceiverOptions, ReceiverProgramState } from '../reliability/notifications/receiver-program.ts'
import { type Measure, median, ROUNDS, takeTurns } from './measure.ts'

const BYTES_PER_SECOND = 2_000_000
const SAMPLES = 20

const bodies: readonly Buffer[] = [
  `{"metadata":{"topic":"ORDER_CONFIRMATION"},"notification":{"data":[${'1,'.repeat(120_000)}1]}}`,
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ItemSold>${'<b/>'.repeat(250_000)}</ItemSold></s:Body></s:Envelope>`,
].map((text) => Buffer.from(text))

/** Posts without a signature until stopped, at the given rate. */
const startStranger = (port: number): { readonly stop: () => Promise<void> } => {
  let isOver = false
  const post = (body: Buffer): Promise<void> =>
    new Promise((resolve) => {
      const asking = request({ host: '127.0.0.1', port, path: '/notifications', method: 'POST' }, (response) => {
        response.resume()
        response.on('close', resolve)
      })
      asking.on('error', () => resolve())
      asking.end(body)
    })
  const work = (async () => {
    for (let index = 0; !isOver; index += 1) {
      const body = bodies[index % bodies.length] as Buffer
      const dueMs = performance.now() + (body.length / BYTES_PER_SECOND) * 1000
      await post(body)
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())))
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await work
    },
  }
}

export const strangers: Measure = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stallhand-bench-'))
  const keys = newKeys()
  const deliver = createDeliver(keys)
  const server = await startServer('receiver-program.ts', {
    folder,
    publicPem: keys.publicPem,
  } satisfies ReceiverOptions)
  let series = 0

  const deliveryMs = async (): Promise<number> => {
    series += 1
    const beganMs = performance.now()
    const status = await deliver(server.port, buildSale(`bench-${series}`))
    if (status !== 200) throw new Error(`a delivery was answered ${status}`)
    return performance.now() - beganMs
  }
  const pageMs = async (): Promise<number> => {
    const beganMs = performance.now()
    await server.ask<ReceiverProgramState>({ withLog: true })
    return performance.now() - beganMs
  }
  const sample = async (take: () => Promise<number>): Promise<number> => {
    const taken: number[] = []
    for (let index = 0; index < SAMPLES; index += 1) {
      taken.push(await take())
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return median(taken)
  }
  const underFlood = async (take: () => Promise<number>): Promise<number> => {
    const stranger = startStranger(server.port)
    try {
      return await sample(take)
    } finally {
      await stranger.stop()
    }
  }
  const compare = async (what: string, take: () => Promise<number>) => ({
    what,
    limit: 'the same in quiet',
    ...(await takeTurns(
      ROUNDS,
      () => sample(take),
      () => underFlood(take),
    )),
    unit: 'ms',
    goal: { atMost: 2 },
  })

  try {
    return [
      await compare('A delivery under a stranger’s 2 MB/s', deliveryMs),
      await compare('A page of the log under a stranger’s 2 MB/s', pageMs),
    ]
  } finally {
    await server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}
