/** The notifications room: builds its store, clients, receiver and use-cases, and answers its part of the contract. */
import { randomBytes } from 'node:crypto'
import type { ServiceCheck } from '../../shared/connection/contract.ts'
import { signatureHeader } from '../../shared/connection/dialect.ts'
import type { notificationsContract } from '../../shared/notifications/contract.ts'
import { eventTypeOf } from '../../shared/notifications/event-types.ts'
import type { Cancel } from '../ports.ts'
import type { Room, RoomDeps } from '../room.ts'
import { createBoardHandlers } from './board.ts'
import { checkLegacyCalls } from './check-legacy-calls.ts'
import { createNotificationClient } from './client.ts'
import { createNotificationHandlers } from './handlers.ts'
import { createAccept } from './receiver/accept.ts'
import { createGroupCommit } from './receiver/group-commit.ts'
import { createKeyCache } from './receiver/key-cache.ts'
import { createListening } from './receiver/listening.ts'
import { createProcessor, type FreshEvent, type HandleEvent } from './receiver/process.ts'
import { createReceiver, RECEIVER_PATH, type ReceiverLimits } from './receiver/receiver.ts'
import { createRefusals } from './receiver/refusals.ts'
import { addressProblem, createRegistrar } from './register.ts'
import { createNotificationStore } from './store.ts'
import { createTradingClient } from './trading-client.ts'

const TOKEN = 'verificationToken'
const PORT_SETTING = 'port'
/** Changes that come together are told together, so that a burst is one reading of the log and not a thousand. */
const TELL_AFTER_MS = 60

const newToken = (): string => randomBytes(36).toString('base64url')

/** What a seller reads outside of the window: that something was sold, and to whom. */
const noticeOf = ({ eventId, facts, fresh }: FreshEvent) => {
  const type = eventTypeOf(facts.name)
  if (type?.sale !== true) return undefined
  const [sale] = fresh
  const item = sale?.itemId === null || sale === undefined ? '' : `Item ${sale.itemId}`
  const buyer = sale?.buyer === null || sale === undefined ? '' : `bought by ${sale.buyer}`
  return {
    title: fresh.length > 1 ? `${type.words} (${fresh.length} times)` : type.words,
    text: [item, buyer].filter((part) => part !== '').join(', '),
    place: `#/notifications/${eventId}`,
  }
}

/**
 * `options` narrows the limits of the receiver and adds a handler, for tests.
 *
 * A new verification token is made where there is none, before the port is opened, so that a challenge can be answered
 * from the first moment.
 */
export const createNotificationsRoom = (
  deps: RoomDeps<typeof notificationsContract>,
  options: { readonly limits?: Partial<ReceiverLimits>; readonly handle?: HandleEvent } = {},
): Room<typeof notificationsContract> & { readonly checkLegacyCalls: () => Promise<ServiceCheck> } => {
  const { profile, clock, log, scheduler, secrets } = deps
  const store = createNotificationStore(deps.database)
  const group = createGroupCommit(deps.database)
  const client = createNotificationClient(profile, deps.send)
  const trading = createTradingClient(profile, deps.send, secrets)
  const keys = createKeyCache({ store, clock, getPublicKey: client.getPublicKey })

  const told = new Set<number>()
  let tellTimer: Cancel | undefined
  const logChanged = (eventId: number): void => {
    told.add(eventId)
    tellTimer ??= clock.setTimer(() => {
      tellTimer = undefined
      const [only] = told
      const one = told.size === 1
      told.clear()
      deps.emit('logChanged', one && only !== undefined ? { eventId: only } : {})
    }, TELL_AFTER_MS)
  }
  const receiverChanged = (): void => deps.emit('receiverChanged', {})

  const processor = createProcessor({
    store,
    group,
    keys,
    scheduler,
    clock,
    log,
    handle: async (event) => {
      await options.handle?.(event)
      const notice = noticeOf(event)
      if (notice !== undefined) deps.notify(notice)
    },
    changed: logChanged,
  })
  const refusals = createRefusals(store, clock, receiverChanged)

  const keptPort = (): number => Number(store.setting(PORT_SETTING) ?? 0)
  const listeningUrl = (port: number): string => `http://127.0.0.1:${port}${RECEIVER_PATH}`
  const registeredUrl = (): string | null => {
    if (profile.receiver.registeredUrl !== null) return profile.receiver.registeredUrl
    const port = receiver.port()
    return port === undefined ? null : listeningUrl(port)
  }
  const verificationToken = (): Promise<string | undefined> => secrets.get(TOKEN)

  const receiver = createReceiver({
    clock,
    log,
    registeredUrl: () => registeredUrl() ?? '',
    verificationToken,
    accept: createAccept({ store, group, signatureHeader: signatureHeader(profile.dialect) }),
    answered: (deliveryId, times) => void processor.process(deliveryId, times),
    challenged: (challengeCode) => {
      if (!listening.isProbe(challengeCode)) registrar.challenged()
    },
    refused: refusals.note,
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  })
  const listening = createListening({
    receiver,
    profilePort: profile.receiver.port,
    keptPort,
    keepPort: (port) => store.setSetting(PORT_SETTING, String(port)),
    registeredUrl: () => registeredUrl() ?? '',
    verificationToken,
    clock,
    scheduler,
    log,
    changed: receiverChanged,
  })
  const registrar = createRegistrar({
    profile,
    store,
    client,
    trading,
    clock,
    log,
    registeredUrl,
    verificationToken,
    receiverAnswers: listening.probe,
    changed: receiverChanged,
  })

  let endOnline: Cancel | undefined
  return {
    checkLegacyCalls: () => checkLegacyCalls(trading),
    handlers: {
      ...createBoardHandlers({ profile, store, client, clock, log, verificationToken, emit: deps.emit }),
      ...createNotificationHandlers({
        store,
        processor,
        registrar,
        receiverView: () => {
          const { state, why, port, lastProbeAtMs } = listening.view()
          const address = registeredUrl()
          return {
            state,
            why,
            listeningUrl: port === null ? null : listeningUrl(port),
            registeredUrl: address,
            addressProblem: address === null ? null : addressProblem(profile, address),
            lastProbeAtMs,
          }
        },
        emit: deps.emit,
      }),
    },
    start: async () => {
      const kept = await secrets.get(TOKEN)
      const token = kept ?? newToken()
      if (kept === undefined) await secrets.set(TOKEN, token)
      registrar.useToken(token, kept === undefined)
      // What waits is worked through beside; the port need not wait for it, nor the app for the platform.
      void processor.resume().catch((error: unknown) => log.error('what waited could not be taken up', { error }))
      await listening.start()
      endOnline = deps.online.onChange((online) => {
        if (online) void processor.retry().catch((error: unknown) => log.error('a retry failed', { error }))
      })
    },
    stop: async () => {
      endOnline?.()
      await listening.stop()
      processor.stop()
      refusals.flush()
      tellTimer?.()
    },
  }
}
