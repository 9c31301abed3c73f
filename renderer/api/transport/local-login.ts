/**
 * The local host's session key, which every call carries. SECURITY (SEC-02): the key is in this origin's storage, and
 * an origin includes the port. A cookie would go to every port of 127.0.0.1, where another user may listen:
 * https://www.rfc-editor.org/rfc/rfc6265#section-8.5 Main makes a new key at each start, so a stored one expires with
 * its run.
 */
import { LOGIN_PATH, OPEN_PATH } from '../../../shared/ipc/channels.ts'

const STORED_KEY = 'stallhand.session'

export const localHeaders = (): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${localStorage.getItem(STORED_KEY) ?? ''}`,
})

const isAdmitted = async (secret: string): Promise<boolean> => {
  if (secret === '') return false
  const answer = await fetch(LOGIN_PATH, { method: 'POST', headers: { authorization: `Bearer ${secret}` } })
  if (!answer.ok) return false
  const { key } = (await answer.json()) as { readonly key: string }
  localStorage.setItem(STORED_KEY, key)
  return true
}

/**
 * Exchanges the token of a new address for the key. Returns whether this browser has access: by the token, or by the
 * key of an earlier login, because a token works once and a tab may be reloaded.
 */
export const logInToLocalHost = async (): Promise<boolean> => {
  const isNewAddress = location.pathname === OPEN_PATH
  const token = isNewAddress ? location.hash.slice(1) : ''
  // Removed at once: a token must not stay in the address bar or the history.
  if (isNewAddress) history.replaceState(null, '', '/')
  try {
    return (await isAdmitted(token)) || (await isAdmitted(localStorage.getItem(STORED_KEY) ?? ''))
  } catch {
    return false
  }
}
