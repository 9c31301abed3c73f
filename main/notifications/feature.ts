/** The notifications room: builds its store, clients, receiver and use-cases, and answers its part of the contract. */
import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import type { ServiceCheck } from '../../shared/connection/contract.ts'
import { signatureHeader } from '../../shared/connection/platforms.ts'
import type { notificationsContract } from '../../shared/notifications/contract.ts'
import { eventTypeOf } from '../../shared/notifications/event-types.ts'
import { Failure } from '../../shared/result.ts'
import type { Feature, FeatureDeps } from '../feature.ts'
import type { Cancel } from '../ports.ts'
import { createCaptures } from './captures.ts'
import { createChallengeCheck } from './challenge/challenge-handlers.ts'
import { createFilterEditorHandlers } from './filters/filter-editor-handlers.ts'
import { createInspectorHandlers } from './inspector-handlers.ts'
import { checkLegacyCalls, createPreferences } from './legacy/legacy-preferences.ts'
import { createTradingClient } from './legacy/trading-client.ts'
import { createLogHandlers } from './log-handlers.ts'
import { createAccept } from './receiver/accept.ts'
import { createAtOnce } from './receiver/at-once.ts'
import { createGroupCommit } from './receiver/group-commit.ts'
import { createKeyCache } from './receiver/key-cache.ts'
import { createListening } from './receiver/listening.ts'
import { findPortHolder } from './receiver/port-holder.ts'
import { createProcessor } from './receiver/process.ts'
import { createReceiver, RECEIVER_PATH, type ReceiverLimits } from './receiver/receiver.ts'
import { createRefusals } from './receiver/refusals.ts'
import { createReplayer } from './receiver/replay.ts'
import type { EventHandler, FreshEvent } from './receiver/settle.ts'
import { createNotificationStore } from './store.ts'
import { findAddressProblem } from './subscriptions/address-problem.ts'
import { createNotificationClient } from './subscriptions/notification-client.ts'
import { createRegistrar } from './subscriptions/registrar.ts'
import { createSubscriptionHandlers } from './subscriptions/subscription-handlers.ts'
import { hasVerifiedSale } from './verified-sale.ts'

const TOKEN = 'verificationToken'
const PORT_SETTING = 'port'
/** Earlier versions kept the number alone. */
const keptPortSchema = z.union([z.number(), z.object({ port: z.number(), insteadOf: z.number() })])
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

export type NotificationsFeature = Feature<typeof notificationsContract> & {
  readonly checkLegacyCalls: () => Promise<ServiceCheck>
  readonly hasVerifiedSale: () => boolean
}

/**
 * `options` narrows the limits of the receiver and adds a handler, for tests.
 *
 * A new verification token is made where there is none, before the port is opened, so that a challenge can be answered
 * from the first moment.
 */
