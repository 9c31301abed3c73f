/** The open connection: its profile, its requests to the platform, its secrets, and its part of the contract. */
import { join } from 'node:path'
import { type connectionContract, typedSecretNames } from '../../shared/connection/contract.ts'
import { platforms } from '../../shared/connection/platforms.ts'
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
import { conflict, notFound } from '../../shared/result.ts'
import type { Services } from '../feature.ts'
import { serviceLabel } from '../http/answers.ts'
import { type CallAllowance, createCallLedger } from '../http/call-ledger.ts'
import { createExchange } from '../http/exchange.ts'
import { createPauses } from '../http/pauses.ts'
import { createRefusedSignIns, type RefusedSignIns } from '../http/refused-sign-ins.ts'
import { forPurpose, TransportFailure } from '../http/request.ts'
import { createSend, createSendOnce } from '../http/sender.ts'
import { createUndiciSend } from '../http/undici-send.ts'
import { createWriteGate, type WriteConsent } from '../http/write-gate.ts'
import type { Ports, Question } from '../ports.ts'
import { practiceCredentials } from '../practice/credentials.ts'
import type { PracticeTask } from '../practice/platform.ts'
import type { Scheduler } from '../scheduler.ts'
import { checkServices, getOneConversation } from './check-services.ts'
import type { ConnectionListHandlers } from './connection-list.ts'
import type { TokenMemories } from './held-tokens.ts'
import { confirmHosts } from './host-consent.ts'
import { createLeftOutScopes, createPermissionCheck } from './left-out-scopes.ts'
import { createLimitReader, type LimitReader } from './limit-reader.ts'
import { createPictures } from './pictures.ts'
import { createPracticeHandlers, withControlKey } from './practice-control.ts'
import { openPracticeShop } from './practice-shop.ts'
import {
  createConnectionSecrets,
  createSecretTimes,
  formatLostSecrets,
  sellerSecretNames,
  withDefaults,
} from './secrets.ts'
import { createSellerSignIn } from './sign-in.ts'
import { createStoredLimits } from './stated-limits.ts'
import { createStoredCalls, findCallLimit } from './stored-calls.ts'
import { formatPastedToken } from './stored-grants.ts'
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
  /** See `WriteGate.guard`. */
  readonly guardWrites: (beforeWrite: () => void) => void
  readonly askToWrite: () => void
  /** Whether the seller uses legacy calls: at least one of their credentials is stored. */
  readonly hasLegacySecrets: () => Promise<boolean>
  readonly handlers: Omit<FeatureHandlers<typeof connectionContract>, keyof ConnectionListHandlers>
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

/** The secrets typed by the seller that tokens are fetched with. */
const tokenSecretNames = ['clientSecret', 'refreshToken', 'accessToken'] as const

const legacySecretNames = ['appName', 'devName', 'certName', 'userToken'] as const

const unlockQuestion = (name: string): Question => ({
  title: 'Turn read-only mode off?',
  text: `“${name}” can then be changed from Stallhand again.`,
  action: 'Turn off',
})

const noConsentNeeded: WriteConsent = { isGiven: () => true, give: () => undefined }

