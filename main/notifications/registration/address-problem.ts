/** Addresses that the platform would refuse (RCV-14). */
import { type ConnectionProfile, getPlatform } from '../../../shared/connection/profile.ts'
import { isPrivateAddress } from '../../http/private-address.ts'

/**
 * Why the platform would refuse to register `address`, or null (RCV-14).
 *
 * Production accepts only HTTPS on a public name, and so does the sandbox of a platform that runs elsewhere. Any other
 * connection may use plain HTTP on this computer.
 */
export const findAddressProblem = (profile: ConnectionProfile, address: string): string | null => {
  const { kind, baseUrl } = profile
  const { environments, label } = getPlatform(profile)
  if (!URL.canParse(address)) {
    return `“${address}” isn’t an address. Include the scheme, for example https://shop.example.com/notifications.`
  }
  const url = new URL(address)
  const isPrivate = isPrivateAddress(url.hostname)
  if (url.username !== '' || url.password !== '' || url.hash !== '') {
    return 'The address contains a user name, a password or a # part. Remove it.'
  }
  if (kind !== 'production') {
    const isRemote = kind === 'sandbox' && environments !== null && !isPrivateAddress(new URL(baseUrl).hostname)
    if (isRemote && isPrivate) {
      return `${label} can’t reach ${url.hostname}: it is an address of this computer or its network. Put a tunnel or proxy in front of this computer and enter its HTTPS address in Settings.`
    }
    if (url.protocol === 'https:' || (url.protocol === 'http:' && isPrivate)) return null
    return 'The address must use HTTPS, or plain HTTP on this computer.'
  }
  if (url.protocol !== 'https:') {
    return `Production accepts HTTPS addresses only, with a certificate from a recognized authority. Put a tunnel or proxy in front of this computer and enter its address in Settings instead of ${address}.`
  }
  if (isPrivate) {
    return `${url.hostname} can’t be reached from the internet. Enter the address of a tunnel or proxy in Settings.`
  }
  return null
}