export const createNotificationsFeature = (
  deps: FeatureDeps<typeof notificationsContract>,
  options: { readonly limits?: Partial<ReceiverLimits>; readonly handler?: EventHandler } = {},
): NotificationsFeature => {
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

  const handler: EventHandler = {
    ...options.handler,
    tell: (event) => {
      options.handler?.tell?.(event)
      const notice = noticeOf(event)
      if (notice !== undefined) deps.notify(notice)
    },
  }
  const processor = createProcessor({ store, group, keys, scheduler, clock, log, handler, changed: logChanged })
  const refusals = createRefusals(store, clock, receiverChanged)

  /** The port of the profile, or the one that was chosen in its place; 0 where the profile leaves it open and none was. */
  const wantedPort = (): number => {
    const kept = keptPortSchema.safeParse(JSON.parse(store.setting(PORT_SETTING) ?? 'null'))
    if (!kept.success) return profile.receiver.port
    const { port, insteadOf } = typeof kept.data === 'number' ? { port: kept.data, insteadOf: 0 } : kept.data
    return insteadOf === profile.receiver.port ? port : profile.receiver.port
  }
  const listeningUrl = (port: number): string => `http://127.0.0.1:${port}${RECEIVER_PATH}`
  const registeredUrl = (): string | null => {
    if (profile.receiver.registeredUrl !== null) return profile.receiver.registeredUrl
    const port = receiver.port()
    return port === undefined ? null : listeningUrl(port)
  }
  const verificationToken = (): Promise<string | undefined> => secrets.get(TOKEN)
  const requireVerificationToken = async (): Promise<string> => {
    const token = await verificationToken()
    if (token !== undefined) return token
    const message = 'The verification token could not be saved. Restart Stallhand and try again.'
    throw new Failure({ kind: 'signInNeeded', message })
  }

  const receiver = createReceiver({
    clock,
    log,
    registeredUrl: () => registeredUrl() ?? '',
    verificationToken,
    accept: createAccept({
      store,
      group,
      atOnce: createAtOnce({ store, keys, clock, handler }),
      signatureHeader: signatureHeader(profile.platform),
      sourceOf: (ticket) => replayer.sourceOf(ticket),
    }),
    answered: (kept, times) => void processor.process(kept, times),
    challenged: (challengeCode) => {
      if (!listening.isProbe(challengeCode) && !challengeCheck.isOwn(challengeCode)) registrar.challenged()
    },
    refused: refusals.note,
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  })
  const replayer = createReplayer({
    store,
    clock,
    random: deps.random,
    port: receiver.port,
    changed: () => deps.emit('replayChanged', {}),
  })
  const captures = createCaptures({
    store,
    group,
    processor,
    clock,
    signatureHeader: signatureHeader(profile.platform),
  })
  const listening = createListening({
    receiver,
    wantedPort,
    keepPort: (port) => store.setSetting(PORT_SETTING, JSON.stringify({ port, insteadOf: profile.receiver.port })),
    findPortHolder,
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
    verificationToken: requireVerificationToken,
    receiverAnswers: listening.probe,
    changed: receiverChanged,
  })
  const challengeCheck = createChallengeCheck({
    clock,
    verificationToken: requireVerificationToken,
    registeredUrl,
    listeningUrl: () => {
      const port = receiver.port()
      return port === undefined ? null : listeningUrl(port)
    },
    setVerificationToken: async (token) => {
      await secrets.set(TOKEN, token)
      registrar.setToken(token)
      receiverChanged()
      subscriptions.refresh.outdate()
    },
  })
  const subscriptions = createSubscriptionHandlers({
    profile,
    store,
    client,
    clock,
    scheduler,
    log,
    verificationToken: requireVerificationToken,
    emit: deps.emit,
  })
  const preferences = createPreferences({ profile, store, trading, clock, log, emit: deps.emit })

  let endOnline: Cancel | undefined
  return {
    checkLegacyCalls: () => checkLegacyCalls(trading),
    hasVerifiedSale: () => hasVerifiedSale(deps.database),
    handlers: {
      ...subscriptions.handlers,
      ...challengeCheck.handlers,
      ...preferences.handlers,
      ...createFilterEditorHandlers({ store, clock }),
      register: async ({ events, alertEmail }) => {
        const registration = await registrar.register(events, alertEmail)
        // Even a failed registration may have changed some settings.
        subscriptions.refresh.outdate()
        preferences.refresh.outdate()
        return registration
      },
      ...createLogHandlers({
        store,
        processor,
        registrar,
        receiverView: () => {
          const { state, why, port, taken, lastProbeAtMs } = listening.view()
          const address = registeredUrl()
          return {
            state,
            why,
            portTaken: taken,
            listeningUrl: port === null ? null : listeningUrl(port),
            registeredUrl: address,
            addressProblem: address === null ? null : findAddressProblem(profile, address),
            lastProbeAtMs,
          }
        },
        listening,
        graded: () => ({
          kind: profile.kind,
          lastChallengeAtMs: registrar.lastChallengeAtMs(),
        }),
        emit: deps.emit,
      }),
      ...createInspectorHandlers({ store, group, replayer, captures, emit: deps.emit }),
    },
    start: async () => {
      const kept = await secrets.get(TOKEN)
      const token = kept ?? newToken()
      if (kept === undefined) await secrets.set(TOKEN, token)
      registrar.setToken(token)
      // What waits is worked through beside; the port need not wait for it, nor the app for the platform.
      void processor.resume().catch((error: unknown) => log.error('what waited could not be taken up', { error }))
      subscriptions.start()
      await listening.start()
      endOnline = deps.online.onChange((online) => {
        if (!online) return
        void processor.retry().catch((error: unknown) => log.error('a retry failed', { error }))
        subscriptions.refresh.online()
        preferences.refresh.online()
      })
    },
    stop: async () => {
      endOnline?.()
      subscriptions.stop()
      preferences.stop()
      replayer.stop()
      await listening.stop()
      processor.stop()
      refusals.flush()
      tellTimer?.()
    },
  }
}
