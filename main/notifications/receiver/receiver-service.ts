/** Builds the receiver: server, storage, processing, port, replays, and its handlers. */
import { signatureHeader } from '../../../shared/connection/platforms.ts'
import { getPlatform, signatureForms } from '../../../shared/connection/profile.ts'
import type { FeatureHandlers } from '../../../shared/ipc/define.ts'
import type { notificationsContract } from '../../../shared/notifications/contract.ts'
import type { logContract } from '../../../shared/notifications/log-contract.ts'
import type { Registration } from '../../../shared/notifications/registration.ts'
import { createGroupCommit } from '../../database/group-commit.ts'
import type { FeatureDeps } from '../../feature.ts'
import { createLogHandlers } from '../log/log-handlers.ts'
import { createReplayer } from '../log/replayer.ts'
import type { NotificationStore } from '../store.ts'
import { RECEIVER_PATH } from './addressed.ts'
import { createChosenPort } from './chosen-port.ts'
import { createKeyCache } from './key-cache.ts'
import { findMissingIds, type LegacyIds } from './legacy-signature.ts'
import { createListening } from './listening.ts'
import { createLogChanges } from './log-changes.ts'
import { loopback } from './loopback.ts'
import type { Seller } from './other-seller.ts'
import { createPersist, DiskFull, NotAccepted, RESERVED_DISK_BYTES } from './persist.ts'
import { createProcessor } from './process.ts'
import { createReceiverServer, type ReceiverLimits } from './receiver-server.ts'
import { createRejectedRequests } from './rejected-requests.ts'
import { createEventReporter, type ReportDeps } from './report-event.ts'
import { createRetention } from './retention.ts'
import { createKnownSenders } from './senders.ts'
import type { PublicKey } from './signature.ts'
import { createStorageWatch } from './storage-watch.ts'
import { createVerifier } from './verify.ts'

const MAX_EARLIER_SENDERS = 1000

type ReceiverService = {
  readonly handlers: FeatureHandlers<typeof logContract>
  /** The address for the platform to call: the profile's, or else the listening one. Null while no port is open. */
  readonly registeredUrl: () => string | null
  /** The address on this machine; null while no port is open. */
  readonly listeningUrl: () => string | null
  /** Sends a challenge to the receiver's own socket and returns whether it answers. */
  readonly probe: () => Promise<boolean>
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
  /** Processes pending deliveries. */
  readonly retry: () => void
}

