/** An in-memory message service whose sends can end in every way a network allows. */

import { type HttpRequest, type HttpResponse, type Send, TransportFailure } from '../../../main/http/request.ts'
import { type ConnectionProfile, completeProfile } from '../../../shared/connection/profile.ts'

/** How a send may end. */
export const sendEndings = [
  'answered',
  'answeredEmpty',
  'answeredCut',
  'refusedConnection',
  'droppedAfterActing',
  'droppedBeforeActing',
  'droppedActingLater',
  'status500AfterActing',
  'status500BeforeActing',
  'status401',
  'status429',
  'status400',
] as const
export type SendEnding = (typeof sendEndings)[number] | 'unknownThrow' | 'never'

export type FakeMessage = {
  readonly messageId: string
  readonly text: string
  readonly from: 'buyer' | 'seller'
  readonly atMs?: number
}

export type FakeConversation = {
  readonly conversationId: string
  readonly type: 'FROM_MEMBERS' | 'FROM_SVC'
  readonly buyer: string
  readonly subject: string
  readonly createdAtMs: number
  messageStatus: string
  unanswered: boolean
  messages: FakeMessage[]
}

export const practiceProfile: ConnectionProfile = completeProfile(
  { kind: 'practice', name: 'Practice shop' },
  'http://127.0.0.1:4000',
)

const DAY_MS = 24 * 60 * 60_000

const body = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))
const answer = (status: number, value?: unknown, headers: Record<string, string> = {}): HttpResponse => ({
  status,
  headers,
  body: value === undefined ? new Uint8Array() : body(value),
  bodyCut: false,
})
const refusal = (status: number, errorId: number): HttpResponse =>
  answer(status, { errors: [{ errorId, domain: 'API_MESSAGE', category: 'REQUEST', message: `error ${errorId}` }] })

