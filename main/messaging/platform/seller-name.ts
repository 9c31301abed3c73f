/** Finds the seller's own names, which tell buyer from seller in messages that name both (PLT-05). */
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
 * Returns a function that resolves to the signed-in seller's username and immutable user id, username first; empty if the
 * platform doesn't tell. For some applications messages have the id where identity has the username, or the reverse:
 * https://developer.ebay.com/api-docs/static/data-handling-update.html Asks once per connection. A refusal is final; after a
 * failed call the next use asks again.
 */
export const createSellerNames = ({ profile, send }: PlatformAccess) => {
  const canAsk = getPlatform(profile).capabilities.identity
  let known: Promise<readonly string[]> | undefined

  const fetchNames = async (): Promise<readonly string[]> => {
    const response = await askUser({ profile, send })
    const outcome = classifyStatus(response.status)
    if (outcome === 'carriedOut') {
      const { username, userId } = readJson(response, userSchema, 'The seller’s name')
      return userId === undefined ? [username] : [username, userId]
    }
    if (outcome !== 'refused') known = undefined
    return []
  }

  return (): Promise<readonly string[]> => {
    if (!canAsk) return Promise.resolve([])
    known ??= fetchNames().catch(() => {
      known = undefined
      return []
    })
    return known
  }
}

/**
 * The seller's names in these messages: `own` if one of them occurs, else the one name that all have in common. Empty if neither
 * applies, as for a single message with two unknown names.
 */
export const findSeller = (all: readonly MessageParties[], own: readonly string[]): readonly string[] => {
  const parties = all.map(({ sender, recipient }) => [sender, recipient].filter((name) => name !== null))
  if (parties.some((names) => names.some((name) => own.some((mine) => isSameUser(name, mine))))) return own
  const [first = [], ...others] = parties.filter((names) => names.length === 2)
  const common = first.filter((name) => others.every((names) => names.some((other) => isSameUser(other, name))))
  return common.length === 1 ? common : []
}

/** The party that is not the seller; null if the message doesn't show which. */
export const findOtherParty = ({ sender, recipient }: MessageParties, seller: readonly string[]): string | null => {
  if (sender === null || recipient === null || isSameUser(sender, recipient)) return null
  const isSeller = (name: string): boolean => seller.some((mine) => isSameUser(mine, name))
  if (isSeller(sender)) return recipient
  return isSeller(recipient) ? sender : null
}
