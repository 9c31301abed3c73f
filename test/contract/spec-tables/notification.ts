/** The notification service's 21 operations (docs/platform.md, Notification service). */
import type { SpecRecord } from './record.ts'

const base = '/commerce/notification/v1'
const json = { 'content-type': 'application/json' }

const destinationBody = `{"name":"Shop","status":"ENABLED","deliveryConfig":{
  "endpoint":"https://seller.example/notifications","verificationToken":"token-0123456789-0123456789-0123456789"}}`
const destination = {
  name: 'Shop',
  status: 'ENABLED',
  deliveryConfig: {
    endpoint: 'https://seller.example/notifications',
    verificationToken: 'token-0123456789-0123456789-0123456789',
  },
}
const payload = { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' }
const payloadBody = '{"format":"JSON","schemaVersion":"1.0","deliveryProtocol":"HTTPS"}'

const oneDestination = `{"destinationId":"destination-1",${destinationBody.slice(1)}`
const oneSubscription = `{"subscriptionId":"subscription-1","topicId":"NEW_MESSAGE","destinationId":"destination-1",
  "status":"DISABLED","payload":${payloadBody},"creationDate":"2026-11-20T08:15:00.000Z"}`
const subscription = {
  subscriptionId: 'subscription-1',
  topicId: 'NEW_MESSAGE',
  destinationId: 'destination-1',
  status: 'DISABLED',
  payload,
  creationDate: '2026-11-20T08:15:00.000Z',
}
const oneTopic = `{"topicId":"NEW_MESSAGE","description":"A message arrived.","status":"ENABLED","context":"USER","scope":"USER",
  "filterable":true,"authorizationScopes":["https://api.example.com/oauth/api_scope/message"],
  "supportedPayloads":[{"format":"JSON","schemaVersion":"1.0","deliveryProtocol":"HTTPS","deprecated":false}]}`
const topic = {
  topicId: 'NEW_MESSAGE',
  description: 'A message arrived.',
  status: 'ENABLED',
  context: 'USER',
  scope: 'USER',
  filterable: true,
  authorizationScopes: ['https://api.example.com/oauth/api_scope/message'],
  supportedPayloads: [{ ...payload, deprecated: false }],
}
const topicShape = oneTopic.replace(
  /"supportedPayloads":.*\}\]\}/s,
  '"supportedPayloads":[{"schemaVersion":"1.0","deliveryProtocol":"HTTPS","deprecated":false}]}',
)
const page = (field: string, entry: string): string =>
  `{"${field}":[${entry}],"href":"https://api.example.com/x","limit":100,"total":1}`

const made = (path: string) => ({
  status: 201,
  headers: { ...json, location: `https://api.example.com${base}${path}` },
  body: '{}',
})
const read = (path: string) => ({ method: 'GET', path: `${base}${path}`, headers: {} }) as const
const bare = (method: 'POST' | 'DELETE', path: string) => ({ method, path: `${base}${path}`, headers: {} }) as const
const nothing = { status: 204, body: '' }

