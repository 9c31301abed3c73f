/** Which token each call carries (docs/platform.md, Tokens). */
import { describe, expect, it } from 'vitest'
import type { HttpRequest } from '../../../main/http/request.ts'
import { clientsOver, documentedScopes, profileAt } from './clients-over.ts'
import { inventoryRecords } from './inventory.ts'
import { mappingRecords } from './mapping.ts'
import { messageRecords } from './messages.ts'
import { notificationRecords } from './notification.ts'
import { tradingRecords } from './trading.ts'

/** Written by hand from the platform's description: authorization-code grant, client-credentials grant, or neither. */
const documented: Readonly<Record<string, HttpRequest['credential']>> = {
  createOrReplaceInventoryItem: 'user',
  getInventoryItem: 'user',
  bulkCreateOrReplaceInventoryItem: 'user',
  startListingPreviewsCreation: 'user',
  listingPreviewsCreationTaskById: 'user',
  getConversations: 'user',
  getConversation: 'user',
  sendMessage: 'user',
  updateConversation: 'user',
  bulkUpdateConversation: 'user',
  getConfig: 'application',
  updateConfig: 'application',
  getDestinations: 'application',
  createDestination: 'application',
  getDestination: 'application',
  updateDestination: 'application',
  deleteDestination: 'application',
  getPublicKey: 'application',
  getTopics: 'application',
  getTopic: 'application',
  getSubscriptions: 'user',
  createSubscription: 'user',
  getSubscription: 'user',
  updateSubscription: 'user',
  deleteSubscription: 'user',
  disableSubscription: 'user',
  enableSubscription: 'user',
  testSubscription: 'user',
  createSubscriptionFilter: 'user',
  getSubscriptionFilter: 'user',
  deleteSubscriptionFilter: 'user',
  SetNotificationPreferences: 'none',
  GetNotificationPreferences: 'none',
}

const records = [...inventoryRecords, ...mappingRecords, ...messageRecords, ...notificationRecords, ...tradingRecords]

const recorded = async (): Promise<ReadonlyMap<string, readonly HttpRequest[]>> => {
  const requests = new Map<string, HttpRequest[]>()
  for (const { answer, call } of records) {
    const clients = clientsOver(profileAt('https://api.example.com'), async (request) => {
      requests.set(request.operation, [...(requests.get(request.operation) ?? []), request])
      const body = new TextEncoder().encode(answer.body)
      return { status: answer.status, headers: answer.headers ?? {}, body, bodyCut: false }
    })
    await call(clients)
  }
  return requests
}

describe('the token of each operation', () => {
  it('AUT-05 each operation uses its documented grant', async () => {
    const requests = await recorded()
    const asked = Object.fromEntries(
      [...requests].map(([operation, all]) => [operation, [...new Set(all.map(({ credential }) => credential))]]),
    )
    expect(asked).toEqual(
      Object.fromEntries(Object.entries(documented).map(([operation, credential]) => [operation, [credential]])),
    )
  })

  it('NOT-12 topics and keys are read with client credentials, subscriptions with the seller’s consent to them', () => {
    for (const [operation, credential] of Object.entries(documented)) {
      if (/topic|publickey/i.test(operation)) expect(credential, operation).toBe('application')
      if (/subscription/i.test(operation)) expect(credential, operation).toBe('user')
    }
    const { scopes } = profileAt('https://api.example.com')
    expect(scopes.application).toEqual(['https://api.example.com/oauth/api_scope'])
    expect(scopes.user).toEqual(documentedScopes.user)
    expect(scopes.user).toContain('https://api.example.com/oauth/api_scope/commerce.notification.subscription')
  })

  it('AUT-05 the legacy calls carry the application’s credentials in headers, the user’s in the body, and no bearer token', async () => {
    const requests = await recorded()
    for (const operation of ['SetNotificationPreferences', 'GetNotificationPreferences']) {
      for (const { headers, body } of requests.get(operation) ?? []) {
        expect(Object.keys(headers).map((name) => name.toLowerCase())).not.toContain('authorization')
        expect(headers).toMatchObject({
          'X-SVC-API-APP-NAME': 'practice-app',
          'X-SVC-API-DEV-NAME': 'practice-dev',
          'X-SVC-API-CERT-NAME': 'practice-cert',
        })
        expect(Object.values(headers).join(' ')).not.toContain('practice-user-token')
        expect(body).toContain('<svcAuthToken>practice-user-token</svcAuthToken>')
      }
    }
  })

  it('AUT-04 no client puts a token into an address or a header itself', async () => {
    for (const request of [...(await recorded()).values()].flat()) {
      expect(request.url).not.toMatch(/token|secret/i)
      expect(request.pathTemplate).not.toMatch(/\?/)
      if (request.service !== 'trading') expect(Object.keys(request.headers).join()).not.toMatch(/authorization/i)
    }
  })
})
