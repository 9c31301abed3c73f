/** The notifications feature with a small test platform, real sockets, a real key pair and a fake clock. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { type OutgoingHttpHeaders, request } from 'node:http'
import type { Database } from '../../../main/database/database.ts'
import { type HttpRequest, type Send, TransportFailure } from '../../../main/http/request.ts'
import { createNotificationsFeature } from '../../../main/notifications/feature.ts'
import type { FindItem } from '../../../main/notifications/log/listed-item.ts'
import type { StrangerLimits } from '../../../main/notifications/log/stranger-quota.ts'
import type { ReceiverLimits } from '../../../main/notifications/receiver/receiver-server.ts'
import type { DesktopNotice } from '../../../main/ports.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import { completeProfile, type ProfileFile } from '../../../shared/connection/profile.ts'
import type { EventRow } from '../../../shared/notifications/log-contract.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { noErasedPersons } from '../../support/no-erased-persons.ts'
import { uncounted, watchChecks } from '../../support/pending-checks.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { sendThrough } from '../../support/send-through.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { createTestOutbound, withOutbound } from '../../support/test-outbound.ts'
import { waitFor } from '../../support/wait-for.ts'

export const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/'

export type Signer = { readonly kid: string; readonly privateKey: KeyObject; readonly publicPem: string }

export const newSigner = (kid: string): Signer => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { kid, privateKey, publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString() }
}

export const signatureFor = (signer: Signer, body: string | Buffer, hash: 'sha1' | 'sha256' = 'sha1'): string => {
  const signature = uncounted(() => sign(hash, Buffer.from(body), signer.privateKey)).toString('base64')
  return Buffer.from(JSON.stringify({ alg: 'ecdsa', kid: signer.kid, signature, digest: 'SHA1' })).toString('base64')
}

/** A FixedPriceTransaction as the platform documents it. */
export const sale = (
  facts: { itemId?: string; transactionId?: string; timestamp?: string; filler?: string } = {},
): string =>
  `<?xml version="1.0" encoding="utf-8"?><soapenv:Envelope xmlns:soapenv="${SOAP}"><soapenv:Body><FixedPriceTransaction>` +
  `<Timestamp>${facts.timestamp ?? '2026-11-21T09:00:00.000Z'}</Timestamp><Item><ItemID>${facts.itemId ?? '110000000001'}</ItemID></Item>` +
  `<Transaction><TransactionID>${facts.transactionId ?? '7001'}</TransactionID><TransactionPrice currencyID="USD">12.50</TransactionPrice></Transaction>` +
  `${facts.filler ?? ''}</FixedPriceTransaction></soapenv:Body></soapenv:Envelope>`

export type Answer = { readonly status: number; readonly text: string }

/** One request over a new socket with exactly the test's headers. Rejects without an answer. */
export const call = (
  port: number,
  options: {
    readonly method?: string
    readonly path?: string
    readonly headers?: OutgoingHttpHeaders
    readonly body?: string | Buffer
  },
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asking = request(
      {
        host: '127.0.0.1',
        port,
        method: options.method ?? 'GET',
        path: options.path ?? '/notifications',
        headers: options.headers ?? {},
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        )
        response.on('error', reject)
      },
    )
    asking.on('error', reject)
    asking.end(options.body)
  })

/** Status and body of an answer, or undefined for the platform's usual one. */
export type TestAnswer = (asked: HttpRequest) => [number, unknown] | undefined | Promise<[number, unknown] | undefined>

/** The platform of the unit tests: it has keys, and can go offline. */
export const createTestPlatform = () => {
  const signer = newSigner('key-1')
  const keys = new Map([
    [signer.kid, { key: signer.publicPem.replaceAll('\n', ''), algorithm: 'ECDSA', digest: 'SHA1' }],
  ])
  const requests: HttpRequest[] = []
  const state = {
    online: true,
    answer: undefined as TestAnswer | undefined,
  }
  const send: Send = async (asked) => {
    requests.push(asked)
    if (!state.online) throw new TransportFailure('notReached', 'The platform can’t be reached.')
    const given = await state.answer?.(asked)
    const key = keys.get(decodeURIComponent(asked.url.split('/').at(-1) ?? ''))
    const [status, body] =
      given ??
      (asked.operation === 'getPublicKey' && key !== undefined
        ? [200, key]
        : [404, { errors: [{ errorId: 195001, message: 'No public key has this id.' }] }])
    const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body)
    return { status, headers: {}, body: Buffer.from(text), bodyCut: false }
  }
  const callsOf = (operation: string) => requests.filter((asked) => asked.operation === operation)
  return { signer, keys, requests, state, send, callsOf }
}

export type RigOptions = {
  /** The SKU whose offer has a listing. */
  readonly findOffered?: (listingId: string) => string | undefined
  readonly findItem?: FindItem
  readonly database?: Database
  readonly platform?: ReturnType<typeof createTestPlatform>
  readonly secrets?: Map<string, string>
  readonly profile?: Partial<ProfileFile>
  readonly limits?: Partial<ReceiverLimits>
  readonly strangers?: StrangerLimits
} & Pick<NonNullable<Parameters<typeof createNotificationsFeature>[1]>, 'fetchSeller' | 'onEvent'>

const queuedCalls = [
  'createSubscription',
  'updateSubscription',
  'enableSubscription',
  'deleteDestination',
  'disableSubscription',
  'deleteSubscription',
  'createSubscriptionFilter',
  'deleteSubscriptionFilter',
  'updateDestination',
]

