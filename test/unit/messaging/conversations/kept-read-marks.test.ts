import { describe, expect, it } from 'vitest'
import { readConversation } from '../../../../main/messaging/platform/message-wire.ts'
import { openStore } from '../conversation-records.ts'

/** As eBay lists it. */
const listed = (unreadCount: number, text = 'Is it blue?', minute = 1) => {
  const entry = readConversation({
    conversationId: 'c1',
    conversationStatus: 'ACTIVE',
    createdDate: '2026-11-21T09:00:00.000Z',
    latestMessage: { messageId: `m${minute}`, messageBody: text, createdDate: `2026-11-21T09:0${minute}:00.000Z` },
    unreadCount,
  })
  if (entry === undefined) throw new Error('unreadable')
  return entry
}

const open = () => {
  const { store } = openStore()
  let requestedAtMs = 1_000
  return {
    store,
    list: (...entry: Parameters<typeof listed>) => {
      requestedAtMs += 100_000_000
      store.savePage('FROM_MEMBERS', [listed(...entry)], new Set(), requestedAtMs)
      return store.conversation('c1')?.unread
    },
  }
}

describe('a conversation that the seller marked as read', () => {
  it('FACT-86 stays read although the list goes on counting its messages as unread', () => {
    const { store, list } = open()
    expect(list(1)).toBe(true)
    store.setUnread('c1', false, 1_500)
    expect(list(1)).toBe(false)
    expect(list(1)).toBe(false)
  })

  it('FACT-86 becomes unread with the next message, of whatever text', () => {
    const { store, list } = open()
    list(1)
    store.setUnread('c1', false, 1_500)
    expect(list(2, 'Is it blue?', 2)).toBe(true)
    expect(list(2, 'Is it blue?', 2)).toBe(true)
  })

  it('FACT-86 becomes unread if the list counts more, with no time to tell', () => {
    const { store, list } = open()
    list(1)
    store.setUnread('c1', false, 1_500)
    expect(list(2)).toBe(true)
  })

  it('FACT-86 becomes unread if it is marked so on the web, once the list had shown the mark', () => {
    const { store, list } = open()
    list(1)
    store.setUnread('c1', false, 1_500)
    expect(list(0)).toBe(false)
    expect(list(1)).toBe(true)
  })

  it('FACT-86 becomes unread if the seller says so here', () => {
    const { store, list } = open()
    list(1)
    store.setUnread('c1', false, 1_500)
    store.setUnread('c1', true, 1_600)
    expect(list(1)).toBe(true)
  })

  it('FACT-78 counts as unread by unreadCount, whatever its status says', () => {
    expect(open().list(0)).toBe(false)
    expect(open().list(3)).toBe(true)
  })
})
