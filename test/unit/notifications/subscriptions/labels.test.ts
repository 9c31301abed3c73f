import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { formatDate, payloadLabel } from '../../../../renderer/notifications/notification-labels.ts'
import { StatusField } from '../../../../renderer/notifications/subscriptions/status-field.tsx'

const payload = { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' }

describe('what the notification service says of a payload', () => {
  it('NOT-04 names its format, version and protocol, and whether it is deprecated', () => {
    expect(payloadLabel({ ...payload, deprecated: false })).toBe('JSON 1.0 HTTPS')
    expect(payloadLabel({ ...payload, schemaVersion: null, deprecated: true })).toBe('JSON HTTPS (deprecated)')
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
