/**
 * The contract over loopback HTTP, for the local host: calls by fetch, events by EventSource.
 *
 * The stream comes back by itself. Each time it does, main tells `hello` first, so that the client sees what it missed.
 */
import { CALL_PATH, EVENTS_PATH } from '../../shared/ipc/channels.ts'
import type { Transport, WireEvent } from '../../shared/ipc/transport.ts'
import { type AppError, err, type Result } from '../../shared/result.ts'

/** Nobody can tell whether a call arrived before its host was gone. */
const notRunning: AppError = {
  kind: 'unknown',
  message: 'Stallhand itself is not running. Start it again with npm start; what was saved is still there.',
}

const strangerNow: AppError = {
  kind: 'offline',
  message:
    'Stallhand was started again, and does not know this page any more. Open the address it printed; what was saved is still there.',
}

const notUnderstood: AppError = {
  kind: 'internal',
  message: 'Stallhand gave an answer this window does not understand. Reload the page.',
  reference: 'answer',
}

/** What a browser offers, and a test can stand in for. */
export type LocalPlatform = {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  readonly openEvents: (path: string) => EventSource
  /** Whether the page is on its way out or out of sight. */
  readonly isLeaving: () => boolean
  /** Runs later; returns a function that calls it off. */
  readonly later: (run: () => void, delayMs: number) => () => void
}

const browser: LocalPlatform = {
  fetch: (path, init) => fetch(path, init),
  openEvents: (path) => new EventSource(path),
  isLeaving: () => document.visibilityState === 'hidden',
  later: (run, delayMs) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

const isResult = (value: unknown): value is Result<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  'ok' in value &&
  (value.ok === true || (value.ok === false && 'error' in value))

/** 64 KiB in bytes is the browsers' limit for all such requests together; a third of it in characters stays below. */
const LARGEST_KEEPALIVE = 20_000

const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 5_000

/** Speaks to the host that served this page. Never rejects: a host that is gone is an `uncertain` error. */
export const createLocalTransport = (platform: LocalPlatform = browser): Transport => {
  const lineListeners = new Set<(isOpen: boolean) => void>()
  const tellLine = (isOpen: boolean): void => {
    for (const listener of [...lineListeners]) listener(isOpen)
  }

  return {
    call: async (method, input) => {
      const body = JSON.stringify({ method, input })
      let answer: Response
      try {
        answer = await platform.fetch(CALL_PATH, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
          // A draft that is saved as the page goes away must arrive without it; browsers allow that for small bodies only.
          keepalive: platform.isLeaving() && body.length < LARGEST_KEEPALIVE,
          credentials: 'same-origin',
          cache: 'no-store',
          redirect: 'error',
        })
      } catch {
        return err(notRunning)
      }
      if (answer.status === 401) return err(strangerNow)
      try {
        const result: unknown = await answer.json()
        if (!isResult(result)) return err(notUnderstood)
        // JSON has no `undefined`: a method that gives nothing back loses its `value` on the way.
        return result.ok ? { ok: true, value: result.value } : result
      } catch {
        // Cut off in the middle of the answer.
        return err(answer.ok ? notRunning : notUnderstood)
      }
    },

    onEvent: (listener) => {
      let source: EventSource | undefined
      let cancelRetry = (): void => {}
      let retryMs = FIRST_RETRY_MS
      let ended = false

      const open = (): void => {
        source = platform.openEvents(EVENTS_PATH)
        source.onmessage = (message: MessageEvent<string>) => {
          retryMs = FIRST_RETRY_MS
          tellLine(true)
          if (!ended) listener(JSON.parse(message.data) as WireEvent)
        }
        source.onerror = () => {
          if (!ended) tellLine(false)
          // A browser comes back by itself after a cut line, but gives up on a refused one; then it is for us to try again.
          if (ended || source?.readyState !== 2) return
          cancelRetry()
          cancelRetry = platform.later(open, retryMs)
          retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
        }
      }

      open()
      return () => {
        ended = true
        cancelRetry()
        source?.close()
      }
    },

    onLine: (listener) => {
      lineListeners.add(listener)
      return () => void lineListeners.delete(listener)
    },
  }
}
