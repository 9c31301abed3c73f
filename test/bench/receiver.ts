/**
 * Deliveries per second over 32 connections: verified, durable and counted once, compared with the example server of eBay's
 * own SDK, which verifies and keeps nothing.
 *
 * A delivery to Stallhand counts once it is on disk, verified, claimed and filed; the last one stops the clock. Each server
 * and the sender run in separate processes.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newKeys, type Server, startSender, startServer } from '../reliability/notifications/programs.ts'
import type { ReceiverOptions, ReceiverProgramState } from '../reliability/notifications/receiver-program.ts'
import type { SendOrder, SendReport } from '../reliability/notifications/sender.ts'
import { type Measure, ROUNDS, takeTurns } from './measure.ts'

const CONNECTIONS = 32
const DELIVERIES = 3_000

export const receiver: Measure = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stallhand-bench-'))
  const keys = newKeys()
  const { publicPem } = keys
  const sender = startSender(keys)
  const ours = await startServer('receiver-program.ts', {
    folder,
    publicPem,
    platform: 'ebay',
  } satisfies ReceiverOptions)
  const peer = await startServer('sdk-server.ts', { publicPem })
  let series = 0

  const send = async (server: Server): Promise<SendReport> => {
    series += 1
    const report = await sender.ask<SendReport>({
      port: server.port,
      path: '/notifications',
      connections: CONNECTIONS,
      count: DELIVERIES,
      series: String(series),
      asTopics: true,
    } satisfies SendOrder)
    if (report.ok !== DELIVERIES) throw new Error(`${report.other} of ${DELIVERIES} were refused`)
    return report
  }
  const perSecondOfPeer = async (): Promise<number> => {
    const { beganMs, endedMs } = await send(peer)
    return (DELIVERIES / (endedMs - beganMs)) * 1_000
  }
  const perSecondFiled = async (): Promise<number> => {
    const { beganMs } = await send(ours)
    for (;;) {
      const { pending } = await ours.ask<ReceiverProgramState>({})
      if (pending === 0) return (DELIVERIES / (performance.timeOrigin + performance.now() - beganMs)) * 1_000
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }

  try {
    // One more warm-up besides the uncounted round, so that both run at full speed.
    await perSecondOfPeer()
    await perSecondFiled()
    const compared = await takeTurns(ROUNDS, perSecondOfPeer, perSecondFiled)
    return [
      {
        what: 'Receiver: verified, durable, counted once',
        limit: "the example server of eBay's SDK, which keeps nothing",
        ...compared,
        unit: '/s',
        goal: { atLeast: 1.5 },
      },
    ]
  } finally {
    await Promise.all([sender, ours, peer].map((program) => program.kill()))
    rmSync(folder, { recursive: true, force: true })
  }
}
