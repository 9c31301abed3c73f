/** The message service (docs/platform.md, Messages). */
import type { SpecRecord } from './record.ts'

/** The headers of every call (MSG-01). */
const headers = { 'content-type': 'application/json', 'X-SVC-C-MARKETPLACE-ID': 'SVC_US' }
const json = { 'content-type': 'application/json' }
const empty = { emailCopyToSender: false, messageMedia: [], reference: null }

export const messageRecords: readonly SpecRecord[] = [
  {
    operation: 'getConversations',
    credential: 'user',
    request: {
      method: 'GET',
      path:
        '/commerce/message/v1/conversation?conversation_type=FROM_MEMBERS&conversation_status=UNANSWERED&limit=50&offset=100' +
        '&other_party_username=buyer_anna&reference_id=310000000001&reference_type=LISTING' +
        '&start_time=2026-11-01T00:00:00.000Z&end_time=2026-11-21T12:30:00.000Z',
      headers,
    },
    answer: {
      status: 200,
      headers: json,
      body: `{"total":101,"conversations":[{"conversationId":"conversation-1","subject":"About your lamp",
        "buyer":{"username":"buyer_anna"},"creationDate":"2026-11-20T08:15:00.000Z","messageStatus":"UNREAD",
        "itemId":"310000000001","messages":[{"text":"Is it still there? 🦊"}],"colour":"unknown to us"}]}`,
    },
    call: async ({ messages }) => {
      const { conversations, ...page } = await messages.getConversations({
        conversationType: 'FROM_MEMBERS',
        conversationStatus: 'UNANSWERED',
        otherPartyUsername: 'buyer_anna',
        referenceId: '310000000001',
        startTimeMs: Date.UTC(2026, 10, 1),
        endTimeMs: Date.UTC(2026, 10, 21, 12, 30),
        limit: 50,
        offset: 100,
      })
      const [{ raw, ...first } = { raw: '' }] = conversations
      return { ...page, first, keepsUnknownFields: raw.includes('unknown to us') }
    },
    reads: {
      total: 101,
      count: 1,
      step: 1,
      first: {
        conversationId: 'conversation-1',
        subject: 'About your lamp',
        buyer: 'buyer_anna',
        itemId: '310000000001',
        createdAtMs: Date.UTC(2026, 10, 20, 8, 15),
        latestAtMs: Date.UTC(2026, 10, 20, 8, 15),
        latest: {
          messageId: null,
          text: 'Is it still there? 🦊',
          sender: null,
          recipient: null,
          createdAtMs: null,
          attachments: [],
          raw: '{"text":"Is it still there? 🦊"}',
        },
        unread: true,
        unreadCount: null,
        archived: false,
        deleted: false,
        unanswered: null,
      },
      keepsUnknownFields: true,
    },
    platform: { needs: [], shape: '{"total":0,"conversations":[]}' },
  },
  {
    operation: 'getConversations',
    note: 'the platform’s own notices',
    credential: 'user',
    request: {
      method: 'GET',
      path: '/commerce/message/v1/conversation?conversation_type=FROM_SVC&limit=25&offset=0',
      headers,
    },
    answer: { status: 200, headers: json, body: '{"total":0,"conversations":[]}' },
    call: ({ messages }) => messages.getConversations({ conversationType: 'FROM_SVC' }),
    reads: { total: 0, count: 0, step: 0, conversations: [] },
    platform: {
      needs: [],
      shape: `{"total":1,"conversations":[{"conversationId":"c","subject":"s","buyer":{"username":"u"},
        "creationDate":"2026-11-20T08:15:00.000Z","messageStatus":"READ","messages":[{"text":"t"}]}]}`,
    },
  },
  {
    operation: 'getConversation',
    credential: 'user',
    request: {
      method: 'GET',
      path: '/commerce/message/v1/conversation/conversation-1?conversation_type=FROM_MEMBERS&limit=50&offset=0',
      headers,
    },
    answer: {
      status: 200,
      headers: json,
      body: '{"total":2,"messages":[{"text":"Yes"},{"text":"Is it still there?"}]}',
    },
    call: async ({ messages }) => {
      const thread = await messages.getConversation({
        conversationId: 'conversation-1',
        conversationType: 'FROM_MEMBERS',
        limit: 50,
      })
      return { ...thread, messages: thread.messages.map(({ text }) => text) }
    },
    reads: { total: 2, count: 2, step: 2, messages: ['Yes', 'Is it still there?'] },
    platform: { needs: [] },
  },
  {
    operation: 'sendMessage',
    note: 'a reply, with all it can carry',
    credential: 'user',
    request: {
      method: 'POST',
      path: '/commerce/message/v1/send_message',
      headers,
      body: `{"conversationId":"conversation-1","messageText":"Ja – 3 Stück & <b>mehr</b> 🦊\\nBis bald",
        "emailCopyToSender":true,
        "messageMedia":[{"mediaName":"label.pdf","mediaType":"PDF","mediaUrl":"https://files.example/label.pdf"}],
        "reference":{"referenceId":"310000000001","referenceType":"LISTING"}}`,
    },
    answer: { status: 200, body: '' },
    call: ({ messages }) =>
      messages.sendMessage(
        { conversationId: 'conversation-1' },
        {
          messageText: 'Ja – 3 Stück & <b>mehr</b> 🦊\nBis bald',
          emailCopyToSender: true,
          messageMedia: [{ mediaName: 'label.pdf', mediaType: 'PDF', mediaUrl: 'https://files.example/label.pdf' }],
          reference: { referenceId: '310000000001', referenceType: 'LISTING' },
        },
      ),
    reads: { outcome: 'carriedOut' },
    platform: { needs: [] },
  },
  {
    operation: 'sendMessage',
    note: 'a new conversation, with nothing that is optional',
    credential: 'user',
    request: {
      method: 'POST',
      path: '/commerce/message/v1/send_message',
      headers,
      body: '{"otherPartyUsername":"buyer_anna","messageText":"Hello"}',
    },
    answer: { status: 200, headers: json, body: '{}' },
    call: ({ messages }) =>
      messages.sendMessage({ otherPartyUsername: 'buyer_anna' }, { ...empty, messageText: 'Hello' }),
    reads: { outcome: 'carriedOut' },
    platform: { needs: [], shape: '' },
  },
  {
    operation: 'updateConversation',
    note: 'read, sent alone',
    credential: 'user',
    request: {
      method: 'POST',
      path: '/commerce/message/v1/update_conversation',
      headers,
      body: '{"conversationId":"conversation-1","conversationType":"FROM_MEMBERS","read":true}',
    },
    answer: { status: 200, body: '' },
    call: ({ messages }) => messages.markRead({ conversationId: 'conversation-1', conversationType: 'FROM_MEMBERS' }),
    reads: undefined,
    platform: { needs: [] },
  },
  {
    operation: 'updateConversation',
    note: 'a status, without read',
    credential: 'user',
    request: {
      method: 'POST',
      path: '/commerce/message/v1/update_conversation',
      headers,
      body: '{"conversationId":"conversation-1","conversationType":"FROM_MEMBERS","conversationStatus":"ARCHIVE"}',
    },
    answer: { status: 200, headers: json, body: '{}' },
    call: ({ messages }) =>
      messages.setStatus({ conversationId: 'conversation-1', conversationType: 'FROM_MEMBERS' }, 'ARCHIVE'),
    reads: undefined,
    platform: { needs: [] },
  },
  {
    operation: 'bulkUpdateConversation',
    credential: 'user',
    request: {
      method: 'POST',
      path: '/commerce/message/v1/bulk_update_conversation',
      headers,
      body: `{"conversations":[
        {"conversationId":"conversation-1","conversationType":"FROM_MEMBERS","conversationStatus":"UNREAD"},
        {"conversationId":"nobodys","conversationType":"FROM_MEMBERS","conversationStatus":"ARCHIVE"}]}`,
    },
    answer: {
      status: 200,
      headers: json,
      body: `{"conversations":[
        {"conversationId":"nobodys","updateStatus":"FAILED","errors":[{"errorId":850050,"domain":"API_MESSAGE","category":"REQUEST","message":"Not found."}]},
        {"conversationId":"conversation-1","updateStatus":"SUCCESSFUL"}]}`,
    },
    call: ({ messages }) =>
      messages.bulkUpdateConversation([
        { conversationId: 'conversation-1', conversationType: 'FROM_MEMBERS', conversationStatus: 'UNREAD' },
        { conversationId: 'nobodys', conversationType: 'FROM_MEMBERS', conversationStatus: 'ARCHIVE' },
      ]),
    reads: [
      { conversationId: 'conversation-1', updated: true, certain: true, problems: [] },
      {
        conversationId: 'nobodys',
        updated: false,
        certain: true,
        problems: [
          'The platform says: Not found. The conversation was deleted, or this account has no access to it. Refresh the inbox. To answer anyway, write a new message to the buyer.',
        ],
      },
    ],
    platform: { needs: [], shape: '{"conversations":[{"conversationId":"c","updateStatus":"SUCCESSFUL"}]}' },
  },
]