export const createFakePlatform = () => {
  const conversations: FakeConversation[] = []
  const requests: HttpRequest[] = []
  let ids = 0
  const platform = {
    conversations,
    requests,
    /** How the next sends end. The last entry applies to all later ones. */
    endings: ['answered'] as SendEnding[],
    /** Lists threads newest first. */
    newestFirst: false,
    /** How the platform changes a text before storing it. */
    rewrite: (text: string): string => text,
    /** The texts of sends that were carried out, as they were sent. */
    carriedOut: [] as string[],
    /** Accepted sends, which a test carries out by calling them. */
    late: [] as (() => void)[],
    /** Makes the platform unreachable. */
    away: false,
    /** Makes reading threads fail this way, while sends still work. */
    threadStatus: undefined as number | undefined,
    /** The id of a conversation whose thread can't be read. */
    brokenThread: undefined as string | undefined,
    /** Rejects every bulk update as a whole with this status. */
    bulkStatus: undefined as number | undefined,
    /** Rejects a bulk update as a whole with 404 if it contains one of these. */
    dead: new Set<string>(),
    /** Conversations that cannot be filed. */
    refusesToFile: new Set<string>(),
    /** Lists archived conversations only with the ARCHIVE filter, without their status. */
    hidesArchived: false,
    /** Lists conversations without any of their messages. */
    listsNoMessages: false,
    /** Status filters that this platform does not know. */
    refusesFilters: new Set<string>(),
    /** Number of elements without an id in the unfiltered member list. */
    nameless: 0,
    /** Answers one call to this offset of the unfiltered member list with 429. */
    busyAtOffset: undefined as number | undefined,
    /** Answers filing with success but doesn't do it. */
    ignoresFiling: false,
    /** Calls answered per calendar day; further ones get 429 until midnight. */
    dailyCap: undefined as { readonly calls: number; readonly nowMs: () => number } | undefined,
    /** Number of calls answered with 429 because of `dailyCap`. */
    overCap: 0,
    beforeAnswer: undefined as ((request: HttpRequest) => Promise<void> | void) | undefined,
    /** Delays an answer, which then shows the earlier state of the platform. */
    afterAnswer: undefined as ((request: HttpRequest) => Promise<void> | void) | undefined,
    add: (conversation: Partial<FakeConversation> & { readonly texts?: readonly string[] } = {}): FakeConversation => {
      ids += 1
      const made: FakeConversation = {
        conversationId: `c${ids}`,
        type: 'FROM_MEMBERS',
        buyer: `buyer${ids}`,
        subject: `Question ${ids}`,
        createdAtMs: Date.UTC(2026, 10, 1) + ids * 60_000,
        messageStatus: 'UNREAD',
        unanswered: true,
        messages: [],
        ...conversation,
      }
      for (const text of conversation.texts ?? ['Is this still available']) platform.say(made, text, 'buyer')
      conversations.push(made)
      return made
    },
    say: (conversation: FakeConversation, text: string, from: 'buyer' | 'seller', atMs?: number): void => {
      ids += 1
      const message = { messageId: `m${ids}`, text, from, ...(atMs === undefined ? {} : { atMs }) }
      conversation.messages = [...conversation.messages, message]
    },
    /** The seller's texts on the platform. */
    arrived: (conversationId: string): readonly string[] =>
      conversations
        .filter((conversation) => conversation.conversationId === conversationId)
        .flatMap(({ messages }) => messages.filter(({ from }) => from === 'seller').map(({ text }) => text)),
    sends: (): readonly HttpRequest[] => requests.filter(({ operation }) => operation === 'sendMessage'),
  }

  /** Whether the conversation's folder and mark match the status filter. */
  const isListed = (conversation: FakeConversation, status: string | null): boolean => {
    const isArchived = conversation.messageStatus === 'ARCHIVE'
    if (status === null) return !(platform.hidesArchived && isArchived)
    return status === 'UNANSWERED' ? conversation.unanswered : conversation.messageStatus === status
  }

  const listed = (conversation: FakeConversation) => ({
    conversationId: conversation.conversationId,
    subject: conversation.subject,
    buyer: { username: conversation.buyer },
    creationDate: new Date(conversation.createdAtMs).toISOString(),
    ...(platform.hidesArchived ? {} : { messageStatus: conversation.messageStatus }),
    ...(platform.listsNoMessages
      ? {}
      : { messages: conversation.messages.slice(-1).map((message) => shown(conversation, message)) }),
  })
  const shown = (conversation: FakeConversation, message: FakeMessage) => ({
    messageId: message.messageId,
    text: message.text,
    senderUsername: message.from === 'buyer' ? conversation.buyer : 'seller',
    ...(message.atMs === undefined ? {} : { createdDate: new Date(message.atMs).toISOString() }),
  })

  let day = 0
  let callsOfDay = 0

  /** Milliseconds until the platform answers again; 0 if it does now. */
  const takeFromDay = (): number => {
    if (platform.dailyCap === undefined) return 0
    const { calls, nowMs } = platform.dailyCap
    const today = Math.floor(nowMs() / DAY_MS)
    if (today !== day) callsOfDay = 0
    day = today
    callsOfDay += 1
    if (callsOfDay <= calls) return 0
    platform.overCap += 1
    return (today + 1) * DAY_MS - nowMs()
  }

  const send: Send = async (request) => {
    requests.push(request)
    await platform.beforeAnswer?.(request)
    const response = await respond(request)
    await platform.afterAnswer?.(request)
    return response
  }

  const respond: Send = async (request) => {
    const untilMidnightMs = takeFromDay()
    if (untilMidnightMs > 0)
      return answer(429, undefined, { 'retry-after': String(Math.ceil(untilMidnightMs / 1_000)) })
    if (platform.away) throw new TransportFailure('notReached', 'The platform couldn’t be reached.')
    const url = new URL(request.url)
    const type = url.searchParams.get('conversation_type')
    const limit = Number(url.searchParams.get('limit'))
    const offset = Number(url.searchParams.get('offset'))
    switch (request.operation) {
      case 'getConversations': {
        const status = url.searchParams.get('conversation_status')
        const username = url.searchParams.get('other_party_username')
        if (status !== null && platform.refusesFilters.has(status)) return refusal(400, 850020)
        const isWhole = status === null && username === null && type === 'FROM_MEMBERS'
        if (isWhole && platform.busyAtOffset === offset) {
          platform.busyAtOffset = undefined
          return answer(429, undefined, { 'retry-after': '20' })
        }
        const found: (FakeConversation | undefined)[] = conversations.filter(
          (conversation) =>
            conversation.type === type &&
            (username === null || conversation.buyer === username.toLowerCase()) &&
            isListed(conversation, status),
        )
        if (isWhole) found.push(...Array.from({ length: platform.nameless }, () => undefined))
        const page = found.slice(offset, offset + limit)
        return answer(200, {
          total: found.length,
          conversations: page.map((one) =>
            one === undefined ? { subject: 'A conversation without an id' } : listed(one),
          ),
        })
      }
      case 'getConversation': {
        if (platform.brokenThread !== undefined && url.pathname.endsWith(`/${platform.brokenThread}`))
          return refusal(500, 2003)
        if (platform.threadStatus !== undefined) return refusal(platform.threadStatus, 2003)
        const id = decodeURIComponent(url.pathname.split('/').at(-1) ?? '')
        const conversation = conversations.find(({ conversationId }) => conversationId === id)
        if (conversation === undefined) return refusal(404, 850100)
        const all = platform.newestFirst ? conversation.messages.toReversed() : conversation.messages
        const messages = all.slice(offset, offset + limit)
        return answer(200, {
          total: conversation.messages.length,
          messages: messages.map((message) => shown(conversation, message)),
        })
      }
      case 'sendMessage': {
        const sent = JSON.parse(request.body ?? '{}') as {
          conversationId?: string
          otherPartyUsername?: string
          messageText: string
        }
        const ending = (platform.endings.length > 1 ? platform.endings.shift() : platform.endings[0]) ?? 'answered'
        const action = (): void => {
          const conversation = conversations.find(
            ({ conversationId, buyer }) =>
              conversationId === sent.conversationId || buyer === sent.otherPartyUsername?.toLowerCase(),
          )
          if (conversation === undefined) return
          platform.carriedOut.push(sent.messageText)
          platform.say(conversation, platform.rewrite(sent.messageText), 'seller')
        }
        return endSend(ending, action, request)
      }
      case 'bulkUpdateConversation': {
        if (platform.bulkStatus !== undefined) return refusal(platform.bulkStatus, 850101)
        const { conversations: elements } = JSON.parse(request.body ?? '{}') as {
          conversations: { conversationId: string; conversationStatus: string }[]
        }
        if (elements.some(({ conversationId }) => platform.dead.has(conversationId))) return refusal(404, 850100)
        return answer(200, {
          conversations: elements.map(({ conversationId, conversationStatus }) => {
            const conversation = conversations.find((known) => known.conversationId === conversationId)
            if (conversation === undefined || platform.refusesToFile.has(conversationId)) {
              return { conversationId, updateStatus: 'FAILED', errors: [{ errorId: 850050, message: 'not found' }] }
            }
            if (conversationStatus === 'DELETE') conversations.splice(conversations.indexOf(conversation), 1)
            else if (!platform.ignoresFiling) conversation.messageStatus = conversationStatus
            return { conversationId, updateStatus: 'SUCCESSFUL' }
          }),
        })
      }
      default:
        throw new Error(`The fake platform has no ${request.operation}.`)
    }
  }

  const endSend = (
    ending: SendEnding,
    action: () => void,
    request: HttpRequest,
  ): Promise<HttpResponse> | HttpResponse => {
    switch (ending) {
      case 'answered':
        action()
        return answer(200, {})
      case 'answeredEmpty':
        action()
        return answer(200)
      case 'answeredCut':
        action()
        return { ...answer(200, { half: true }), bodyCut: true }
      case 'refusedConnection':
        throw new TransportFailure('notReached', 'The platform couldn’t be reached.')
      case 'droppedAfterActing':
        action()
        throw new TransportFailure('unknown', 'The connection broke before the answer came.')
      case 'droppedActingLater':
        platform.late.push(action)
        throw new TransportFailure('unknown', 'The connection broke before the answer came.')
      case 'droppedBeforeActing':
        throw new TransportFailure('unknown', 'The connection broke before the answer came.')
      case 'status500AfterActing':
        action()
        return refusal(500, 2003)
      case 'status500BeforeActing':
        return refusal(500, 2003)
      case 'status401':
        return refusal(401, 1001)
      case 'status429':
        return answer(429, undefined, { 'retry-after': '20' })
      case 'status400':
        return refusal(400, 13007)
      case 'unknownThrow':
        throw new TypeError('an unexpected error')
      case 'never':
        return new Promise((_, reject) => {
          request.signal?.addEventListener('abort', () =>
            reject(new TransportFailure('unknown', 'The request was stopped.')),
          )
        })
    }
  }

  return { ...platform, platform, send }
}
export type FakePlatform = ReturnType<typeof createFakePlatform>['platform']
