/**
 * Trusts what the system's own certificate store trusts, such as a company's proxy, and not only the certificates that come with
 * Node. Node doesn't read the store by itself: https://nodejs.org/api/tls.html#tlsgetcacertificatestype
 *
 * SECURITY: only who administers the computer adds a certificate there. The store is read only after a certificate that Node's own
 * list doesn't lead to, because reading it can take long; at that moment no byte of the request was sent.
 */
import type { Socket } from 'node:net'
import * as tls from 'node:tls'

type Callback = (...result: [error: null, socket: Socket] | [error: Error, socket: null]) => void
/** Opens a connection. `Target`: what undici passes. */
type Connector<Target> = (target: Target, callback: Callback) => void

const untrusted: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

const isUntrusted = (error: Error): boolean =>
  'code' in error && typeof error.code === 'string' && untrusted.has(error.code)

let read: readonly string[] | undefined

/** Node's own certificates and the system's; Node's alone if the store can't be read. */
const readCertificates = (): readonly string[] => {
  try {
    read ??= [...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])]
  } catch {
    read = tls.rootCertificates
  }
  return read
}

/** `build`: makes a connector that trusts these certificates; Node's own if undefined. */
export const withSystemCertificates = <Target>(
  build: (ca: string[] | undefined) => Connector<Target>,
): Connector<Target> => {
  const own = build(undefined)
  let withSystem: Connector<Target> | undefined
  return (target, callback) => {
    if (withSystem !== undefined) return withSystem(target, callback)
    own(target, (...result) => {
      const [error] = result
      if (error === null || !isUntrusted(error)) return callback(...result)
      withSystem ??= build([...readCertificates()])
      withSystem(target, callback)
    })
  }
}
