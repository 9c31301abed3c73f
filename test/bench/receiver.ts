/**
 * Verified, durable deliveries per second over 32 connections, beside bare servers, in turns.
 *
 * A delivery to Stallhand counts once it is on disk, verified, claimed, processed and filed; the clock stops when the last one
 * is. No handler has work to do, as in the app. The bare servers of `test/reliability/notifications/bare-server.ts` keep
 * nothing. Each runs in a separate process, and so does the sender.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { newKeys, type Server, startSender, startServer } from '../reliability/notifications/programs.ts'
import type { ReceiverOptions, ReceiverProgramState } from '../reliability/notifications/receiver-program.ts'
import type { SendOrder, SendReport } from '../reliability/notifications/sender.ts'
import { type Measure, median, type Row } from './measure.ts'

const CONNECTIONS = 32
const ROUNDS = 7
const DELIVERIES = 4_000
/** As many before the first round, so that all three run at their best. */
const TO_WARM_UP = 12_000

const wholeTime = (): number => performance.timeOrigin + performance.now()

export const receiver: Measure = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stallhand-bench-'))
  const keys = newKeys()
  const sender = startSender(keys)
  const ours = await startServer('receiver-program.ts', {
    folder,
    publicPem: keys.publicPem,
  } satisfies ReceiverOptions)
  const verifying = await startServer('bare-server.ts', { kind: 'verify', publicPem: keys.publicPem })
  const answering = await startServer('bare-server.ts', { kind: 'answer', publicPem: keys.publicPem })
  const beside = await startServer('bare-server.ts', { kind: 'verifyBeside', publicPem: keys.publicPem })
  let series = 0

  const send = async (server: Server, count: number): Promise<SendReport> => {
    series += 1
    const order: SendOrder = {
      port: server.port,
      path: '/notifications',
      connections: CONNECTIONS,
      count,
      series: String(series),
    }
    const report = await sender.ask<SendReport>(order)
    if (report.ok !== count) throw new Error(`${report.other} of ${count} deliveries were not answered with 200`)
    return report
  }
  const perSecondOfBare = async (server: Server, count: number): Promise<number> => {
    const { beganMs, endedMs } = await send(server, count)
    return (count / (endedMs - beganMs)) * 1_000
  }
  const perSecondOfOurs = async (count: number): Promise<number> => {
    const { beganMs } = await send(ours, count)
    for (;;) {
      const { pending } = await ours.ask<ReceiverProgramState>({})
      if (pending === 0) return (count / (wholeTime() - beganMs)) * 1_000
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }

  try {
    await perSecondOfBare(answering, TO_WARM_UP)
    await perSecondOfOurs(TO_WARM_UP)
    await perSecondOfBare(verifying, TO_WARM_UP)
    await perSecondOfBare(beside, TO_WARM_UP)
    const rounds: Record<'answered' | 'own' | 'verified' | 'verifiedBeside', number>[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const answered = await perSecondOfBare(answering, DELIVERIES)
      const own = await perSecondOfOurs(DELIVERIES)
      const verified = await perSecondOfBare(verifying, DELIVERIES)
      const verifiedBeside = await perSecondOfBare(beside, DELIVERIES)
      rounds.push({ answered, own, verified, verifiedBeside })
    }
    const ceiling = median(rounds.map(({ verifiedBeside, answered }) => verifiedBeside / answered))
    const note = `a bare server that does nothing but check the signatures, on ${availableParallelism()} cores beside its main thread, reaches ${ceiling.toFixed(2)} of it in this run`
    const row = (limit: string, of: (round: (typeof rounds)[number]) => number, least: number, why?: string): Row => {
      const ratio = median(rounds.map((round) => round.own / of(round)))
      return {
        what: 'receiver, 32 connections: verified and durable',
        limit,
        limitValue: median(rounds.map(of)),
        ours: median(rounds.map(({ own }) => own)),
        unit: 'deliveries/s',
        ratio,
        goal: `at least ${least}`,
        met: ratio >= least,
        ...(ratio >= least || why === undefined ? {} : { note: why }),
      }
    }
    return [
      row('node:http that only verifies the same signatures', ({ verified }) => verified, 0.8),
      row('node:http that only answers 200', ({ answered }) => answered, 0.35, note),
    ]
  } finally {
    await Promise.all([sender, ours, verifying, answering, beside].map((program) => program.kill()))
    rmSync(folder, { recursive: true, force: true })
  }
}
