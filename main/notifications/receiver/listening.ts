/**
 * Keeping the receiver open: which port, whether it really answers, and what to say where it does not (RCV-01).
 *
 * A server object that exists proves nothing. Every 30 s, and after the machine slept, the real socket is asked a
 * challenge and its answer compared, the same way that the platform asks.
 */
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type { ReceiverState } from '../../../shared/notifications/log-contract.ts'
import { Failure } from '../../../shared/result.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Scheduler } from '../../scheduler.ts'
import { createSerialQueue } from '../../serial-queue.ts'
import { challengeResponse } from './challenge-response.ts'
import type { PortHolder } from './port-holder.ts'
import { RECEIVER_PATH, type Receiver } from './receiver.ts'

export const PROBE_EVERY_MS = 30_000
const PROBE_LIMIT_MS = 5000
const HEARTBEAT_KEY = 'notifications.heartbeat'

export type ListeningView = {
  readonly state: ReceiverState
  readonly why: string | null
  readonly port: number | null
  /** The port that was wanted, where another program holds it; `by` names that program where the system tells. */
  readonly taken: { readonly port: number; readonly by: string | null } | null
  readonly lastProbeAtMs: number | null
}

export type Listening = {
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
  /** From now on the port that is open is the one that is wanted. Rejects with `conflict` where none is open. */
  readonly keepPort: () => Promise<void>
  /** Tries the port that is wanted again. */
  readonly openAgain: () => Promise<void>
  /** Asks the real socket once and tells whether it answered rightly; opens it again where it did not. */
  readonly probe: () => Promise<boolean>
  readonly view: () => ListeningView
  /** Whether a challenge was this machine's own question. */
  readonly isProbe: (challengeCode: string) => boolean
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'

const whyNot = (port: number, code: string, by: string | null): string => {
  if (code === 'EADDRINUSE') return `Port ${port} is in use by ${by ?? 'another program'}`
  if (code === 'EACCES') return `Port ${port} may not be opened by this user`
  return `Port ${port} could not be opened (${code})`
}

/** One GET over the loopback; resolves with the body of a 200, or undefined. Never rejects. */
const ask = (port: number, path: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const asking = request(
      { host: '127.0.0.1', port, path, agent: false, signal: AbortSignal.timeout(PROBE_LIMIT_MS) },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk.slice(0, 1000)
        })
        response.on('end', () => resolve(response.statusCode === 200 ? text : undefined))
        response.on('error', () => resolve(undefined))
      },
    )
    asking.on('error', () => resolve(undefined))
    asking.end()
  })

export const createListening = (deps: {
  readonly receiver: Receiver
  /** The port to listen on; 0 while none was chosen yet. */
  readonly wantedPort: () => number
  readonly keepPort: (port: number) => void
  readonly findPortHolder: (port: number) => Promise<PortHolder | undefined>
  readonly registeredUrl: () => string
  readonly verificationToken: () => Promise<string | undefined>
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly log: Log
  readonly changed: () => void
}): Listening => {
  const { receiver, clock } = deps
  const probes = new Set<string>()
  let view: ListeningView = { state: 'stopped', why: null, port: null, taken: null, lastProbeAtMs: null }
  let stopped = false

  const show = (next: Partial<ListeningView>): void => {
    const before = view
    view = { ...view, ...next }
    const isSame = before.state === view.state && before.why === view.why && before.port === view.port
    if (!isSame) deps.changed()
  }

  const open = async (): Promise<void> => {
    const wanted = deps.wantedPort()
    let problem: string | null = null
    let taken: ListeningView['taken'] = null
    // The port that is open now stays the second choice: an address that changes more often than it must helps nobody.
    for (const port of wanted === 0 ? [0] : [wanted, ...(view.port === null ? [] : [view.port]), 0]) {
      try {
        const opened = await receiver.open(port)
        if (wanted === 0) deps.keepPort(opened)
        const why =
          problem === null || opened === wanted
            ? null
            : `${problem}, so the receiver listens on ${opened} for now. What is sent to port ${wanted} does not arrive here.`
        show({ state: 'listening', why, port: opened, taken: opened === wanted ? null : taken })
        return
      } catch (error) {
        const code = codeOf(error)
        deps.log.warn('the receiver could not open a port', { port, code })
        if (port !== wanted) continue
        const holder = code === 'EADDRINUSE' ? await deps.findPortHolder(port) : undefined
        const by = holder === undefined ? null : `${holder.name} (process ${holder.pid})`
        problem = whyNot(port, code, by)
        taken = { port, by }
      }
    }
    show({ state: 'failed', why: `${problem}. Choose another port for the receiver in Settings.`, port: null, taken })
  }

  const answersRightly = async (): Promise<boolean> => {
    const port = receiver.port()
    const token = await deps.verificationToken()
    if (port === undefined || token === undefined) return false
    const code = `probe-${randomUUID()}`
    probes.add(code)
    const text = await ask(port, `${RECEIVER_PATH}?challenge_code=${code}`)
    probes.delete(code)
    return text === JSON.stringify({ challengeResponse: challengeResponse(code, token, deps.registeredUrl()) })
  }

  /** Opening, closing and asking follow on one another: two at once would each undo the other. */
  const inTurn = createSerialQueue()

  const probeNow = async (): Promise<boolean> => {
    if (stopped) return false
    let answers = await answersRightly()
    if (!answers && !stopped) {
      await receiver.close()
      await open()
      answers = view.state === 'listening' && (await answersRightly())
    }
    if (stopped) return false
    if (answers) show({ state: 'listening', lastProbeAtMs: clock.nowMs() })
    else if (view.state !== 'failed') {
      show({
        state: 'notAnswering',
        why: 'The receiver does not answer on its own port. It is opened again every 30 seconds.',
      })
    }
    return answers
  }

  const probe = (): Promise<boolean> => inTurn(probeNow)

  const beat = async (): Promise<void> => {
    await probe()
    if (!stopped) deps.scheduler.plan(HEARTBEAT_KEY, clock.nowMs() + PROBE_EVERY_MS, beat)
  }

  return {
    start: async () => {
      await inTurn(open)
      await beat()
    },
    stop: async () => {
      stopped = true
      deps.scheduler.cancel(HEARTBEAT_KEY)
      await receiver.close()
      view = { ...view, state: 'stopped', port: null }
    },
    keepPort: () =>
      inTurn(async () => {
        const port = receiver.port()
        if (port === undefined) {
          throw new Failure({
            kind: 'conflict',
            message: 'The receiver has no port open now. Try its port again first.',
          })
        }
        deps.keepPort(port)
        show({ why: null, taken: null })
      }),
    openAgain: () =>
      inTurn(async () => {
        if (stopped) return
        await receiver.close()
        await open()
        await probeNow()
      }),
    probe,
    view: () => view,
    isProbe: (challengeCode) => probes.has(challengeCode),
  }
}
