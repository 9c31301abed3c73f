/** Builds the notifications feature: store, clients, receiver and handlers. */
import { randomBytes } from 'node:crypto'
import type { ServiceCheck } from '../../shared/connection/contract.ts'
import { getPlatform } from '../../shared/connection/profile.ts'
import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import type { notificationsContract } from '../../shared/notifications/contract.ts'
import type { erasureContract } from '../../shared/notifications/erasure.ts'
import type { ReceiverView } from '../../shared/notifications/log-contract.ts'
import { Failure, validation } from '../../shared/result.ts'
import type { ErasedCheck } from '../erasure/erased-persons.ts'
import type { Feature, FeatureDeps } from '../feature.ts'
import { forPurpose } from '../http/request.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Cancel } from '../ports.ts'
import { createChallengeCheck } from './challenge/challenge-handlers.ts'
import { createFilterEditorHandlers } from './filters/filter-editor-handlers.ts'
import { checkLegacyCalls, createPreferences } from './legacy/legacy-preferences.ts'
import { createTradingClient } from './legacy/trading-client.ts'
import type { FindItem, ItemLookup } from './log/listed-item.ts'
import type { StrangerLimits } from './log/stranger-quota.ts'
import { createSignedInSeller, type Seller } from './receiver/other-seller.ts'
import type { ReceiverLimits } from './receiver/receiver-server.ts'
import { createReceiverService } from './receiver/receiver-service.ts'
import type { RaisedArrival, VerifiedEvent } from './receiver/report-event.ts'
import { findAddressProblem } from './registration/address-problem.ts'
import { createRegistrar } from './registration/registrar.ts'
import { createNotificationStore, hasRegistration } from './store.ts'
import { createKnownSubscriptions } from './subscriptions/known-subscriptions.ts'
import { createNotificationClient } from './subscriptions/notification-client.ts'
import { createSubscriptionHandlers } from './subscriptions/subscription-handlers.ts'
import type { PlatformDestination } from './subscriptions/subscription-views.ts'

export { createErasureStore, type ErasureRecord, findRecordedNames } from './log/erasure-store.ts'
export { eventSearchIndex, unpackOccurrences } from './log/event-store.ts'
export type { FindItem } from './log/listed-item.ts'
export type { VerifiedEvent } from './receiver/report-event.ts'
export { hasRegistration } from './store.ts'

const noErasures: ErasureHandlers = {
  erasures: () => ({ erasures: [], withoutData: 0 }),
  dismissMentions: () => ({}),
}

const TOKEN = 'verificationToken'

const newToken = (): string => randomBytes(36).toString('base64url')

/** Answers the contract's calls about closed accounts, which work on the database file. */
export type ErasureHandlers = FeatureHandlers<typeof erasureContract>

/** Also receives while another connection is shown. Only the shown connection has a queue, and therefore handlers. */
export type NotificationsFeature = Omit<Feature<typeof notificationsContract>, 'handlers'> & {
  /** Answers the window; changes of subscriptions go through `outbound`. Call once for each queue, before the queue starts. */
  readonly createHandlers: (outbound: Outbound) => FeatureHandlers<typeof notificationsContract>
  readonly receiver: () => Promise<ReceiverView>
  readonly checkLegacyCalls: () => Promise<ServiceCheck>
  /** Whether the platform may send to this receiver. */
  readonly hasRegistration: () => boolean
}

/**
 * `options` passes on verified events, and lowers the limits for the receiver and for strangers in tests.
 *
 * A missing verification token is created before the port opens, so the first challenge can already be answered.
 */
