import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { ConversationRow } from '../../../../renderer/messaging/list/conversation-row.tsx'
import type { ListedConversation } from '../../../../shared/messaging/list.ts'
import { renderWindow } from '../../../support/render-window.ts'

const row = {
  conversationType: 'FROM_MEMBERS',
  buyer: 'anna_wolle',
  preview: 'Hello',
  itemId: null,
  latestAtMs: null,
  snoozedUntilMs: null,
  deletion: null,
  filing: null,
  hit: null,
} as unknown as ListedConversation

const show = (more: Partial<ListedConversation>): string =>
  renderWindow(createElement(ConversationRow, { row: { ...row, ...more }, isChecked: false, time: 'newest' }))

describe('a conversation whose change', () => {
  it.each([
    ['waits', 'waiting', 'Change waiting'],
    ['was refused', 'failed', 'Change refused'],
  ] as const)('OFF-01 %s says so in its row', (_, filing, label) => {
    expect(show({ filing })).toContain(`title="${label}"`)
    expect(show({})).not.toContain(label)
  })
})
