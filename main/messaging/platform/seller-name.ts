/** Finds the seller's own username, which tells buyer from seller in messages that name both (PLT-05). */
import * as z from 'zod'
import { type ConnectionProfile, getPlatform } from '../../../shared/connection/profile.ts'
import { readJson } from '../../http/answers.ts'
import type { Send } from '../../http/request.ts'
import { classifyStatus } from '../../http/retry-table.ts'
import { buildRequest } from '../../http/service-client.ts'
import type { MessageParties } from './message-wire.ts'

const userSchema = z.looseObject({
  userId: z.string().min(1).optional().catch(undefined),
  username: z.string().min(1),
})

/** Usernames are not case-sensitive. */
export const isSameUser = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

type PlatformAccess = { readonly profile: ConnectionProfile; readonly send: Send }

const askUser = ({ profile, send }: PlatformAccess) =>
  send(buildRequest('identity', profile.identityUrl, { operation: 'getUser', path: '/user/' }))

/** Returns the seller who is signed in now; null if the platform doesn't tell. */
export const fetchSeller = async (
  access: PlatformAccess,
): Promise<{ readonly userId: string | null; readonly username: string } | null> => {
  if (!getPlatform(access.profile).capabilities.identity) return null
  const response = await askUser(access)
  if (classifyStatus(response.status) !== 'carriedOut') return null
  const { userId = null, username } = readJson(response, userSchema, 'The seller’s name')
  return { userId, username }
}

/**
 * Returns a function that resolves to the signed-in seller's username, or null if the platform doesn't name it. Asks
 * once per connection. A refusal is final; after a failed call the next use asks again.
 */
export const createSellerName = ({ profile, send }: PlatformAccess) => {
  const canAsk = getPlatform(profile).capabilities.identity
  let known: Promise<string | null> | undefined

  const fetchName = async (): Promise<string | null> => {
    const response = await askUser({ profile, send })
    const outcome = classifyStatus(response.status)
    if (outcome === 'carriedOut') return readJson(response, userSchema, 'The seller’s name').username
    if (outcome !== 'refused') known = undefined
    return null
  }

  return (): Promise<string | null> => {
    if (!canAsk) return Promise.resolve(null)
    known ??= fetchName().catch(() => {
      known = undefined
      return null
    })
    return known
  }
}

/**
 * The seller's name: `signedIn` if it occurs in these messages, else the one name that all have in common. Null if
 * neither applies, as for a single message with two unknown names.
 */
export const findSeller = (all: readonly MessageParties[], signedIn: string | null): string | null => {
  const parties = all.map(({ sender, recipient }) => [sender, recipient].filter((name) => name !== null))
  if (signedIn !== null && parties.some((names) => names.some((name) => isSameUser(name, signedIn)))) return signedIn
  const [first = [], ...others] = parties.filter((names) => names.length === 2)
  const common = first.filter((name) => others.every((names) => names.some((other) => isSameUser(other, name))))
  return common.length === 1 ? (common[0] ?? null) : null
}

/** The party that is not the seller; null if the message doesn't show which. */
export const findOtherParty = ({ sender, recipient }: MessageParties, seller: string | null): string | null => {
  if (seller === null || sender === null || recipient === null || isSameUser(sender, recipient)) return null
  if (isSameUser(sender, seller)) return recipient
  return isSameUser(recipient, seller) ? sender : null
}