export const createReceiverService = (
  deps: Pick<
    FeatureDeps<typeof notificationsContract>,
    'profile' | 'database' | 'scheduler' | 'clock' | 'log' | 'emit' | 'notify'
  > &
    ReportDeps & {
      readonly store: NotificationStore
      /** `isStranger`: an unverified sender names a key that the platform has never returned. */
      readonly getPublicKey: (kid: string, isStranger: boolean) => Promise<PublicKey>
      readonly verificationToken: () => Promise<string | undefined>
      readonly seller: () => Seller | undefined
      /** Called for a challenge that this receiver didn't send itself. */
      readonly challenged: (challengeCode: string) => void
      readonly registration: () => Registration
      /** Why the platform would refuse an address (RCV-14); null if it wouldn't. */
      readonly addressProblem: (address: string) => string | null
      readonly limits?: Partial<ReceiverLimits> | undefined
      readonly legacyIds: () => Promise<LegacyIds | undefined>
    },
): ReceiverService => {
  const { profile, store, clock, log, scheduler, emit, verificationToken } = deps
  // A platform with built-in addresses also has a built-in signature form.
  const { environments, name: platformName } = getPlatform(profile)
  const isFormChosen = environments === null
  const verifier = createVerifier(
    {
      headerName: signatureHeader(profile),
      form: isFormChosen ? profile.receiver.signatureForm : signatureForms[0],
      isFormChosen,
      platformName,
      legacyIds: deps.legacyIds,
    },
    store,
  )
  const group = createGroupCommit(deps.database)
  const senders = createKnownSenders(store.verifiedSenders(MAX_EARLIER_SENDERS))
  const keys = createKeyCache({ store, clock, getPublicKey: deps.getPublicKey })
  const receiverChanged = (): void => emit('receiverChanged', {})

  const logChanged = createLogChanges(clock, (change) => emit('logChanged', change))

  const processor = createProcessor({
    store,
    group,
    keys,
    senders,
    scheduler,
    clock,
    log,
    verifier,
    seller: deps.seller,
    changed: logChanged.add,
    arrived: createEventReporter({ ...deps, platformName }),
  })
  const rejected = createRejectedRequests(clock, receiverChanged)

  const chosenPort = createChosenPort(store, profile.receiver.port)
  const listeningUrl = (): string | null => {
    const port = server.port()
    return port === undefined ? null : `http://127.0.0.1:${port}${RECEIVER_PATH}`
  }
  const registeredUrl = (): string | null => profile.receiver.registeredUrl ?? listeningUrl()
  const registeredUrlOrEmpty = (): string => registeredUrl() ?? ''

  const persist = createPersist({
    store,
    group,
    keys,
    senders,
    verifier,
    seller: deps.seller,
    freeDiskBytes: deps.database.freeDiskBytes,
    redeemTicket: (ticket) => replayer.redeemTicket(ticket),
  })
  const storage = createStorageWatch({
    clock,
    scheduler,
    hasRoom: () => deps.database.freeDiskBytes() >= RESERVED_DISK_BYTES,
    notify: deps.notify,
    changed: receiverChanged,
  })
  const server = createReceiverServer({
    clock,
    log,
    registeredUrl: registeredUrlOrEmpty,
    verificationToken,
    persist: async (arrival) => {
      try {
        const persisted = await persist(arrival)
        storage.stored()
        return persisted
      } catch (error) {
        // A full quota for strangers isn't a problem of the receiver.
        if (error instanceof DiskFull) storage.refused('The disk is almost full, so no notification can be stored.')
        else if (!(error instanceof NotAccepted)) storage.refused('Notifications couldn’t be written to the disk.')
        throw error
      }
    },
    answered: (persisted) => void processor.finish(persisted),
    challenged: (challengeCode) => {
      if (!listening.isProbe(challengeCode)) deps.challenged(challengeCode)
    },
    rejected: rejected.add,
    limits: deps.limits,
  })
  const replayer = createReplayer(store, server.port)
  const listening = createListening({
    server,
    loopback,
    wantedPort: chosenPort.load,
    savePort: chosenPort.save,
    registeredUrl: registeredUrlOrEmpty,
    verificationToken,
    clock,
    scheduler,
    log,
    changed: receiverChanged,
  })
  const address = () => {
    const url = registeredUrl()
    return { registeredUrl: url, addressProblem: url === null ? null : deps.addressProblem(url) }
  }

  const removeOldSoon = createRetention({ store, group, clock, scheduler, changed: () => emit('logChanged', {}) })
  const retry = (): void => {
    processor.retry().catch((error: unknown) => log.error('pending deliveries could not be processed', { error }))
  }
  return {
    handlers: createLogHandlers({
      store,
      group,
      processor,
      replayer,
      listening,
      receiverFacts: () => {
        const { state, why, taken } = listening.view()
        const problem = state === 'listening' ? storage.problem() : null
        return {
          state: problem === null ? state : 'refusing',
          why: problem ?? why,
          portTaken: taken,
          listeningUrl: listeningUrl(),
          ...address(),
          registration: deps.registration(),
          quarantineDays: store.retentionDays(),
          refusals: [...rejected.list()],
        }
      },
      setQuarantineDays: (days) => {
        store.setRetentionDays(days)
        removeOldSoon()
        receiverChanged()
      },
      findItem: deps.findItem,
      findOffered: deps.findOffered,
      missingLegacyIds: async () => {
        if (!store.hasUnsignedSoap()) return []
        const ids = await deps.legacyIds().catch(() => undefined)
        return ids === undefined ? [] : findMissingIds(ids)
      },
      emit,
    }),
    registeredUrl,
    listeningUrl,
    probe: listening.probe,
    start: async () => {
      // Not awaited: the port doesn't depend on pending deliveries, and the app doesn't depend on the platform.
      retry()
      removeOldSoon()
      await listening.start()
    },
    stop: async () => {
      await listening.stop()
      keys.stop()
      processor.stop()
      rejected.stop()
      logChanged.stop()
    },
    retry,
  }
}
