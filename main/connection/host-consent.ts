/**
 * Consent to a connection's hosts, requested before they get a secret or the browser opens one (SEC-04). SECURITY: a
 * hostile page may create a connection with its own addresses and start a sign-in there. So the seller agrees to each
 * new host outside the window. The hosts of a known platform and this machine need no consent.
 */

import { type Addresses, platforms } from '../../shared/connection/platforms.ts'
import { type ConnectionProfile, isLoopback, listOrigins } from '../../shared/connection/profile.ts'
import { conflict } from '../../shared/result.ts'
import type { Confirm, Settings } from '../ports.ts'

const CONFIRMED_KEY = 'confirmedOrigins'

const listAddresses = ({ environments }: { readonly environments: Readonly<Record<string, Addresses>> | null }) =>
  Object.values(environments ?? {}).flatMap((addresses) => Object.values(addresses))

const platformOrigins: ReadonlySet<string> = new Set(
  Object.values(platforms)
    .flatMap(listAddresses)
    .map((url) => new URL(url).origin),
)

const loadConfirmed = (settings: Settings): readonly unknown[] => {
  const stored = settings.get(CONFIRMED_KEY)
  return Array.isArray(stored) ? stored : []
}

/** Asks about hosts that the seller hasn't agreed to yet. Throws `conflict` if the answer is no. */
export const confirmHosts = async (
  profile: ConnectionProfile,
  { settings, confirm }: { readonly settings: Settings; readonly confirm: Confirm },
): Promise<void> => {
  const confirmed = loadConfirmed(settings)
  const unknown = listOrigins(profile).filter(
    (origin) => !platformOrigins.has(origin) && !isLoopback(new URL(origin).hostname) && !confirmed.includes(origin),
  )
  if (unknown.length === 0) return
  const hosts = unknown.map((origin) => new URL(origin).host)
  const isAllowed = await confirm({
    title: `Trust ${hosts.join(', ')}?`,
    text: `“${profile.name}” signs in and sends its secrets there. Check the spelling with the developer pages of your platform.`,
    action: hosts.length === 1 ? 'Trust this address' : 'Trust these addresses',
  })
  if (!isAllowed) {
    const message = `You didn’t agree to ${hosts.join(', ')}. Nothing was stored or opened.`
    throw conflict(message)
  }
  settings.set(CONFIRMED_KEY, [...loadConfirmed(settings), ...unknown])
}

/**
 * Allows one question at a time, so that a page can't bury a question under others. Throws `conflict` for a second one.
 */
export const askOneAtATime = (confirm: Confirm): Confirm => {
  let isAsking = false
  return async (question) => {
    if (isAsking) {
      const message = 'Answer the open question outside this window first.'
      throw conflict(message)
    }
    isAsking = true
    try {
      return await confirm(question)
    } finally {
      isAsking = false
    }
  }
}
