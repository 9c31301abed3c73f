/**
 * Decides whether a request is meant for this receiver and, if not, what a proxy or tunnel may have changed.
 *
 * SECURITY (RCV-12): Host is compared exactly, because a stranger's name server can point any other name here.
 */
import type { IncomingMessage } from 'node:http'

/** The path of the listening address. */
export const RECEIVER_PATH = '/notifications'

type Address = { readonly host: string; readonly hostWithPort: string; readonly path: string }

const parseAddress = (url: string): Address | undefined => {
  if (!URL.canParse(url)) return undefined
  const { host, hostname, port, protocol, pathname } = new URL(url)
  // Some proxies add the default port, which a URL omits: https://www.rfc-editor.org/rfc/rfc9110#section-4.2.3
  return { host, hostWithPort: `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`, path: pathname }
}

/**
 * Whether a request names this machine's own address or the registered one. A tunnel may rewrite the name to `localhost`,
 * which no name server can point elsewhere.
 */
export const isAddressedTo = (registeredUrl: string, port: number | undefined, host: string | undefined): boolean => {
  const name = host?.toLowerCase()
  const address = parseAddress(registeredUrl)
  return (
    name === `127.0.0.1:${port}` ||
    name === `localhost:${port}` ||
    (name !== undefined && (name === address?.host || name === address?.hostWithPort))
  )
}

/** Ignores a trailing slash, which some proxies add. */
const trimSlash = (path: string): string => (path.length > 1 ? path.replace(/\/$/, '') : path)

export const isKnownPath = (registeredUrl: string, path: string): boolean =>
  [RECEIVER_PATH, parseAddress(registeredUrl)?.path].some(
    (known) => known !== undefined && trimSlash(known) === trimSlash(path),
  )

const MAX_SHOWN = 100
const quote = (text: string): string => `“${text.slice(0, MAX_SHOWN)}”`

/**
 * Scanners request any path. The platform's requests have a challenge code, or a body with a signature or of its
 * content type.
 */
const isFromPlatform = ({ method, url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): boolean =>
  method === 'GET'
    ? url.includes('challenge_code=')
    : method === 'POST' &&
      (/\b(?:xml|json)\b/.test(headers['content-type'] ?? '') ||
        Object.keys(headers).some((name) => /^x-[a-z0-9]+-signature$/.test(name)))

/**
 * Explains what a proxy or tunnel did to a request refused for its Host or path, and the remedy; null if nothing
 * suggests one.
 */
export const findProxyProblem = (
  registeredUrl: string,
  port: number | undefined,
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
): string | null => {
  const address = parseAddress(registeredUrl)
  if (address === undefined || !isFromPlatform(request)) return null
  const { host = '' } = request.headers
  if (!isAddressedTo(registeredUrl, port, host)) {
    return `Requests arrive with the Host ${quote(host)}, so they are refused. If your proxy or tunnel passes them on, have it keep the Host ${quote(address.host)} or send 127.0.0.1:${port}.`
  }
  const path = trimSlash((request.url ?? '').split('?', 1)[0] ?? '')
  const registered = trimSlash(address.path)
  if (isKnownPath(registeredUrl, path)) return null
  const arrival = `Requests arrive for ${quote(path)} and are refused, because the registered address has the path ${quote(registered)}.`
  if (path === '/' || registered.endsWith(path)) {
    return `${arrival} Your proxy or tunnel strips the beginning of the path. Have it pass on the whole path.`
  }
  if (path.endsWith(registered)) {
    return `${arrival} Your proxy or tunnel puts something before the path. Have it pass on the path as it is.`
  }
  return `${arrival} Your proxy or tunnel changes the path. Have it pass on the path as it is.`
}
