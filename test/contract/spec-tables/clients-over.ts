/** Every client of the app over one `Send`, and a connection with the neutral spelling of every name. */
import type { Send } from '../../../main/http/request.ts'
import { createInventoryClient } from '../../../main/inventory/platform/inventory-client.ts'
import { createMappingClient } from '../../../main/mapping/platform/mapping-client.ts'
import { createMessageClient } from '../../../main/messaging/platform/message-client.ts'
import { createTradingClient } from '../../../main/notifications/legacy/trading-client.ts'
import { createNotificationClient } from '../../../main/notifications/subscriptions/notification-client.ts'
import { type ConnectionProfile, completeProfile } from '../../../shared/connection/profile.ts'
import { sendThrough } from '../../support/send-through.ts'
import { startDocument, taskDocument } from './mapping.ts'
import type { Clients } from './record.ts'

const scope = (path: string): string => `https://api.example.com/oauth/api_scope${path}`

/** The documented scopes under one {scope_base} (docs/platform.md, Tokens). */
export const documentedScopes = {
  user: [
    scope('/message'),
    scope('/sell.inventory'),
    scope('/sell.listing_preview'),
    scope('/commerce.notification.subscription'),
  ],
  application: [scope('')],
} as const

export const profileAt = (baseUrl: string): ConnectionProfile =>
  completeProfile({
    kind: 'sandbox',
    name: 'Shop',
    baseUrl,
    marketplaceId: 'SVC_US',
    mapping: { startDocument, taskDocument },
    scopes: { user: [...documentedScopes.user], application: [...documentedScopes.application] },
  })

const secrets = new Map([
  ['appName', 'practice-app'],
  ['devName', 'practice-dev'],
  ['certName', 'practice-cert'],
  ['userToken', 'practice-user-token'],
])

export const clientsOver = (profile: ConnectionProfile, send: Send): Clients => ({
  inventory: createInventoryClient({ profile, send: sendThrough(send), nowMs: () => 0 }),
  mapping: createMappingClient({ profile, send }),
  messages: createMessageClient({ profile, send }),
  notification: createNotificationClient(profile, send),
  trading: createTradingClient(profile, send, {
    get: async (name) => secrets.get(name),
    set: async () => undefined,
    delete: async () => undefined,
  }),
})
