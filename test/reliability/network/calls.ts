/**
 * One call of each kind, to be made over a line that somebody breaks: a read and two writes over REST, a read and a write
 * in GraphQL, a read and a write in SOAP, and a token. The real clients, and the practice platform on the other side.
 */
import { createTokens } from '../../../main/connection/tokens.ts'
import { classifyStatus, type HttpRequest, type Outcome, TransportFailure } from '../../../main/http/request.ts'
import { createUndiciSend } from '../../../main/http/undici-send.ts'
import { withFreshBody } from '../../../main/http/with-fresh-body.ts'
import { createInventoryClient } from '../../../main/inventory/platform/inventory-client.ts'
import { prepareSave } from '../../../main/inventory/saves/prepared-save.ts'
import { createMappingClient } from '../../../main/mapping/platform/mapping-client.ts'
import { createMessageClient } from '../../../main/messaging/platform/message-client.ts'
import { createTradingClient } from '../../../main/notifications/legacy/trading-client.ts'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { startPracticePlatform } from '../../../main/practice/platform.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { startEdit, withChange } from '../../../shared/inventory/item-edit.ts'
import { emptyContent } from '../../../shared/messaging/message-text.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

/** How a call ended on the wire, and what its client made of it. */
export type End = { readonly outcome: Outcome; readonly bodyCut: boolean; readonly result: unknown }

type Line = { readonly url: string; readonly close: () => Promise<void> }

/** The client's guard that a null control takes away: what broke off is said not to have been carried out. */
export type Guard = 'kept' | 'without'

/** A practice platform, a line to it, and the real clients at the other end of the line. */
export const openStage = async <L extends Line>(openLine: (port: number) => Promise<L>, guard: Guard = 'kept') => {
  const platform = await startPracticePlatform({ conversations: 2, items: 0 })
  const line = await openLine(platform.port)
  const wire = createUndiciSend({
    origins: [line.url],
    // What the cuts leave hanging must not wait for the usual times; nothing here takes as long.
    timeouts: { connectMs: 5_000, headersMs: 5_000, bodyMs: 5_000, totalMs: 10_000 },
  })
  const profile = completeProfile({ kind: 'practice', name: 'Practice shop' }, line.url)
  const signIn = await fetch(`${platform.url}/identity/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${btoa(`${practiceCredentials.clientId}:${practiceCredentials.clientSecret}`)}`,
    },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: practiceCredentials.refreshToken }),
  })
  const { access_token: token } = (await signIn.json()) as { access_token: string }

  let heard: Omit<End, 'result'> | undefined
  const send = async (request: HttpRequest) => {
    const authorization = request.credential === 'none' ? {} : { authorization: `Bearer ${token}` }
    try {
      const answer = await wire.send({ ...request, headers: { ...request.headers, ...authorization } })
      heard = { outcome: classifyStatus(answer.status), bodyCut: answer.bodyCut }
      return answer
    } catch (error) {
      if (!(error instanceof TransportFailure)) throw error
      const { outcome } = error
      heard = { outcome: guard === 'without' && outcome === 'unknown' ? 'notReached' : outcome, bodyCut: false }
      throw error
    }
  }
  const secrets = new Map<string, string>(Object.entries(practiceCredentials))
  const keeping = {
    get: async (name: string) => secrets.get(name),
    set: async () => undefined,
    delete: async () => undefined,
  }
  return {
    messages: createMessageClient({ profile, send }),
    inventory: createInventoryClient({ profile, send: withFreshBody(send), nowMs: () => 0 }),
    mapping: createMappingClient({ profile, send }),
    trading: createTradingClient(profile, send, keeping),
    profile,
    /** A session that has no token yet. */
    newTokens: () =>
      createTokens({
        profile,
        send,
        secrets: keeping,
        clock: createFakeClock(),
        log: createRecordingLog(),
        onChange: () => undefined,
        onReset: () => undefined,
      }),
    line,
    /** Asks the platform beside the line, whose connections are for the calls alone. */
    direct: async <T>(path: string, body?: string): Promise<T> => {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-svc-c-marketplace-id': 'SVC_US',
      }
      const init = body === undefined ? { headers } : { headers, method: 'POST', body }
      return (await (await fetch(`${platform.url}${path}`, init)).json()) as T
    },
    /** Makes one call and gives how it ended. */
    make: async (call: () => Promise<unknown>): Promise<End> => {
      heard = undefined
      const result = await call().catch((error: unknown) => error)
      if (heard === undefined) throw new Error(`nothing was sent: ${String(result)}`)
      const { outcome, bodyCut }: Omit<End, 'result'> = heard
      return { outcome, bodyCut, result }
    },
    close: async (): Promise<void> => {
      await wire.close()
      await line.close()
      await platform.stop()
    },
  }
}
export type Stage = Awaited<ReturnType<typeof openStage<Line>>>

export type Call = {
  /** Returns the id that the call is about: of a conversation, a task. */
  readonly prepare: (stage: Stage) => Promise<string>
  /** `name` is as long for each call, and another. */
  readonly make: (stage: Stage, place: string, name: string) => Promise<unknown>
  /** What the client makes of a line that broke before there was a status. */
  readonly whenBroken: RegExp
  /** What the client makes of a status whose body broke off. */
  readonly whenBodyCut: RegExp
  /** What the client makes of an answer that came whole. */
  readonly whenWhole: RegExp
  /** What a call that was carried out changes on the platform; null if it only reads. */
  readonly trace: ((stage: Stage, place: string) => Promise<unknown>) | null
}

