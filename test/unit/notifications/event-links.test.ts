import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { EventLinks } from '../../../renderer/notifications/log/event-links.tsx'
import { renderWindow } from '../../support/render-window.ts'

const render = (signature: 'verified' | 'late' | 'wrong' | 'none' | 'notVerifiableNow') =>
  renderWindow(
    createElement(EventLinks, {
      event: {
        origin: 'platform',
        signature,
        occurrences: [{ itemId: '110000000001', sku: 'CAM-014', buyer: 'anna_wolle' }],
        listings: [{ itemId: '110000000001', sku: 'CAM-014', by: 'message' }],
        conversationId: 'C-7',
      } as never,
    }),
  )

describe('the subject of an event', () => {
  it('is a link for a verified event', () => {
    expect(render('verified')).toContain('href="#/items/CAM-014"')
  })

  it.each(['late', 'wrong', 'none', 'notVerifiableNow'] as const)(
    'SEC-09 is not shown if the signature is %s',
    (signature) => {
      expect(render(signature)).not.toMatch(/<a |<button|CAM-014|110000000001/)
    },
  )
})
