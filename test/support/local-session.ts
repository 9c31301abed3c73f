/** How a script uses the local host: it exchanges the printed address for the session key and sends that with each call. */
import { LOGIN_PATH } from '../../shared/ipc/channels.ts'

/** Logs in with a one-time address. Resolves with the headers for all later requests. */
export const logIn = async (address: string): Promise<{ readonly authorization: string }> => {
  const { origin, hash } = new URL(address)
  const answer = await fetch(`${origin}${LOGIN_PATH}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${hash.slice(1)}` },
  })
  if (answer.status !== 200) throw new Error(`The login was answered with ${answer.status}`)
  const { key } = (await answer.json()) as { readonly key: string }
  return { authorization: `Bearer ${key}` }
}