const someConversation = async ({ direct }: Stage): Promise<string> => {
  const path = '/commerce/message/v1/conversation?conversation_type=FROM_MEMBERS'
  const { conversations } = await direct<{ conversations: readonly { conversationId: string }[] }>(path)
  return conversations[0]?.conversationId ?? ''
}

type Status = { readonly counts: { readonly tasks: number }; readonly receiver: { readonly applicationUrl: string } }
const readStatus = ({ direct }: Stage): Promise<Status> => direct<Status>('/practice/status')

const startBody = ({ profile }: Stage, title: string): string =>
  JSON.stringify({ query: profile.mapping.startDocument, variables: { input: { externalProducts: [{ title }] } } })

const startedTask = async (stage: Stage): Promise<string> => {
  const answer = await stage.direct<unknown>(new URL(stage.profile.graphqlUrl).pathname, startBody(stage, 'A lamp'))
  return /"id":"([^"]+)"/.exec(JSON.stringify(answer))?.[1] ?? ''
}

/** A closed port, so that the platform's challenge fails at once. */
const address = (name: 'a' | 'b'): string => `http://127.0.0.1:9/${name}`
const never = new AbortController().signal

export const calls: Readonly<Record<string, Call>> = {
  'getConversation (REST, a read)': {
    prepare: someConversation,
    make: ({ messages }, conversationId) =>
      messages.getConversation({ conversationId, conversationType: 'FROM_MEMBERS', limit: 1 }),
    whenBroken: /"offline"/,
    whenBodyCut: /did not arrive completely/,
    whenWhole: /"messages"/,
    trace: null,
  },
  'sendMessage (REST, a write)': {
    prepare: someConversation,
    make: ({ messages }, conversationId, name) =>
      messages.sendMessage({ conversationId }, { ...emptyContent, messageText: name }),
    whenBroken: /"unknown"/,
    whenBodyCut: /"carriedOut"/,
    whenWhole: /"carriedOut"/,
    trace: async ({ direct }, conversationId) =>
      (await direct<{ messages: readonly unknown[] }>(`/practice/conversations/${conversationId}`)).messages.length,
  },
  'createOrReplaceInventoryItem (REST, a write)': {
    prepare: async () => '',
    make: ({ inventory }, _, name) =>
      inventory.createOrReplaceInventoryItem({ sku: name }, () =>
        prepareSave(
          name,
          async () => undefined,
          () => withChange(startEdit(undefined), undefined, ['condition'], 'NEW'),
          platforms.documents,
        ),
      ),
    whenBroken: /"unknown"/,
    whenBodyCut: /"isNew":true/,
    whenWhole: /"isNew":true/,
    trace: async ({ direct }) => (await direct<readonly unknown[]>('/practice/skus')).length,
  },
  'listingPreviewsCreationTaskById (GraphQL, a read)': {
    prepare: startedTask,
    make: ({ mapping }, taskId) => mapping.listingPreviewsCreationTaskById(taskId, never),
    whenBroken: /"offline"/,
    whenBodyCut: /did not arrive completely/,
    whenWhole: /"(processing|ended)"/,
    trace: null,
  },
  'startListingPreviewsCreation (GraphQL, a write)': {
    prepare: async () => '',
    make: (stage, _, name) => stage.mapping.startListingPreviewsCreation(startBody(stage, name), never),
    whenBroken: /"unknown"/,
    whenBodyCut: /"unknown"/,
    whenWhole: /"carriedOut"/,
    trace: async (stage) => (await readStatus(stage)).counts.tasks,
  },
  'GetNotificationPreferences (SOAP, a read)': {
    prepare: async () => '',
    make: ({ trading }) => trading.getNotificationPreferences('settings'),
    whenBroken: /"unknown"/,
    whenBodyCut: /did not answer in SOAP|not to the end|did not arrive completely|was cut off/,
    whenWhole: /"applicationUrl"/,
    trace: null,
  },
  'SetNotificationPreferences (SOAP, a write)': {
    prepare: async () => '',
    // The platform takes some addresses and no more: in turns, so that what was set last is seen.
    make: async (stage) => {
      const { applicationUrl: now } = (await readStatus(stage)).receiver
      return stage.trading.setNotificationPreferences({
        applicationUrl: address(now === address('a') ? 'b' : 'a'),
        events: [{ eventType: 'ItemSold', eventEnable: 'Enable' }],
      })
    },
    whenBroken: /"unknown"/,
    whenBodyCut: /"unknown"/,
    whenWhole: /"warnings"/,
    trace: async (stage) => (await readStatus(stage)).receiver.applicationUrl,
  },
  'token (OAuth)': {
    prepare: async () => '',
    make: ({ newTokens }) => newTokens().current('user'),
    // A failed sign-in never leaves it open whether the call that needed the token was carried out.
    whenBroken: /"offline".*nothing was sent/i,
    whenBodyCut: /"offline".*nothing was sent/i,
    whenWhole: /practice-access-/,
    trace: null,
  },
}
