/**
 * One call of each kind, to make over a failing connection: a read and two writes over REST, a read and a write in GraphQL, a
 * read and a write in SOAP, and a token request. Uses the real clients and the practice platform.
 */
import { createTokens } from '../../../main/connection/tokens.ts'
import { type HttpRequest, type OutcomeName, TransportFailure } from '../../../main/http/request.ts'
import { classifyStatus } from '../../../main/http/retry-table.ts'
import { createUndiciSend } from '../../../main/http/undici-send.ts'
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
import { sendThrough } from '../../support/send-through.ts'

/** How a call ended on the wire, and the client's result. */
export type End = { readonly outcome: OutcomeName; readonly bodyCut: boolean; readonly result: unknown }

type ProxyHandle = { readonly url: string; readonly close: () => Promise<void> }

/** `without` is for the null control: it reports broken connections as "not carried out". */
export type Guard = 'kept' | 'without'

/** Opens a practice platform, a proxy to it, and the real clients that use the proxy. */
export const openCallRig = async <P extends ProxyHandle>(
  openProxy: (port: number) => Promise<P>,
  guard: Guard = 'kept',
) => {
  const platform = await startPracticePlatform({ conversations: 2, items: 0 })
  const proxy = await openProxy(platform.port)
  const wire = createUndiciSend({
    origins: [proxy.url],
    // Short, because cuts leave calls hanging. No call here takes longer.
    timeouts: { connectMs: 5_000, headersMs: 5_000, bodyMs: 5_000, totalMs: 10_000 },
  })
  const profile = completeProfile({ kind: 'practice', name: 'Practice shop' }, proxy.url)
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
    inventory: createInventoryClient({ profile, send: sendThrough(send), nowMs: () => 0 }),
    mapping: createMappingClient({ profile, send }),
    trading: createTradingClient(profile, send, keeping),
    profile,
    /** Creates a session without a token. */
    newTokens: () =>
      createTokens({
        profile,
        scopes: (credential) => profile.scopes[credential],
        send,
        secrets: keeping,
        clock: createFakeClock(),
        log: createRecordingLog(),
        onChange: () => undefined,
        onReset: () => undefined,
      }),
    proxy,
    /** Calls the platform directly, not through the proxy. */
    direct: async <T>(path: string, body?: string): Promise<T> => {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-svc-c-marketplace-id': 'SVC_US',
      }
      const init = body === undefined ? { headers } : { headers, method: 'POST', body }
      return (await (await fetch(`${platform.url}${path}`, init)).json()) as T
    },
    /** Makes one call and resolves with its ending. */
    make: async (call: () => Promise<unknown>): Promise<End> => {
      heard = undefined
      const result = await call().catch((error: unknown) => error)
      if (heard === undefined) throw new Error(`nothing was sent: ${String(result)}`)
      const { outcome, bodyCut }: Omit<End, 'result'> = heard
      return { outcome, bodyCut, result }
    },
    close: async (): Promise<void> => {
      await wire.close()
      await proxy.close()
      await platform.stop()
    },
  }
}
export type CallRig = Awaited<ReturnType<typeof openCallRig<ProxyHandle>>>

export type Call = {
  /** Resolves with the id of the call's subject, such as a conversation or a task. */
  readonly prepare: (rig: CallRig) => Promise<string>
  /** `name` differs for each call but always has the same length. */
  readonly make: (rig: CallRig, place: string, name: string) => Promise<unknown>
  /** The client's result if the connection broke before the status. */
  readonly whenBroken: RegExp
  /** The client's result if the connection broke after the status. */
  readonly whenBodyCut: RegExp
  /** The client's result for a complete answer. */
  readonly whenWhole: RegExp
  /** Reads what the call changes on the platform; null for a read. */
  readonly trace: ((rig: CallRig, place: string) => Promise<unknown>) | null
}

const someConversation = async ({ direct }: CallRig): Promise<string> => {
  const path = '/commerce/message/v1/conversation?conversation_type=FROM_MEMBERS'
  const { conversations } = await direct<{ conversations: readonly { conversationId: string }[] }>(path)
  return conversations[0]?.conversationId ?? ''
}

type Status = { readonly counts: { readonly tasks: number }; readonly receiver: { readonly applicationUrl: string } }
const readStatus = ({ direct }: CallRig): Promise<Status> => direct<Status>('/practice/status')

const startBody = ({ profile }: CallRig, title: string): string =>
  JSON.stringify({ query: profile.mapping.startDocument, variables: { input: { externalProducts: [{ title }] } } })

const startedTask = async (rig: CallRig): Promise<string> => {
  const answer = await rig.direct<unknown>(new URL(rig.profile.graphqlUrl).pathname, startBody(rig, 'A lamp'))
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
    whenBodyCut: /didn’t arrive completely/,
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
          platforms.neutral,
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
    whenBodyCut: /didn’t arrive completely/,
    whenWhole: /"(processing|ended)"/,
    trace: null,
  },
  'startListingPreviewsCreation (GraphQL, a write)': {
    prepare: async () => '',
    make: (rig, _, name) => rig.mapping.startListingPreviewsCreation(startBody(rig, name), never),
    whenBroken: /"unknown"/,
    whenBodyCut: /"unknown"/,
    whenWhole: /"carriedOut"/,
    trace: async (rig) => (await readStatus(rig)).counts.tasks,
  },
  'GetNotificationPreferences (SOAP, a read)': {
    prepare: async () => '',
    make: ({ trading }) => trading.getNotificationPreferences('settings'),
    whenBroken: /"unknown"/,
    whenBodyCut: /didn’t answer in SOAP|not to the end|didn’t arrive completely|was cut off/,
    whenWhole: /"applicationUrl"/,
    trace: null,
  },
  'SetNotificationPreferences (SOAP, a write)': {
    prepare: async () => '',
    // The platform accepts only a few addresses, so alternate between two to see each change.
    make: async (rig) => {
      const { applicationUrl: now } = (await readStatus(rig)).receiver
      return rig.trading.setNotificationPreferences({
        applicationUrl: address(now === address('a') ? 'b' : 'a'),
        events: [{ eventType: 'ItemSold', eventEnable: 'Enable' }],
      })
    },
    whenBroken: /"unknown"/,
    whenBodyCut: /"unknown"/,
    whenWhole: /"warnings"/,
    trace: async (rig) => (await readStatus(rig)).receiver.applicationUrl,
  },
  'token (OAuth)': {
    prepare: async () => '',
    make: ({ newTokens }) => newTokens().current('user'),
    // If signing in fails, the call that needs the token certainly wasn't sent.
    whenBroken: /"offline".*nothing was sent/i,
    whenBodyCut: /"offline".*nothing was sent/i,
    whenWhole: /practice-access-/,
    trace: null,
  },
}
