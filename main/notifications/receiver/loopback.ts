/** What the receiver asks of the loopback interface to check itself. */
import { request } from 'node:http'
import { createServer } from 'node:net'

/** A right answer is shorter. Another program may hold the port and send without end. */
const MAX_ANSWER_CHARACTERS = 1000
const ANSWER_TIMEOUT_MS = 5000

export type Loopback = {
  /** Sends a GET to a port of this computer. Resolves with the text of a 200, or undefined for anything else. */
  readonly get: (port: number, path: string) => Promise<string | undefined>
  /** Whether a port of this computer could be opened now. */
  readonly isFree: (port: number) => Promise<boolean>
}

export const loopback: Loopback = {
  get: (port, path) =>
    new Promise((resolve) => {
      const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
      const asking = request({ host: '127.0.0.1', port, path, agent: false, signal }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
          if (text.length > MAX_ANSWER_CHARACTERS) asking.destroy()
        })
        response.on('end', () => resolve(response.statusCode === 200 ? text : undefined))
        response.on('error', () => resolve(undefined))
      })
      asking.on('error', () => resolve(undefined))
      asking.end()
    }),

  isFree: (port) =>
    new Promise((resolve) => {
      const trial = createServer()
      trial.once('error', () => resolve(false))
      trial.listen({ host: '127.0.0.1', port, exclusive: true }, () => trial.close(() => resolve(true)))
    }),
}
