import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { formatDate, listPayloads, payloadLabel } from '../../../../renderer/notifications/notification-labels.ts'
import { StatusField } from '../../../../renderer/notifications/subscriptions/status-field.tsx'

const payload = { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' }

describe('what the notification service says of a payload', () => {
  it('NOT-04 names its format, version and protocol, and whether it is deprecated', () => {
    expect(payloadLabel({ ...payload, deprecated: false })).toBe('JSON 1.0 HTTPS')
    expect(payloadLabel({ ...payload, schemaVersion: null, deprecated: true })).toBe('JSON HTTPS (deprecated)')
  })

  const deprecated = { ...payload, deprecated: true }
  const current = { ...payload, schemaVersion: '1.1', deprecated: false }
  const topic = {
    ...{ topicId: 'LISTING', description: null, status: null, context: null, scope: null, filterable: true },
    ...{ authorizationScopes: [], payloads: [deprecated, current] },
  }

  it('NOT-04 offers a new subscription the current one first, and the deprecated one marked', () => {
    expect(listPayloads(topic, undefined).map(payloadLabel)).toEqual(['JSON 1.1 HTTPS', 'JSON 1.0 HTTPS (deprecated)'])
  })

  it('NOT-04 keeps the payload of a subscription, and marks it once the topic has it as deprecated', () => {
    expect(listPayloads(topic, payload)).toEqual([deprecated, current])
    expect(listPayloads(undefined, payload).map(payloadLabel)).toEqual(['JSON 1.0 HTTPS'])
  })

  it('NOT-04 shows a creation date in the seller’s format, and one of another form as the platform writes it', () => {
    expect(formatDate('2026-11-20T09:00:00.000Z')).toContain('2026')
    expect(formatDate('yesterday')).toBe('yesterday')
    expect(formatDate(null)).toBeNull()
  })
})

describe('the status to request', () => {
  const show = (value: string): string =>
    renderToStaticMarkup(createElement(StatusField, { value, onChange: () => undefined, error: undefined }))

  it('NOT-04 can be any word: another than the known ones is typed', () => {
    expect(show('ENABLED')).toContain('>Other<')
    expect(show('ENABLED')).not.toContain('Other status')
    expect(show('PAUSED')).toMatch(/<input(?=[^>]*value="PAUSED")[^>]*type="text"/)
  })
})
