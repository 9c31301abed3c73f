/**
 * The permissions that a seller's sign-in requests, with labels for the seller, and what works without each (PLT-29).
 */
import * as z from 'zod'
import { scopeLabel } from './scopes.ts'

export const permissionSchema = z.object({
  scope: z.string(),
  /** As in "Sign in without messages". */
  name: z.string(),
  /** Whether the current sign-in was made without it. */
  isOff: z.boolean(),
})
export type Permission = z.infer<typeof permissionSchema>

const names: Readonly<Record<string, string>> = {
  message: 'messages',
  'commerce.message': 'messages',
  'sell.inventory': 'items and listings',
  'sell.inventory.mapping': 'mapping suggestions',
  'sell.listing_preview': 'mapping suggestions',
  'sell.account': 'policies and fees',
  'sell.fulfillment': 'orders',
  'sell.finances': 'earnings',
  'commerce.identity.readonly': 'your user name',
  'commerce.notification.subscription': 'instant alerts',
}

/** The purpose of a scope; its own label if unknown. */
export const permissionName = (scope: string): string => names[scopeLabel(scope)] ?? scopeLabel(scope)

/** `messages, commerce.message`: the purpose of a scope, if it is known, and how the platform lists the scope. */
export const describePermission = (scope: string): string => {
  const label = scopeLabel(scope)
  const name = names[label]
  return name === undefined ? label : `${name}, ${label}`
}

/** Every sign-in has the root scope, so the seller can't choose it. */
export const isChoosable = (scope: string): boolean => scopeLabel(scope) !== 'api_scope'
