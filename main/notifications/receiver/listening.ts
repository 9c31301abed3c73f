/**
 * Keeps the receiver open: chooses its port, checks that it answers, and reports what is wrong if it doesn't (RCV-01).
 *
 * Every 30 s it sends a challenge to the real socket, as the platform does, and checks the answer. A running server
 * object proves nothing, for instance after sleep. A busy computer may miss a probe, and reopening a healthy port would refuse
 * deliveries, so three in a row must fail.
 */
import { randomUUID } from 'node:crypto'
import type { ReceiverState } from '../../../shared/notifications/log-contract.ts'
import { conflict } from '../../../shared/result.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Scheduler } from '../../scheduler.ts'
import { createSerialQueue } from '../../serial-queue.ts'
import { RECEIVER_PATH } from './addressed.ts'
import { challengeResponse } from './challenge-response.ts'
import type { Loopback } from './loopback.ts'
import type { ReceiverServer } from './receiver-server.ts'

export const PROBE_INTERVAL_MS = 30_000
/** From a probe without the right answer to the next one. */
export const DOUBT_INTERVAL_MS = 5_000
/** Probes in a row without the right answer after which the port is opened again. */
const MAX_UNANSWERED = 3
const NOT_ANSWERING = 'Instant alerts don’t answer on this computer. Stallhand opens them again every 30 seconds.'
const PROBE_KEY = 'notifications.heartbeat'

type ListeningView = {
  readonly state: ReceiverState
  readonly why: string | null
  readonly port: number | null
  /** The wanted port, if it couldn't be opened. */
  readonly taken: number | null
}

export type Listening = {
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
  /** Makes the open port the wanted one. Rejects with `conflict` if none is open. */
  readonly keepPort: () => Promise<void>
  /**
   * Sends a challenge to the real socket, and returns whether the answer is right. Reopens the port if the last probes had none
   * either, or if it is closed.
   */
  readonly probe: () => Promise<boolean>
  readonly view: () => ListeningView
  /** Whether a challenge was sent by `probe`. */
  readonly isProbe: (challengeCode: string) => boolean
}

/** The log has the port and the code. */
const describeProblem = (code: string | undefined): string => {
  if (code === 'EADDRINUSE') return 'Another program uses the port for instant alerts'
  if (code === 'EACCES') return 'This computer doesn’t allow the port for instant alerts'
  return 'The port for instant alerts couldn’t be opened'
}

export const createListening = (deps: {
  readonly server: ReceiverServer
  readonly loopback: Loopback
  /** 0 if no port was chosen. */
  readonly wantedPort: () => number
  readonly savePort: (port: number) => void
  readonly registeredUrl: () => string
  readonly verificationToken: () => Promise<string | undefined>
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly log: Log
  readonly changed: () => void
}): Listening => {
  const { server, loopback, clock } = deps
  const probes = new Set<string>()
  let view: ListeningView = { state: 'stopped', why: null, port: null, taken: null }
  let isStopped = false

  const update = (next: Partial<ListeningView>): void => {
    const before = view
    view = { ...view, ...next }
    if (before.state !== view.state || before.why !== view.why || before.port !== view.port) deps.changed()
  }

  const open = async (): Promise<void> => {
    const wanted = deps.wantedPort()
    let problem: string | null = null
    let taken: ListeningView['taken'] = null
    // Tries the current port second, so that the address changes only if it must.
    for (const port of new Set([wanted, view.port ?? 0, 0])) {
      try {
        const opened = await server.open(port)
        if (wanted === 0) deps.savePort(opened)
        const isElsewhere = problem !== null && opened !== wanted
        const why = isElsewhere
          ? `${problem}, so they use another one until it is free. Nothing sent to the public address arrives here.`
          : null
        update({ state: 'listening', why, port: opened, taken: opened === wanted ? null : taken })
        return
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        deps.log.warn('the receiver could not open a port', { port, code })
        if (port !== wanted) continue
        problem = describeProblem(code)
        taken = port
      }
    }
    update({
      state: 'failed',
      why: `${problem}. Choose another one in Settings.`,
      port: null,
      taken,
    })
  }

  const hasRightAnswer = async (): Promise<boolean> => {
    const port = server.port()
    if (port === undefined) return false
    const token = await deps.verificationToken()
    if (token === undefined) return false
    const code = `probe-${randomUUID()}`
    probes.add(code)
    const text = await loopback.get(port, `${RECEIVER_PATH}?challenge_code=${code}`)
    probes.delete(code)
    return text === JSON.stringify({ challengeResponse: challengeResponse(code, token, deps.registeredUrl()) })
  }

  /** Opening, closing and probing must not overlap. */
  const runSerially = createSerialQueue()

  /** Returns to the wanted port, where the platform sends, once the other program has released it. */
  const returnToWantedPort = async (): Promise<void> => {
    if (isStopped || view.taken === null || !(await loopback.isFree(view.taken))) return
    await server.close()
    await open()
  }

  let unanswered = 0
  const isInDoubt = (): boolean => unanswered > 0 && unanswered < MAX_UNANSWERED

  const probeNow = async (): Promise<boolean> => {
    let isAnswering = await hasRightAnswer()
    unanswered = isAnswering ? 0 : unanswered + 1
    if (isInDoubt() && server.port() !== undefined) return false
    if (!isAnswering && !isStopped) {
      await server.close()
      await open()
      isAnswering = await hasRightAnswer()
      if (isAnswering) unanswered = 0
    }
    if (isStopped) return false
    if (isAnswering) update({ state: 'listening' })
    else if (view.state !== 'failed') update({ state: 'notAnswering' })
    return isAnswering
  }

  const probe = (): Promise<boolean> => runSerially(probeNow)

  const probeRegularly = async (): Promise<void> => {
    await runSerially(returnToWantedPort)
    await probe()
    deps.scheduler.plan(
      PROBE_KEY,
      clock.nowMs() + (isInDoubt() ? DOUBT_INTERVAL_MS : PROBE_INTERVAL_MS),
      probeRegularly,
    )
  }

  return {
    start: async () => {
      await runSerially(open)
      await probeRegularly()
    },
    stop: async () => {
      isStopped = true
      await runSerially(server.close)
      view = { ...view, state: 'stopped', port: null }
    },
    keepPort: () =>
      runSerially(async () => {
        const port = server.port()
        if (port === undefined) {
          throw conflict('Instant alerts are off.')
        }
        deps.savePort(port)
        update({ why: null, taken: null })
      }),
    probe,
    view: () => (view.state === 'notAnswering' ? { ...view, why: NOT_ANSWERING } : view),
    isProbe: (challengeCode) => probes.has(challengeCode),
  }
}
