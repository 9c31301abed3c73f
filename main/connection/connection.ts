/** The open connection: its profile, its requests to the platform, its secrets, and its part of the contract. */
import { join } from 'node:path'
import type { connectionContract } from '../../shared/connection/contract.ts'
import {
  type ConnectionProfile,
  completeProfile,
  getPlatform,
  listOrigins,
  listSecretOrigins,
  type ProfileFile,
  toProfileId,
} from '../../shared/connection/profile.ts'
import type { FeatureEmit, FeatureHandlers } from '../../shared/ipc/define.ts'
import type { practiceContract } from '../../shared/practice/contract.ts'
import type { Services } from '../feature.ts'
import { type CallAllowance, createCallLedger } from '../http/call-ledger.ts'
import { createExchange } from '../http/exchange.ts'
import { createPauses } from '../http/pauses.ts'
import { createRefusedSignIns } from '../http/refused-sign-ins.ts'
import { forPurpose, TransportFailure } from '../http/request.ts'
import { createSend, createSendOnce } from '../http/sender.ts'
import { createUndiciSend } from '../http/undici-send.ts'
import { createWriteGate, type WriteConsent } from '../http/write-gate.ts'
import type { Ports } from '../ports.ts'
import { practiceCredentials } from '../practice/credentials.ts'
import type { PracticeTask } from '../practice/platform.ts'
import type { Scheduler } from '../scheduler.ts'
import { getOneConversation } from './check-services.ts'
import { type ConnectionHandlers, createConnectionHandlers } from './connection-handlers.ts'
import type { TokenMemories } from './held-tokens.ts'
import { createLeftOutScopes, createPermissionCheck } from './left-out-scopes.ts'
import { createLimitReader, type LimitReader } from './limit-reader.ts'
import { createPictures } from './pictures.ts'
import { createPracticeHandlers, withControlKey } from './practice-control.ts'
import { openPracticeShop } from './practice-shop.ts'
import { createConnectionSecrets, createSecretTimes, formatLostSecrets, withDefaults } from './secrets.ts'
import { createSellerSignIn } from './sign-in.ts'
import { createRequestSigner } from './signing-keys.ts'
import { createStoredLimits } from './stated-limits.ts'
import { createStoredCalls, findCallLimit } from './stored-calls.ts'
import { createTokens } from './tokens.ts'
import { type ConsentFor, createReadOnlyModes } from './write-permissions.ts'

type OpenConnectionDeps = {
  readonly ports: Ports
  readonly profileFile: ProfileFile
  readonly scheduler: Scheduler
  readonly consentFor: ConsentFor
  /** The access tokens of this run of the app. */
  readonly tokenMemories: TokenMemories
  readonly emit: FeatureEmit<typeof connectionContract>
  readonly emitPractice?: FeatureEmit<typeof practiceContract>
}

export type OpenConnection = Pick<Services, 'online' | 'profile' | 'secrets' | 'send'> & {
  /** Which background reads the call budget allows. */
  readonly calls: CallAllowance
  /** Call when the seller queues something to send later: production then asks for consent. */
  readonly askToWrite: () => void
  /** See `WriteGate.guard`. */
  readonly guardWrites: (beforeWrite: () => void) => void
  /** Whether the seller uses legacy calls: at least one of their credentials is stored. */
  readonly hasLegacySecrets: () => Promise<boolean>
  readonly handlers: ConnectionHandlers
  readonly practiceHandlers: FeatureHandlers<typeof practiceContract>
  /** The path to which an unreadable practice shop was moved at this start. */
  readonly practiceSetAside: string | undefined
  /** A finished mapping task of this app's own practice shop. */
  readonly practiceTask: PracticeTask | undefined
  /** The message if stored secrets can't be read. `hadVault`: whether the last start had a real vault. */
  readonly lostSecretsMessage: (hadVault: boolean) => Promise<string | undefined>
  /** Makes the first call, so that the status line shows whether the platform answers. */
  readonly start: () => Promise<void>
  /** Closes all sockets, and the practice platform if this app runs it. */
  readonly stop: () => Promise<void>
}

const legacySecretNames = ['appName', 'devName', 'certName', 'userToken'] as const

const noConsentNeeded: WriteConsent = { isGiven: () => true, give: () => undefined }

