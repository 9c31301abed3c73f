/**
 * The permissions that the seller signed in without, because the keyset lacks them (PLT-29). A single scope that a
 * keyset lacks makes the whole consent fail, so the seller signs in without it, and is asked again only on request.
 */
import { isChoosable, type Permission, permissionName } from '../../shared/connection/permissions.ts'
import { type ConnectionProfile, nameScope } from '../../shared/connection/profile.ts'
import { findMissingScopes } from '../../shared/connection/scopes.ts'
import { Failure } from '../../shared/result.ts'
import type { HttpRequest, Service } from '../http/request.ts'
import type { Settings } from '../ports.ts'

const KEY = 'leftOutScopes'

/** The seller's scope that each service needs. */
const scopeNames: Readonly<Partial<Record<Service, readonly [string, ...string[]]>>> = {
  messages: ['message', 'commerce.message'],
  inventory: ['sell.inventory'],
  mapping: ['sell.listing_preview', 'sell.inventory.mapping'],
  account: ['sell.account'],
  finances: ['sell.finances'],
  identity: ['commerce.identity.readonly'],
  notification: ['commerce.notification.subscription'],
}

export const createLeftOutScopes = (settings: Settings, profile: ConnectionProfile) => {
  const loadAll = (): Record<string, unknown> => {
    const stored = settings.get(KEY)
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {}
  }
  const list = (): readonly string[] => {
    const all = loadAll()
    const stored = Object.hasOwn(all, profile.id) ? all[profile.id] : undefined
    return Array.isArray(stored) ? profile.scopes.user.filter((scope) => stored.includes(scope)) : []
  }
  return {
    list,
    /** The seller's scopes to request, without those in `leftOut`. */
    requested: (leftOut: readonly string[] = list()): readonly string[] =>
      profile.scopes.user.filter((scope) => !leftOut.includes(scope) || !isChoosable(scope)),
    /** Call after a sign-in without them has succeeded. */
    save: (leftOut: readonly string[]): void => {
      const { [profile.id]: _, ...others } = loadAll()
      settings.set(KEY, leftOut.length === 0 ? others : { ...others, [profile.id]: [...leftOut] })
    },
    /** `granted`: the scopes of the seller's token; empty if unknown. The platform may grant fewer than requested. */
    permissions: (granted: readonly string[]): Permission[] => {
      const off = [...list(), ...findMissingScopes(profile.scopes.user, granted)]
      return profile.scopes.user
        .filter(isChoosable)
        .map((scope) => ({ scope, name: permissionName(scope), isOff: off.includes(scope) }))
    },
  }
}

/** Throws `forbidden`, unsent, for a seller's call whose permission was left out: the platform would refuse it. */
export const createPermissionCheck =
  (profile: ConnectionProfile, list: () => readonly string[]) =>
  ({ credential, service }: Pick<HttpRequest, 'credential' | 'service'>): void => {
    const names = credential === 'user' ? scopeNames[service] : undefined
    const scope = names === undefined ? undefined : nameScope(profile, ...names)
    if (scope === undefined || !list().includes(scope)) return
    const message = `You signed in without the permission for ${permissionName(scope)}, so this is off. Sign in with it in Settings.`
    throw new Failure({ kind: 'forbidden', message, scope })
  }
