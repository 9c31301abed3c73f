/**
 * The contract over loopback HTTP, for the local host: calls and an event stream, both by fetch. After each reconnect
 * main sends `hello` first, so that the client notices missed events.
 */
import { CALL_PATH, EVENTS_PATH } from '../../../shared/ipc/channels.ts'
import type { Transport, WireEvent } from '../../../shared/ipc/transport.ts'
import { type AppError, err, type Result } from '../../../shared/result.ts'
import { type EventStream, openEventStream } from './event-stream.ts'
import { localHeaders } from './local-login.ts'

/** The call may have arrived before the host stopped, so its outcome is unknown. */
const notRunning: AppError = {
  kind: 'unknown',
  message: 'Stallhand isn’t running. Start it again with npm start. Everything you saved is still there.',
}

const unknownPage: AppError = {
  kind: 'offline',
  message:
    'Stallhand was restarted and no longer knows this page. Open the address it printed. Everything you saved is still there.',
}

const notUnderstood: AppError = {
  kind: 'internal',
  message: 'This window doesn’t understand Stallhand’s answer. Reload it.',
  reference: 'answer',
}

/** Browser functions; tests replace them. */
type Browser = {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  /** The headers that prove the session. */
  readonly headers: () => Readonly<Record<string, string>>
  /** Whether the page is closing or hidden. */
  readonly isLeaving: () => boolean
  /** Runs later; returns a function that cancels. */
  readonly later: (run: () => void, delayMs: number) => () => void
}

export const createBrowser = (): Browser => {
  // During `pagehide` the page still counts as visible:
  // https://html.spec.whatwg.org/multipage/document-lifecycle.html#unloading-documents Registered before the listeners
  // that save on `pagehide`.
  let isClosing = false
  window.addEventListener('pagehide', () => {
    isClosing = true
  })
  window.addEventListener('pageshow', () => {
    isClosing = false
  })
  return {
    fetch: (path, init) => fetch(path, init),
    headers: localHeaders,
    isLeaving: () => isClosing || document.visibilityState === 'hidden',
    later: (run, delayMs) => {
      const timer = setTimeout(run, delayMs)
      return () => clearTimeout(timer)
    },
  }
}

const isResult = (value: unknown): value is Result<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  'ok' in value &&
  (value.ok === true || (value.ok === false && 'error' in value))

/**
 * In characters. Browsers allow 64 KiB for all keepalive requests together:
 * https://fetch.spec.whatwg.org/#http-network-or-cache-fetch
 */
const MAX_KEEPALIVE = 20_000

const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 5_000

/** Calls the host that served this page. Never rejects: a host that stopped is an `unknown` error. */
export const createLocalTransport = (browser = createBrowser()): Transport => {
  const lineListeners = new Set<(isOpen: boolean) => void>()
  const notifyLine = (isOpen: boolean): void => {
    for (const listener of [...lineListeners]) listener(isOpen)
  }

  return {
    call: async (method, input, connectionId) => {
      const body = JSON.stringify({ method, input, connectionId })
      let answer: Response
      try {
        answer = await browser.fetch(CALL_PATH, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...browser.headers() },
          body,
          // Lets a draft that is saved while the page closes still arrive.
          keepalive: browser.isLeaving() && body.length < MAX_KEEPALIVE,
          credentials: 'same-origin',
          cache: 'no-store',
          redirect: 'error',
        })
      } catch {
        return err(notRunning)
      }
      if (answer.status === 401) return err(unknownPage)
      try {
        const result: unknown = await answer.json()
        if (!isResult(result)) return err(notUnderstood)
        // JSON has no `undefined`, so a method that returns nothing loses its `value`.
        return result.ok ? { ok: true, value: result.value } : result
      } catch {
        // The connection broke during the answer.
        return err(answer.ok ? notRunning : notUnderstood)
      }
    },

    onEvent: (listener) => {
      let stream: EventStream | undefined
      let cancelRetry = (): void => {}
      let retryMs = FIRST_RETRY_MS

      const open = (): void => {
        stream = openEventStream(
          (signal) => browser.fetch(EVENTS_PATH, { headers: browser.headers(), cache: 'no-store', signal }),
          (data) => {
            retryMs = FIRST_RETRY_MS
            notifyLine(true)
            listener(JSON.parse(data) as WireEvent)
          },
          () => {
            notifyLine(false)
            cancelRetry = browser.later(open, retryMs)
            retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
          },
        )
      }

      open()
      return () => {
        cancelRetry()
        stream?.close()
      }
    },

    onLine: (listener) => {
      lineListeners.add(listener)
      return () => void lineListeners.delete(listener)
    },
  }
}