export const createNotificationsFeature = (
  deps: FeatureDeps<typeof notificationsContract> & {
    /** Recognizes erased users, who are not stored again. */
    readonly erased: ErasedCheck
  },
  options: {
    readonly limits?: Partial<ReceiverLimits>
    readonly strangers?: StrangerLimits
    /** Called once for each new event with a valid signature. */
    readonly onEvent?: (event: VerifiedEvent) => void
    readonly findItem?: FindItem
    readonly findOffered?: ItemLookup['findOffered']
    readonly erasures?: ErasureHandlers
    /** Asks the platform who is signed in; null, as by default, if it doesn't tell. */
    readonly fetchSeller?: () => Promise<Seller | null>
    /** The locale for prices in notices; undefined for the system's. */
    readonly locale?: () => string | undefined
    /** Called for each sale, question and forgery, in addition to the event `arrived`. */
    readonly onArrival?: (arrival: RaisedArrival) => void
  } = {},
): NotificationsFeature => {
  const { profile, clock, log, scheduler, secrets } = deps
  const store = createNotificationStore(deps.database, deps.erased, options.strangers)
  const client = createNotificationClient(profile, deps.send)
  const queueClient = createNotificationClient(profile, (request) => deps.send({ ...request, trigger: 'queue' }))
  const watchClient = createNotificationClient(profile, forPurpose(deps.send, 'watch'))
  const trading = createTradingClient(profile, deps.send, secrets)
  const receiverChanged = (): void => deps.emit('receiverChanged', {})
  const verificationToken = (): Promise<string | undefined> => secrets.get(TOKEN)
  const requireVerificationToken = async (): Promise<string> => {
    const token = await verificationToken()
    if (token !== undefined) return token
    const message = 'The verification token couldn’t be saved. Restart Stallhand and try again.'
    throw new Failure({ kind: 'signInNeeded', message })
  }

  const seller = createSignedInSeller(options.fetchSeller ?? (async () => null))
  const receiver = createReceiverService({
    ...deps,
    store,
    seller: seller.current,
    // SECURITY (SEC-07): made-up key ids must not use up the calls reserved for the seller.
    getPublicKey: (kid, isStranger) => (isStranger ? watchClient : client).getPublicKey(kid),
    verificationToken,
    challenged: (challengeCode) => {
      if (!challengeCheck.isOwn(challengeCode)) registrar.challenged()
    },
    registration: () => registrar.view(),
    addressProblem: (address) => findAddressProblem(profile, address),
    limits: options.limits,
    legacyIds: async () => {
      if (!getPlatform(profile).capabilities.legacySignature) return undefined
      const [devId, appName, certName, clientSecret] = await Promise.all(
        ['devName', 'appName', 'certName', 'clientSecret'].map((name) => secrets.get(name)),
      )
      // The client id is the App ID, the client secret the Cert ID.
      return { devId, appId: appName ?? profile.oauth.clientId, certId: certName ?? clientSecret }
    },
    onEvent: options.onEvent ?? (() => undefined),
    findItem: options.findItem ?? (() => undefined),
    findOffered: options.findOffered ?? (() => undefined),
    locale: options.locale ?? (() => undefined),
    onArrival: options.onArrival ?? (() => undefined),
  })
  const registrar = createRegistrar({
    profile,
    store,
    client,
    trading,
    clock,
    log,
    registeredUrl: receiver.registeredUrl,
    verificationToken: requireVerificationToken,
    receiverAnswers: receiver.probe,
    countStrayed: () => countStrayed(),
    changed: receiverChanged,
  })
  const challengeCheck = createChallengeCheck({
    clock,
    verificationToken: requireVerificationToken,
    registeredUrl: receiver.registeredUrl,
    listeningUrl: receiver.listeningUrl,
    setVerificationToken: async (token) => {
      const allowed = getPlatform(profile).limits.tokenCharacters
      if (allowed !== null && !new RegExp(`^[\\w-]{${allowed.min},${allowed.max}}$`).test(token)) {
        throw validation(
          'input.token',
          `A verification token has ${allowed.min} to ${allowed.max} letters, digits, underscores and hyphens.`,
        )
      }
      await secrets.set(TOKEN, token)
      registrar.setToken(token, 'chosen')
      receiverChanged()
      known.refresh.outdate()
    },
  })
  const known = createKnownSubscriptions({
    store,
    client,
    clock,
    scheduler,
    log,
    verificationToken: requireVerificationToken,
    emit: deps.emit,
  })
  /** Enabled subscriptions that deliver to an earlier address, as last read. */
  const countStrayed = (): number => {
    const isStrayed = ({ endpoint, token }: PlatformDestination): boolean =>
      endpoint !== null && registrar.isFormer(endpoint, token === 'ours')
    const ids = new Set(
      known.destinations
        .current()
        .entries.filter(isStrayed)
        .map((each) => each.destinationId),
    )
    const { entries } = known.subscriptions.current()
    return entries.filter(({ destinationId, status }) => status === 'ENABLED' && ids.has(destinationId ?? '')).length
  }
  const preferences = createPreferences({ profile, store, trading, clock, log, emit: deps.emit })

  let endOnline: Cancel | undefined
  return {
    checkLegacyCalls: () => checkLegacyCalls(trading),
    hasRegistration: () => hasRegistration(deps.database),
    receiver: async () => receiver.handlers.receiver({}),
    createHandlers: (outbound) => ({
      ...createSubscriptionHandlers({
        outbound,
        known,
        profile,
        store,
        client,
        queueClient,
        clock,
        log,
        verificationToken: requireVerificationToken,
        emit: deps.emit,
      }),
      ...challengeCheck.handlers,
      ...preferences.handlers,
      ...createFilterEditorHandlers({ store, clock }),
      register: async ({ events, alertEmail, topics }) => {
        const registration = await registrar.register(events, alertEmail, topics)
        // Even a failed registration may have changed some settings.
        known.refresh.outdate()
        preferences.refresh.outdate()
        if (countStrayed() > 0 || topics !== undefined)
          await Promise.allSettled([known.readDestinations(), known.readSubscriptions()])
        const isAddressSent = registration.steps.some(({ name, state }) => name === 'preferences' && state === 'done')
        // From now on the platform sends to this port, so the receiver must not return to a port that was taken.
        if (isAddressSent && registration.address === receiver.listeningUrl()) await receiver.handlers.keepPort({})
        return registration
      },
      ...receiver.handlers,
      ...(options.erasures ?? noErasures),
    }),
    start: async () => {
      const kept = await secrets.get(TOKEN)
      const token = kept ?? newToken()
      if (kept === undefined) await secrets.set(TOKEN, token)
      registrar.setToken(token, kept === undefined ? 'created' : 'stored')
      known.start()
      void seller.ask()
      await receiver.start()
      endOnline = deps.online.onChange((online) => {
        if (!online) return
        void seller.ask()
        receiver.retry()
        known.refresh.online()
        preferences.refresh.online()
      })
    },
    stop: async () => {
      endOnline?.()
      known.stop()
      preferences.stop()
      await receiver.stop()
    },
  }
}
