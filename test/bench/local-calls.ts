/** Calls to a local host as a script makes them: logged in with the printed address, then `POST /api/call`. */
import { Client } from 'undici'

export type LocalCaller = {
  /** The value of a call; throws where the call fails. */
  readonly call: <T>(method: string, input: unknown) => Promise<T>
  readonly close: () => Promise<void>
}

/** Logs in with an address that works once. */
export const loggedIn = async (address: string): Promise<LocalCaller> => {
  const { origin, pathname, search } = new URL(address)
  const client = new Client(origin)
  const login = await client.request({ method: 'GET', path: pathname + search })
  const cookie = String(login.headers['set-cookie']).split(';')[0] ?? ''
  await login.body.dump()
  return {
    call: async <T>(method: string, input: unknown): Promise<T> => {
      const answer = await client.request({
        method: 'POST',
        path: '/api/call',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ method, input }),
      })
      const result = (await answer.body.json()) as { readonly ok: boolean; readonly value: T; readonly error?: unknown }
      if (!result.ok) throw new Error(`${method} failed: ${JSON.stringify(result.error)}`)
      return result.value
    },
    close: () => client.close(),
  }
}