export const notificationRecords: readonly SpecRecord[] = [
  {
    operation: 'getConfig',
    credential: 'application',
    request: read('/config'),
    answer: { status: 200, headers: json, body: '{"alertEmail":"shop@example.com"}' },
    call: ({ notification }) => notification.getConfig(),
    reads: { alertEmail: 'shop@example.com' },
    platform: { needs: ['config'] },
  },
  {
    operation: 'updateConfig',
    credential: 'application',
    request: { method: 'PUT', path: `${base}/config`, headers: json, body: '{"alertEmail":"shop@example.com"}' },
    answer: nothing,
    call: ({ notification }) => notification.updateConfig({ alertEmail: 'shop@example.com' }),
    reads: undefined,
    platform: { needs: [] },
  },
  {
    operation: 'getDestinations',
    credential: 'application',
    request: read('/destination?limit=100'),
    answer: { status: 200, headers: json, body: page('destinations', oneDestination) },
    call: ({ notification }) => notification.getDestinations(),
    reads: [{ destinationId: 'destination-1', ...destination }],
    platform: { needs: ['destination'] },
  },
  {
    operation: 'createDestination',
    credential: 'application',
    request: { method: 'POST', path: `${base}/destination`, headers: json, body: destinationBody },
    answer: made('/destination/destination-1'),
    call: ({ notification }) => notification.createDestination(destination),
    reads: 'destination-1',
    platform: { needs: ['config'] },
  },
  {
    operation: 'getDestination',
    credential: 'application',
    request: read('/destination/destination-1'),
    answer: { status: 200, headers: json, body: oneDestination },
    call: ({ notification }) => notification.getDestination('destination-1'),
    reads: { destinationId: 'destination-1', ...destination },
    platform: { needs: ['destination'] },
  },
  {
    operation: 'updateDestination',
    credential: 'application',
    request: { method: 'PUT', path: `${base}/destination/destination-1`, headers: json, body: destinationBody },
    answer: nothing,
    call: ({ notification }) => notification.updateDestination('destination-1', destination),
    reads: undefined,
    platform: { needs: ['destination'] },
  },
  {
    operation: 'deleteDestination',
    credential: 'application',
    request: bare('DELETE', '/destination/destination-1'),
    answer: nothing,
    call: ({ notification }) => notification.deleteDestination('destination-1'),
    reads: undefined,
    platform: { needs: ['destination'] },
  },
  {
    operation: 'getPublicKey',
    credential: 'application',
    request: read('/public_key/key-1'),
    answer: {
      status: 200,
      headers: json,
      body: '{"key":"-----BEGIN PUBLIC KEY-----MFkw-----END PUBLIC KEY-----","algorithm":"ECDSA","digest":"SHA1"}',
    },
    call: ({ notification }) => notification.getPublicKey('key-1'),
    reads: { key: '-----BEGIN PUBLIC KEY-----MFkw-----END PUBLIC KEY-----', algorithm: 'ECDSA', digest: 'SHA1' },
    platform: { needs: [] },
  },
  {
    operation: 'getSubscriptions',
    credential: 'user',
    request: read('/subscription?limit=100'),
    answer: { status: 200, headers: json, body: page('subscriptions', oneSubscription) },
    call: ({ notification }) => notification.getSubscriptions(),
    reads: [subscription],
    platform: { needs: ['subscription'] },
  },
  {
    operation: 'createSubscription',
    credential: 'user',
    request: {
      method: 'POST',
      path: `${base}/subscription`,
      headers: json,
      body: `{"topicId":"NEW_MESSAGE","destinationId":"destination-1","status":"DISABLED","payload":${payloadBody}}`,
    },
    answer: made('/subscription/subscription-1'),
    call: ({ notification }) =>
      notification.createSubscription({
        topicId: 'NEW_MESSAGE',
        destinationId: 'destination-1',
        status: 'DISABLED',
        payload,
      }),
    reads: 'subscription-1',
    platform: { needs: ['destination'] },
  },
  {
    operation: 'getSubscription',
    credential: 'user',
    request: read('/subscription/subscription-1'),
    answer: { status: 200, headers: json, body: oneSubscription },
    call: ({ notification }) => notification.getSubscription('subscription-1'),
    reads: subscription,
    platform: { needs: ['subscription'] },
  },
  {
    operation: 'updateSubscription',
    credential: 'user',
    request: {
      method: 'PUT',
      path: `${base}/subscription/subscription-1`,
      headers: json,
      body: `{"destinationId":"destination-1","status":"ENABLED","payload":${payloadBody}}`,
    },
    answer: nothing,
    call: ({ notification }) =>
      notification.updateSubscription('subscription-1', { destinationId: 'destination-1', status: 'ENABLED', payload }),
    reads: undefined,
    platform: { needs: ['subscription'] },
  },
  {
    operation: 'deleteSubscription',
    credential: 'user',
    request: bare('DELETE', '/subscription/subscription-1'),
    answer: nothing,
    call: ({ notification }) => notification.deleteSubscription('subscription-1'),
    reads: undefined,
    platform: { needs: ['subscription'] },
  },
  {
    operation: 'disableSubscription',
    credential: 'user',
    request: bare('POST', '/subscription/subscription-1/disable'),
    answer: nothing,
    call: ({ notification }) => notification.disableSubscription('subscription-1'),
    reads: undefined,
    platform: { needs: ['enabled'] },
  },
  {
    operation: 'enableSubscription',
    credential: 'user',
    request: bare('POST', '/subscription/subscription-1/enable'),
    answer: nothing,
    call: ({ notification }) => notification.enableSubscription('subscription-1'),
    reads: undefined,
    platform: { needs: ['subscription'] },
  },
  {
    operation: 'createSubscriptionFilter',
    credential: 'user',
    request: {
      method: 'POST',
      path: `${base}/subscription/subscription-1/filter`,
      headers: json,
      body: '{"filterSchema":{"type":"object","properties":{"data":{"type":"object"}}}}',
    },
    answer: made('/subscription/subscription-1/filter/filter-1'),
    call: ({ notification }) =>
      notification.createSubscriptionFilter('subscription-1', {
        type: 'object',
        properties: { data: { type: 'object' } },
      }),
    reads: 'filter-1',
    platform: { needs: ['subscription'] },
  },
  {
    operation: 'getSubscriptionFilter',
    credential: 'user',
    request: read('/subscription/subscription-1/filter/filter-1'),
    answer: {
      status: 200,
      headers: json,
      body: `{"filterId":"filter-1","subscriptionId":"subscription-1","filterSchema":{"type":"object"},
        "filterStatus":"PENDING","creationDate":"2026-11-20T08:15:00.000Z"}`,
    },
    call: ({ notification }) => notification.getSubscriptionFilter('subscription-1', 'filter-1'),
    reads: {
      filterId: 'filter-1',
      subscriptionId: 'subscription-1',
      filterSchema: { type: 'object' },
      filterStatus: 'PENDING',
      creationDate: '2026-11-20T08:15:00.000Z',
    },
    platform: { needs: ['filter'] },
  },
  {
    operation: 'deleteSubscriptionFilter',
    credential: 'user',
    request: bare('DELETE', '/subscription/subscription-1/filter/filter-1'),
    answer: nothing,
    call: ({ notification }) => notification.deleteSubscriptionFilter('subscription-1', 'filter-1'),
    reads: undefined,
    platform: { needs: ['filter'] },
  },
  {
    operation: 'testSubscription',
    credential: 'user',
    request: bare('POST', '/subscription/subscription-1/test'),
    answer: { status: 202, body: '' },
    call: ({ notification }) => notification.testSubscription('subscription-1'),
    reads: { notificationId: null },
    platform: { needs: ['subscription'] },
  },
  {
    operation: 'getTopics',
    credential: 'application',
    request: read('/topic?limit=100'),
    answer: { status: 200, headers: json, body: page('topics', oneTopic) },
    call: ({ notification }) => notification.getTopics(),
    reads: [topic],
    platform: { needs: [], shape: page('topics', topicShape) },
  },
  {
    operation: 'getTopic',
    credential: 'application',
    request: read('/topic/NEW_MESSAGE'),
    answer: { status: 200, headers: json, body: oneTopic },
    call: ({ notification }) => notification.getTopic('NEW_MESSAGE'),
    reads: topic,
    platform: { needs: [], shape: topicShape },
  },
]