/** Starts the feature. Pass `database`, `platform` and `secrets` of an earlier rig to start again after a crash. */
export const startRig = async (options: RigOptions = {}) => {
  const clock = createFakeClock()
  const log = createRecordingLog()
  const checks = watchChecks()
  const scheduler = createScheduler(clock, log)
  const database = options.database ?? openTestDatabase()
  const platform = options.platform ?? createTestPlatform()
  const secrets =
    options.secrets ??
    new Map([
      ['appName', 'app-canary'],
      ['devName', 'dev-canary'],
      ['certName', 'cert-canary'],
      ['userToken', 'user-canary'],
    ])
  const emitted: { readonly name: string; readonly data: unknown }[] = []
  const notices: DesktopNotice[] = []
  const onlineListeners = new Set<(online: boolean) => void>()
  const profile = completeProfile(
    { kind: 'practice', name: 'Practice', baseUrl: 'http://127.0.0.1:1', ...options.profile },
    undefined,
  )
  const online = {
    isOnline: () => platform.state.online,
    onChange: (listener: (online: boolean) => void) => {
      onlineListeners.add(listener)
      return () => void onlineListeners.delete(listener)
    },
  }
  const outbound = createTestOutbound({ database, scheduler, clock, log, online })
  const notifications = createNotificationsFeature(
    {
      profile,
      database,
      send: sendThrough(platform.send),
      scheduler,
      online,
      secrets: {
        get: async (name) => secrets.get(name),
        set: async (name, secret) => void secrets.set(name, secret),
        delete: async (name) => void secrets.delete(name),
      },
      clock,
      log,
      random: () => 0.5,
      emit: (name, data) => void emitted.push({ name, data }),
      notify: (notice) => void notices.push(notice),
      erased: noErasedPersons,
    },
    {
      locale: () => 'en-US',
      onArrival: ({ title, text, place }) => void notices.push({ title, text, place }),
      ...(options.fetchSeller === undefined ? {} : { fetchSeller: options.fetchSeller }),
      ...(options.onEvent === undefined ? {} : { onEvent: options.onEvent }),
      ...(options.limits === undefined ? {} : { limits: options.limits }),
      ...(options.strangers === undefined ? {} : { strangers: options.strangers }),
      ...(options.findOffered === undefined ? {} : { findOffered: options.findOffered }),
      ...(options.findItem === undefined ? {} : { findItem: options.findItem }),
    },
  )
  const feature = withOutbound(outbound, { ...notifications, handlers: notifications.createHandlers(outbound) })
  await feature.start()
  /** Advances the clock during calls, because the queue starts its work by a timer. */
  const handlers = Object.fromEntries(
    Object.entries(feature.handlers).map(([name, handler]) => [
      name,
      queuedCalls.includes(name)
        ? async (input: unknown) => {
            const calling = (async () => (handler as (given: unknown) => unknown)(input))()
            const [result] = await Promise.allSettled([calling, clock.advance(0)])
            if (result.status === 'rejected') throw result.reason
            return result.value
          }
        : handler,
    ]),
  ) as unknown as typeof feature.handlers
  const view = async () => handlers.receiver({})
  const port = Number(new URL((await view()).listeningUrl ?? 'http://none.invalid').port)

  const events = async (): Promise<EventRow[]> => [
    ...(await handlers.events({ filter: {}, search: '', offset: 0, limit: 500 })).rows,
  ]
  const page = async (eventId: number) => handlers.event({ eventId })
  const matchingLog = async (isMatch: (log: EventRow[]) => boolean): Promise<EventRow[]> => {
    const log = await events()
    if (!isMatch(log)) throw new Error(`The log doesn't match yet: ${JSON.stringify(log)}`)
    return log
  }

  return {
    handlers,
    outbound,
    view,
    port,
    clock,
    log,
    scheduler,
    database,
    platform,
    secrets,
    profile,
    emitted,
    notices,
    events,
    page,
    get: (path: string, headers: OutgoingHttpHeaders = {}) => call(port, { path, headers }),
    post: (body: string | Buffer, headers: OutgoingHttpHeaders = {}) =>
      call(port, { method: 'POST', headers: { 'content-type': 'text/xml', ...headers }, body }),
    /** Posts a body with its valid signature. */
    deliver: (body: string, signer: Signer = platform.signer) =>
      call(port, {
        method: 'POST',
        headers: { 'content-type': 'text/xml', 'x-svc-signature': signatureFor(signer, body) },
        body,
      }),
    setOnline: (online: boolean) => {
      platform.state.online = online
      for (const listener of onlineListeners) listener(online)
    },
    /** Resolves with the log once it matches. */
    until: (isMatch: (log: EventRow[]) => boolean): Promise<EventRow[]> => waitFor(() => matchingLog(isMatch)),
    /**
     * Like `until`, but advances the clock, so that retries run too. Only while nothing changes and no signature is being
     * checked: other threads take their time on a busy machine.
     */
    untilLater: (isMatch: (log: EventRow[]) => boolean): Promise<EventRow[]> => {
      let last = ''
      return waitFor(async () => {
        const before = JSON.stringify(await events())
        if (before === last && checks.count() === 0) await clock.advance(61_000)
        last = before
        return matchingLog(isMatch)
      })
    },
    /** The scheduler stops first, as in the app. */
    stop: async () => {
      const ended = scheduler.stop()
      await feature.stop()
      await ended
      checks.stop()
    },
  }
}

export type Rig = Awaited<ReturnType<typeof startRig>>
