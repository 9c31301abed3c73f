/** What a script does to use the local host: exchange the printed address for the session key, then send it with each call. */
import { LOGIN_PATH } from '../../shared/ipc/channels.ts'

/** Logs in with an address that works once. Returns the headers of every later request. */
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
