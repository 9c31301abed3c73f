import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { EventLine } from '../../../../renderer/notifications/log/event-row.tsx'
import { formatDate, listPayloads, payloadLabel } from '../../../../renderer/notifications/notification-labels.ts'
import { StatusField } from '../../../../renderer/notifications/subscriptions/status-field.tsx'
import { WaitingChanges } from '../../../../renderer/notifications/subscriptions/waiting-changes.tsx'
import type { EventRow } from '../../../../shared/notifications/log-contract.ts'
import { renderWindow } from '../../../support/render-window.ts'

const payload = { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' }

describe('the payload of a topic', () => {
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
    renderWindow(createElement(StatusField, { value, onChange: () => undefined, error: undefined }))

  it('NOT-04 can be any word: an unknown one is typed', () => {
    expect(show('ENABLED')).toContain('>Other<')
    expect(show('ENABLED')).not.toContain('Other status')
    expect(show('PAUSED')).toMatch(/<input(?=[^>]*value="PAUSED")[^>]*type="text"/)
  })
})

describe('waiting changes', () => {
  const entry = (subject: string, more: object = {}) => ({
    ...{ id: subject, subject, title: `Change ${subject}`, error: null, nextAtMs: 1, state: 'queued' },
    ...more,
  })
  const show = (subject: string, ...entries: readonly object[]): string[] => {
    const html = renderWindow(createElement(WaitingChanges, { subject }), { 'outbound.list': { entries } })
    return [...html.matchAll(/role="status"[^>]*>(.*?)<\/a>/g)].map(([, text = '']) => text.replaceAll(/<[^>]+>/g, ' '))
  }

  it('OFF-03 are shown beside their subscription or destination, and those of new ones above the topics', () => {
    const all = [entry('subscription:1'), entry('subscription:17'), entry('destination:1'), entry('topic:LISTING')]
    expect(show('subscription:1', ...all)).toEqual([expect.stringContaining('Waiting  Change subscription:1.')])
    expect(show('destination:1', ...all)).toEqual([expect.stringContaining('Waiting  Change destination:1.')])
    expect(show('topic:', ...all)).toEqual([expect.stringContaining('Waiting  Change topic:LISTING.')])
  })

  it('OFF-03 say why one was not carried out', () => {
    const refused = entry('topic:X', { state: 'refused', nextAtMs: null, error: { message: 'Not allowed.' } })
    expect(show('topic:', refused)).toEqual([expect.stringMatching(/Not done .*Not allowed\./)])
  })
})

describe('a test notification', () => {
  const show = (isTest: boolean): string => {
    const event = {
      ...{ name: 'LISTING', origin: 'platform', isTest, isUnseen: false, sameSaleAs: null, occurrences: [] },
      ...{ signature: 'verified', processing: 'processed', item: null, itemId: null },
    }
    return renderWindow(createElement(EventLine, { event: event as unknown as EventRow }))
  }

  it('NOT-09 is marked in the log', () => {
    expect(show(true)).toContain('>Test<')
    expect(show(false)).not.toContain('>Test<')
  })
})
