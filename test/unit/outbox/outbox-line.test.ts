import { createElement } from 'react'
import { expect, it } from 'vitest'
import { OutboxLine } from '../../../renderer/outbox/outbox-line.tsx'
import { renderWindow } from '../../support/render-window.ts'

it('PLT-43 a refusal is shown as it came, although a buyer’s words in it say “the platform”', () => {
  const message = 'No conversation with anna about Lamp from the platform 9¾.'
  const written = { to: 'anna', topic: null, text: 'Yes.', files: [], listingId: null, isCopiedToSender: false }
  const entry = { id: '1', state: 'refused', error: { kind: 'invalid', message }, written, found: null, nextAtMs: null }
  const page = renderWindow(createElement(OutboxLine, { entry: entry as never }), {
    'connection.status': { connection: { platform: 'ebay' }, online: { state: 'online' } },
    'outbound.hold': null,
  })
  expect(page).toContain(message)
})