/**
 * Opens the connection of a profile file. A practice profile without a base URL gets its own practice platform. Throws
 * a `ZodError` if the profile is incomplete, and a `Failure` if the practice shop can't be opened; leaves nothing
 * running then.
 */
export const openConnection = async (deps: OpenConnectionDeps): Promise<OpenConnection> => {
  const { ports, profileFile, scheduler } = deps
  const { clock, log } = ports
  const needsShop = profileFile.kind === 'practice' && profileFile.baseUrl === undefined
  const shop = needsShop
    ? await openPracticeShop(ports.dataDir, toProfileId(profileFile), getPlatform(profileFile).id, clock)
    : undefined

  let profile: ConnectionProfile
  try {
    profile = completeProfile(profileFile, shop?.url)
  } catch (error) {
    await shop?.stop()
    throw error
  }
  const { id, name, kind, baseUrl } = profile
  const isPractice = kind === 'practice'
  const changed = (): void => deps.emit('changed', {})

  const times = createSecretTimes(ports.settings)
  const vaultSecrets = createConnectionSecrets(
    ports.vault,
    { id, origins: listSecretOrigins(profileFile) },
    (secretName, isKept) => times.set(id, secretName, isKept ? clock.nowMs() : undefined),
  )
  const secrets = isPractice ? withDefaults(vaultSecrets, practiceCredentials) : vaultSecrets

  const resumeListeners = new Set<() => void>()
  const resume = (): void => {
    scheduler.wakeRetries()
    for (const listener of [...resumeListeners]) listener()
  }
  const wire = createUndiciSend({ origins: listOrigins(profile) })
  const wireSend = shop === undefined ? wire.send : withControlKey(wire.send, shop.controlKey)
  const storedCalls = createStoredCalls(ports.settings, id)
  const storedLimits = createStoredLimits(ports.settings, id)
  let stated = storedLimits.load(profile.oauth.clientId)
  const ledger = createCallLedger({
    clock,
    log,
    stored: storedCalls.load(),
    save: storedCalls.save,
    limitOf: (service) => findCallLimit(profile, service, stated),
  })
  const exchange = createExchange({ wire: wireSend, clock, log, ledger })
  const refused = createRefusedSignIns(clock, changed)
  const leftOut = createLeftOutScopes(ports.settings, profile)
  const tokens = createTokens({
    profile,
    secrets,
    send: exchange,
    memory: deps.tokenMemories.open(profile),
    scopes: (credential) => (credential === 'user' ? leftOut.requested() : profile.scopes.application),
    clock,
    log,
    onChange: changed,
    onReset: () => {
      refused.forget()
      resume()
    },
  })
  const tryTokensAgain = (): void => {
    tokens.tryAgain()
    refused.forget()
  }
  const signIn = createSellerSignIn({
    profile,
    secrets,
    tokens,
    leftOut,
    openExternal: ports.openExternal,
    linkScheme: ports.linkScheme,
    clock,
    log,
    onChange: changed,
  })
  const readOnly = createReadOnlyModes(ports.settings)
  const gate = createWriteGate({
    consent: kind === 'production' ? deps.consentFor(id, baseUrl) : noConsentNeeded,
    isReadOnly: readOnly.isOn(id),
    onChange: changed,
    onAsk: () =>
      void askToAllowWrites().catch((error: unknown) => {
        gate.decline()
        log.warn('the question of consent failed', { error })
      }),
  })
  // SECURITY (SEC-04): the host asks, so a page can't consent on the seller's behalf.
  const askToAllowWrites = async (): Promise<boolean> => {
    const isAllowed = await ports.confirm({
      title: 'Send to your real shop?',
      text: `Stallhand is about to send something to “${name}” for the first time since it started. This is your real shop: buyers read what is sent, and items change. Messages in the outbox are then sent automatically; retry anything that wasn’t sent. Stallhand asks again after the next start.`,
      action: 'Allow sending',
    })
    if (isAllowed) gate.allow()
    else gate.decline()
    return isAllowed
  }
  const { send, online } = createSend({
    gate,
    requirePermission: createPermissionCheck(profile, leftOut.list),
    exchange,
    pauses: createPauses({
      clock,
      onRefused: (service, pauseMs) => {
        ledger.refuse(service, pauseMs)
        limits.onRefused(service)
      },
    }),
    ledger,
    tokens,
    signer: createRequestSigner({ profile, secrets, tokens, send: exchange, clock }),
    refused,
    clock,
    random: ports.random,
    scheduler,
    onStatus: () => {
      changed()
      if (online.isOnline()) scheduler.wakeRetries()
    },
    // AUT-01: without a sign-in no request is sent; opening a connection shows whether the platform answers. The same
    // applies if the read can't be sent, as during a pause or without calls left.
    probe: async (probeSend) => {
      const { state } = await tokens.session()
      if (state !== 'signedIn') return wire.reach(baseUrl)
      try {
        return await forPurpose(probeSend, 'watch')(getOneConversation(profile))
      } catch (error) {
        if (error instanceof TransportFailure) throw error
        return wire.reach(baseUrl)
      }
    },
  })

  const limits: LimitReader = createLimitReader({
    profile,
    send,
    clock,
    log,
    scheduler,
    store: {
      load: () => stated,
      save: (read) => {
        stated = read
        storedLimits.save(profile.oauth.clientId, read)
      },
    },
    onExhausted: (service, untilMs) => ledger.refuse(service, untilMs - clock.nowMs()),
    onChange: scheduler.wakeRetries,
  })

  // SECURITY: pictures come from any host, so they have their own client, which no token ever reaches. Only the
  // practice shop's pictures are on this machine; any other private address is refused, even a mirror's (SEC-06).
  const pictureWire = createUndiciSend({ origins: isPractice ? [baseUrl] : [], publicHosts: true })
  const pictures = createPictures({
    mirrors: profile.pictureMirrors,
    send: createSendOnce({
      exchange: createExchange({ wire: pictureWire.send, clock, log }),
      pauses: createPauses({ clock }),
      clock,
    }),
    folder: join(ports.dataDir, 'pictures'),
    clock,
    log,
  })

  return {
    profile,
    send,
    // Work that waits for the platform also waits for the write gate and a sign-in, and resumes with them.
    online: {
      isOnline: online.isOnline,
      onChange: (listener) => {
        const again = (): void => listener(online.isOnline())
        resumeListeners.add(again)
        const cancels = [online.onChange(listener), gate.onOpen(again), () => void resumeListeners.delete(again)]
        return () => {
          for (const cancel of cancels) cancel()
        }
      },
    },
    calls: ledger,
    askToWrite: gate.ask,
    guardWrites: gate.guard,
    secrets,
    hasLegacySecrets: async () => {
      // A locked vault is reported by the calls that need it.
      const found = await Promise.all(legacySecretNames.map((one) => secrets.get(one).catch(() => undefined)))
      return found.some((secret) => secret !== undefined)
    },
    handlers: createConnectionHandlers({
      profile,
      ports,
      send,
      secrets,
      times,
      tokens,
      refused,
      signIn,
      leftOut,
      readOnly,
      gate,
      online,
      ledger,
      pictures,
      askToAllowWrites,
      tryTokensAgain,
      resume,
      changed,
    }),
    practiceSetAside: shop?.setAsideAs,
    practiceTask: shop?.finishedTask,
    practiceHandlers: createPracticeHandlers({
      profile,
      send: exchange,
      emit: (event, data) => deps.emitPractice?.(event, data),
      // A practice shop that was just taken offline must not look online until the next request.
      onFault: () => {
        tryTokensAgain()
        void online.tryNow()
      },
    }),
    lostSecretsMessage: async (hadVault) => {
      if (isPractice) return undefined
      const names = Object.keys(times.list(id))
      // An unreadable vault may still contain its secrets.
      const found = await Promise.all(names.map((secretName) => vaultSecrets.find(secretName).catch(() => 'here')))
      const count = (wanted: string): number => found.filter((one) => one === wanted).length
      const [lost, elsewhere] = [count('missing'), count('elsewhere')]
      return formatLostSecrets({ name, lost, elsewhere, hadVault, keeping: ports.vault.keeping })
    },
    start: async () => {
      void online.tryNow()
      limits.start()
    },
    stop: async () => {
      await signIn.cancel()
      await Promise.all([wire.close(), pictureWire.close()])
      ledger.save()
      await shop?.stop()
    },
  }
}
