/** The open connection: its profile, its way to the platform, its secrets, and its part of the contract. */
import { join } from 'node:path'
import { type connectionContract, typedSecretNames } from '../../shared/connection/contract.ts'
import {
  type ConnectionProfile,
  completeProfile,
  idOfProfile,
  type ProfileFile,
} from '../../shared/connection/profile.ts'
import type { FeatureEmit, FeatureHandlers } from '../../shared/ipc/define.ts'
import type { practiceContract } from '../../shared/practice/contract.ts'
import { Failure } from '../../shared/result.ts'
import type { ConnectionSecrets, OnlineState } from '../feature.ts'
import { createSend } from '../http/create-send.ts'
import type { Send } from '../http/request.ts'
import { createUndiciSend } from '../http/undici-send.ts'
import { withLog } from '../http/with-log.ts'
import { withRateLimit } from '../http/with-rate-limit.ts'
import { createWriteGate, type WriteConsent } from '../http/with-write-gate.ts'
import type { Ports } from '../ports.ts'
import type { Scheduler } from '../scheduler.ts'
import { checkServices, getOneConversation } from './check-services.ts'
import type { ConnectionListHandlers } from './connection-list.ts'
import type { ConsentFor } from './consents.ts'
import { createLocks } from './locks.ts'
import { createPictures } from './pictures.ts'
import { createPracticeHandlers } from './practice-control.ts'
import { openPracticeShop, type PracticeShop, practiceSecrets } from './practice-shop.ts'
import {
  createConnectionSecrets,
  createSecretTimes,
  sellerSecretNames,
  withDefaults,
  wordsOfLostSecrets,
} from './secrets.ts'
import { createSellerSignIn } from './sign-in.ts'
import { createTokens, pastedToken } from './tokens.ts'

export type OpenConnectionDeps = {
  readonly ports: Ports
  readonly profileFile: ProfileFile
  readonly scheduler: Scheduler
  /** The seller's word that production at this address may be changed: one for the whole run. */
  readonly consentFor: ConsentFor
  readonly emit: FeatureEmit<typeof connectionContract>
  /** Tells windows that the practice shop was changed through this app. */
  readonly emitPractice?: FeatureEmit<typeof practiceContract>
}

export type OpenConnection = {
  readonly profile: ConnectionProfile
  readonly send: Send
  readonly online: OnlineState
  /** To be called when the seller has something sent that goes out later: production asks for its word then. */
  readonly askToWrite: () => void
  readonly secrets: ConnectionSecrets
  /** What is asked of the open connection; the list of all is apart. */
  readonly handlers: Omit<FeatureHandlers<typeof connectionContract>, keyof ConnectionListHandlers>
  readonly practiceHandlers: FeatureHandlers<typeof practiceContract>
  /** What to say where secrets that were kept are not given back; `keptBefore`: whether the last start had a real vault. */
  readonly wordsOfLostSecrets: (keptBefore: boolean) => Promise<string | undefined>
  /** Makes the first call, so that the status bar tells the truth from the start. */
  readonly start: () => Promise<void>
  /** Closes every connection, and the practice platform where this app runs it. */
  readonly stop: () => Promise<void>
}

const noConsentNeeded: WriteConsent = { isGiven: () => true, give: () => undefined }

/** The origins that a token may go to: the connection's own services. */
const originsOf = (profile: ConnectionProfile): readonly string[] => [
  profile.baseUrl,
  profile.tradingEndpoint,
  profile.oauth.tokenUrl,
]

/**
 * Opens the connection of a profile file; a practice one without a base URL gets a practice platform of its own.
 *
 * Rejects with a `ZodError` where the profile is not whole, and with one sentence where the practice shop cannot be
 * opened; nothing is left running then.
 */
