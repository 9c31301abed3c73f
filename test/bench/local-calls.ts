/** Calls a local host as a script does: logs in with the printed address, then uses `POST /api/call`. */
import { Client } from 'undici'
import { logIn } from '../support/local-session.ts'

export type LocalCaller = {
  /** Resolves with a call's value; rejects if the call fails. */
  readonly call: <T>(method: string, input: unknown) => Promise<T>
  readonly close: () => Promise<void>
}

/** Logs in with a one-time address. */
export const loggedIn = async (address: string): Promise<LocalCaller> => {
  const session = await logIn(address)
  const client = new Client(new URL(address).origin)
  return {
    call: async <T>(method: string, input: unknown): Promise<T> => {
      const answer = await client.request({
        method: 'POST',
        path: '/api/call',
        headers: { 'content-type': 'application/json', ...session },
        body: JSON.stringify({ method, input }),
      })
      const result = (await answer.body.json()) as { readonly ok: boolean; readonly value: T; readonly error?: unknown }
      if (!result.ok) throw new Error(`${method} failed: ${JSON.stringify(result.error)}`)
      return result.value
    },
    close: () => client.close(),
  }
}