/** Reports a sign-in that looks valid here but that services refuse. */
const describeSession = <S extends { readonly state: string; readonly label: string }>(
  session: S,
  { services, all }: ReturnType<RefusedSignIns['ofSeller']>,
) => {
  if (session.state !== 'signedIn' || services.length === 0) return session
  const who = services.map((service) => serviceLabel(service)).join(', ')
  return all
    ? { ...session, state: 'signInNeeded' as const, label: 'The platform does not accept the sign-in. Sign in again.' }
    : { ...session, label: `${session.label}. ${who}: does not accept this sign-in. Sign in again.` }
}

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
  const { id, name, kind, baseUrl, marketplaceId, contentLanguage } = profile
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
      text: `Stallhand is about to send something to “${name}” for the first time since it started. This is your real shop: buyers read what is sent, and items change. Messages in the outbox are then sent automatically; retry anything that was not sent. Stallhand asks again after the next start.`,
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

  const requireNotPractice = (): void => {
    if (!isPractice) return
    const message = 'The practice shop has no secrets, and its seller signs in without them.'
    throw conflict(message)
  }

  const listSecrets = async () => {
    if (isPractice) return []
    const savedAtMs = times.list(id)
    return Promise.all(
      typedSecretNames.map(async (secretName) => {
        // The session reports a locked vault. Here it only means that the answer is unknown.
        const isKept = (await secrets.get(secretName).catch(() => undefined)) !== undefined
        return { name: secretName, isKept, sinceMs: isKept ? (savedAtMs[secretName] ?? null) : null }
      }),
    )
  }

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
    handlers: {
      status: async () => {
        const session = describeSession(await tokens.session(), refused.ofSeller())
        return {
          connection: { id, name, kind, baseUrl, marketplaceId, contentLanguage, platform: getPlatform(profile).id },
          online: online.status(),
          session: { ...session, scopes: [...session.scopes] },
          secrets: ports.vault.keeping,
          signIn: signIn.state(),
          permissions: isPractice ? [] : leftOut.permissions(session.scopes),
          signInHost: new URL(profile.oauth.authorizeUrl).host,
          keptSecrets: await listSecrets(),
          writes: { state: gate.state(), question: gate.question() },
        }
      },
      allowWrites: async () => ({
        isAllowed: gate.state() === 'unconfirmed' ? await askToAllowWrites() : gate.state() === 'open',
      }),
      lockWrites: async ({ isReadOnly }) => {
        // SECURITY (SEC-04): a page may lock, but only the seller unlocks.
        const isUnlocking = readOnly.isOn(id) && !isReadOnly
        if (isUnlocking && !(await ports.confirm(unlockQuestion(name)))) return
        readOnly.set(id, isReadOnly)
        gate.lock(isReadOnly)
      },
      tryNow: async () => {
        tryTokensAgain()
        await online.tryNow()
        return { state: online.status().state }
      },
      keepSecrets: async (typed) => {
        requireNotPractice()
        if (Object.values(typed).some((secret) => typeof secret === 'string')) await confirmHosts(profile, ports)
        const store = async (): Promise<void> => {
          for (const secretName of typedSecretNames) {
            const secret = typed[secretName]
            if (secret === undefined) continue
            // The end of the previous sign-in doesn't apply to a pasted token.
            if (secretName === 'refreshToken') await secrets.delete('refreshTokenEndsAt')
            if (secret === null) await secrets.delete(secretName)
            else {
              const stored = secretName === 'accessToken' ? formatPastedToken(secret, clock.nowMs()) : secret
              await secrets.set(secretName, stored)
            }
          }
        }
        // The legacy credentials don't affect the tokens, but legacy calls may wait for them.
        if (tokenSecretNames.some((secretName) => typed[secretName] !== undefined)) await tokens.changeSecrets(store)
        else {
          await store()
          resume()
        }
        // The cause of the last failed sign-in may be fixed now.
        if (signIn.state().phase === 'failed') await signIn.cancel()
        changed()
      },
      beginSignIn: async ({ without }) => {
        requireNotPractice()
        await confirmHosts(profile, ports)
        await signIn.begin(without)
        return signIn.state()
      },
      finishSignIn: async ({ pasted }) => {
        await signIn.finish(pasted)
        void online.tryNow()
      },
      cancelSignIn: () => signIn.cancel(),
      // SECURITY (Electron checklist 15): the window names a platform, never an address.
      openDeveloperPages: async ({ platform }) => {
        const { developerPage, label } = platforms[platform]
        if (developerPage === null) throw notFound(`The developer pages of ${label} are not known.`)
        await ports.openExternal(developerPage)
      },
      signOut: async () => {
        requireNotPractice()
        await signIn.cancel()
        await tokens.changeSecrets(async () => {
          for (const secretName of sellerSecretNames) await secrets.delete(secretName)
        })
        changed()
      },
      image: ({ url }) => pictures.image(url),
      calls: () => ({
        services: ledger.list().map(({ service, ...calls }) => ({ ...calls, label: serviceLabel(service) })),
      }),
      check: async () => {
        tryTokensAgain()
        return { services: [...(await checkServices(profile, send))] }
      },
    },
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
