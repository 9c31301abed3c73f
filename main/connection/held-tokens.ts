/**
 * Access tokens of this run of the app, so that a connection that is opened again, as when the seller switches between shops,
 * needs no new one. Kept in memory only (AUT-04).
 */
import { createHash } from 'node:crypto'
import { type ConnectionProfile, getPlatform, listOrigins } from '../../shared/connection/profile.ts'
import type { Credential } from '../http/request.ts'
import type { Token } from './token-endpoint.ts'

/** `secretHash`: identifies the stored secret that led to the token, without keeping it. */
export type HeldToken = Token & { readonly renewAtMs: number; readonly secretHash: string }
export type TokenMemory = Map<Credential, HeldToken>
export type TokenMemories = {
  /** The connection's tokens; empty if it was last open with another keyset, platform, address or scope. */
  readonly open: (profile: ConnectionProfile) => TokenMemory
  readonly forget: (connectionId: string) => void
}

export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** Everything that a token was requested for. */
const describeUse = (profile: ConnectionProfile): string =>
  JSON.stringify([
    profile.kind,
    getPlatform(profile).id,
    profile.oauth.clientId,
    profile.oauth.tokenUrl,
    [...listOrigins(profile)].sort(),
    profile.scopes,
  ])

/**
 * SECURITY (AUT-04, SEC-01): a token must not reach a host that it wasn't issued for. A page that may edit connections, or a
 * profile file that takes a connection's id, could point an id at its own host and receive the living token. So tokens are
 * bound to all origins of the connection, and those of a changed one are forgotten at once, also if it is changed back.
 */
export const createTokenMemories = (): TokenMemories => {
  const memories = new Map<string, { readonly use: string; readonly tokens: TokenMemory }>()
  return {
    open: (profile) => {
      const use = describeUse(profile)
      const earlier = memories.get(profile.id)
      if (earlier?.use === use) return earlier.tokens
      earlier?.tokens.clear()
      const tokens: TokenMemory = new Map()
      memories.set(profile.id, { use, tokens })
      return tokens
    },
    forget: (connectionId) => {
      memories.get(connectionId)?.tokens.clear()
      memories.delete(connectionId)
    },
  }
}
