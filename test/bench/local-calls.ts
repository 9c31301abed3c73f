/** Calls to a local host as a script makes them: logged in with the printed address, then `POST /api/call`. */
import { Client } from 'undici'
import { logIn } from '../support/local-session.ts'

export type LocalCaller = {
  /** The value of a call; throws where the call fails. */
  readonly call: <T>(method: string, input: unknown) => Promise<T>
  readonly close: () => Promise<void>
}

/** Logs in with an address that works once. */
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