export const openConnection = async (deps: OpenConnectionDeps): Promise<OpenConnection> => {
  const { ports, profileFile, scheduler } = deps
  const { clock, log } = ports
  const needsShop = profileFile.kind === 'practice' && profileFile.baseUrl === undefined
  const shop: PracticeShop | undefined = needsShop
    ? await openPracticeShop(ports.dataDir, idOfProfile(profileFile))
    : undefined

  let profile: ConnectionProfile
  try {
    profile = completeProfile(profileFile, shop?.url)
  } catch (error) {
    await shop?.stop()
    throw error
  }

  const times = createSecretTimes(ports.settings)
  const vaultSecrets = createConnectionSecrets(ports.vault, profile.id, (secretName, isKept) =>
    times.note(profile.id, secretName, isKept ? clock.nowMs() : undefined),
  )
  const secrets = profile.kind === 'practice' ? withDefaults(vaultSecrets, practiceSecrets) : vaultSecrets
  const changed = (): void => deps.emit('changed', {})

  const afreshListeners = new Set<() => void>()

  const wire = createUndiciSend({ origins: originsOf(profile) })
  const tokens = createTokens({
    profile,
    secrets,
    send: withLog(wire.send, { clock, log }),
    clock,
    log,
    onChange: changed,
    onAfresh: () => {
      for (const listener of [...afreshListeners]) listener()
    },
  })
  const signIn = createSellerSignIn({
    profile,
    secrets,
    tokens,
    openExternal: ports.openExternal,
    linkScheme: ports.linkScheme,
    clock,
    log,
    onChange: changed,
  })
  // SECURITY: kept by id and not in the profile, so that no form and no file can unlock a connection by the way.
  const locks = createLocks(ports.settings)
  const gate = createWriteGate({
    consent: profile.kind === 'production' ? deps.consentFor(profile.id, profile.baseUrl) : noConsentNeeded,
    isReadOnly: locks.isLocked(profile.id),
    onChange: changed,
  })
  const { send, online } = createSend({
    gate,
    wire: wire.send,
    tokens,
    clock,
    log,
    random: ports.random,
    scheduler,
    onStatus: changed,
    probe: async () => {
      // Without a sign-in no token comes, and a 401 shows as well as any answer that somebody is there.
      const { state } = await tokens.session()
      const request = getOneConversation(profile)
      return state === 'signedIn' ? request : { ...request, credential: 'none' }
    },
  })

  // Pictures come from anywhere and carry nothing: a way of their own, which no token ever enters.
  const pictureWire = createUndiciSend({ origins: profile.pictureMirrors.map(({ to }) => to), publicHosts: true })
  const pictures = createPictures({
    mirrors: profile.pictureMirrors,
    send: withRateLimit(withLog(pictureWire.send, { clock, log }), { clock }),
    folder: join(ports.dataDir, 'pictures'),
    clock,
    log,
  })

  const demandSecrets = (): void => {
    if (profile.kind !== 'practice') return
    throw new Failure({
      kind: 'conflict',
      message: 'The practice shop has no secrets, and its seller is always signed in.',
    })
  }

  const keptSecrets = async () => {
    if (profile.kind === 'practice') return []
    const sinceMs = times.of(profile.id)
    return Promise.all(
      typedSecretNames.map(async (secretName) => {
        // A vault that is locked is said in the session's words; here it only means that nothing is known.
        const isKept = (await secrets.get(secretName).catch(() => undefined)) !== undefined
        return { name: secretName, isKept, sinceMs: isKept ? (sinceMs[secretName] ?? null) : null }
      }),
    )
  }

  const { id, name, kind, baseUrl, marketplaceId, contentLanguage } = profile
  return {
    profile,
    send,
    // What waits for the platform waits for the gate and for a sign-in just as well, and goes on when it has them.
    online: {
      isOnline: online.isOnline,
      onChange: (listener) => {
        const again = (): void => listener(online.isOnline())
        afreshListeners.add(again)
        const stops = [online.onChange(listener), gate.onOpen(again), () => void afreshListeners.delete(again)]
        return () => {
          for (const stop of stops) stop()
        }
      },
    },
    askToWrite: gate.ask,
    secrets,
    handlers: {
      status: async () => {
        const session = await tokens.session()
        return {
          connection: { id, name, kind, baseUrl, marketplaceId, contentLanguage },
          online: online.status(),
          session: { ...session, scopes: [...session.scopes] },
          secrets: ports.vault.keeping,
          itemChangesPerDay: profile.limits.itemChangesPerDay,
          signIn: signIn.state(),
          signInHost: new URL(profile.oauth.authorizeUrl).host,
          keptSecrets: await keptSecrets(),
          writes: { state: gate.state(), question: gate.question() },
        }
      },
      answerWrites: ({ isAllowed }) => {
        if (isAllowed) gate.allow()
        else gate.notNow()
        return {}
      },
      lockWrites: ({ isReadOnly }) => {
        locks.set(profile.id, isReadOnly)
        gate.lock(isReadOnly)
        return {}
      },
      tryNow: async () => {
        tokens.tryAgain()
        await online.tryNow()
        return { state: online.status().state }
      },
      keepSecrets: async (typed) => {
        demandSecrets()
        for (const secretName of typedSecretNames) {
          const secret = typed[secretName]
          if (secret === undefined) continue
          // What the platform said of the former sign-in's end does not hold for one that was pasted.
          if (secretName === 'refreshToken') await secrets.delete('refreshTokenEndsAt')
          if (secret === null) await secrets.delete(secretName)
          else await secrets.set(secretName, secretName === 'accessToken' ? pastedToken(secret, clock.nowMs()) : secret)
        }
        tokens.startAfresh()
        // Why the last sign-in failed may not hold any more.
        if (signIn.state().phase === 'failed') await signIn.cancel()
        changed()
        return {}
      },
      beginSignIn: async () => {
        demandSecrets()
        await signIn.begin()
        return signIn.state()
      },
      finishSignIn: async ({ pasted }) => {
        await signIn.finish(pasted)
        void online.tryNow()
        return {}
      },
      cancelSignIn: async () => {
        await signIn.cancel()
        return {}
      },
      signOut: async () => {
        demandSecrets()
        await signIn.cancel()
        for (const secretName of sellerSecretNames) await secrets.delete(secretName)
        tokens.startAfresh()
        changed()
        return {}
      },
      image: ({ url }) => pictures.image(url),
      check: async () => {
        tokens.tryAgain()
        return { services: [...(await checkServices(profile, send))] }
      },
    },
    practiceHandlers: createPracticeHandlers({
      profile,
      send: withLog(wire.send, { clock, log }),
      emit: (event, data) => deps.emitPractice?.(event, data),
    }),
    wordsOfLostSecrets: async (keptBefore) => {
      if (profile.kind === 'practice') return undefined
      const names = Object.keys(times.of(profile.id))
      // A vault that cannot be asked now has lost nothing that is known of.
      const kept = await Promise.all(names.map((name) => vaultSecrets.get(name).catch(() => '')))
      const lost = kept.filter((secret) => secret === undefined).length
      return wordsOfLostSecrets({ name: profile.name, lost, keptBefore, keeping: ports.vault.keeping })
    },
    start: async () => void online.tryNow(),
    stop: async () => {
      await signIn.cancel()
      await Promise.all([wire.close(), pictureWire.close()])
      await shop?.stop()
    },
  }
}
