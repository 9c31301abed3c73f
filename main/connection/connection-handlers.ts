/** What the window asks of the open connection: its state, its secrets, its sign-in, and whether it may write. */
import { type connectionContract, typedSecretNames } from '../../shared/connection/contract.ts'
import { type PlatformName, platforms } from '../../shared/connection/platforms.ts'
import { type ConnectionProfile, getPlatform } from '../../shared/connection/profile.ts'
import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import { conflict, notFound } from '../../shared/result.ts'
import type { ConnectionSecrets } from '../feature.ts'
import type { CallLedger } from '../http/call-ledger.ts'
import { serviceLabel } from '../http/failures.ts'
import type { OnlineMonitor } from '../http/online-monitor.ts'
import type { RefusedSignIns } from '../http/refused-sign-ins.ts'
import type { Send } from '../http/request.ts'
import type { WriteGate } from '../http/write-gate.ts'
import type { Ports, Question } from '../ports.ts'
import { checkServices } from './check-services.ts'
import type { ConnectionListHandlers } from './connection-list.ts'
import { confirmHosts } from './host-consent.ts'
import type { createLeftOutScopes } from './left-out-scopes.ts'
import type { Pictures } from './pictures.ts'
import { type createSecretTimes, sellerSecretNames } from './secrets.ts'
import type { createSellerSignIn } from './sign-in.ts'
import { formatPastedToken } from './stored-grants.ts'
import type { Tokens } from './tokens.ts'
import type { createReadOnlyModes } from './write-permissions.ts'

export type ConnectionHandlers = Omit<FeatureHandlers<typeof connectionContract>, keyof ConnectionListHandlers>

/** The secrets typed by the seller that tokens are fetched with. */
const tokenSecretNames = ['clientSecret', 'refreshToken', 'accessToken'] as const

const unlockQuestion = (name: string): Question => ({
  title: 'Turn read-only mode off?',
  text: `“${name}” can then be changed from Stallhand again.`,
  action: 'Turn off',
})

/** Reports a sign-in that looks valid here but that services refuse. */
const describeSession = <S extends { readonly state: string; readonly label: string }>(
  session: S,
  { services, all }: ReturnType<RefusedSignIns['ofSeller']>,
  { The }: PlatformName,
) => {
  if (session.state !== 'signedIn' || services.length === 0) return session
  const who = services.map((service) => serviceLabel(service)).join(', ')
  return all
    ? { ...session, state: 'signInNeeded' as const, label: `${The} doesn’t accept the sign-in. Sign in again.` }
    : { ...session, label: `${session.label}. ${who}: doesn’t accept this sign-in. Sign in again.` }
}

export const createConnectionHandlers = (deps: {
  readonly profile: ConnectionProfile
  readonly ports: Ports
  readonly send: Send
  readonly secrets: ConnectionSecrets
  readonly times: ReturnType<typeof createSecretTimes>
  readonly tokens: Tokens
  readonly refused: RefusedSignIns
  readonly signIn: ReturnType<typeof createSellerSignIn>
  readonly leftOut: ReturnType<typeof createLeftOutScopes>
  readonly readOnly: ReturnType<typeof createReadOnlyModes>
  readonly gate: WriteGate
  readonly online: OnlineMonitor
  readonly ledger: CallLedger
  readonly pictures: Pictures
  readonly askToAllowWrites: () => Promise<boolean>
  /** Forgets refused tokens, so that the next call tries again. */
  readonly tryTokensAgain: () => void
  /** Continues what waited for the platform. */
  readonly resume: () => void
  readonly changed: () => void
}): ConnectionHandlers => {
  const { profile, ports, secrets, tokens, signIn, leftOut, gate, online } = deps
  const { id, name, kind, baseUrl, marketplaceId, contentLanguage } = profile
  const isPractice = kind === 'practice'

  const requireNotPractice = (): void => {
    if (!isPractice) return
    const message = 'The practice shop has no secrets, and its seller signs in without them.'
    throw conflict(message)
  }

  const listSecrets = async () => {
    if (isPractice) return []
    const savedAtMs = deps.times.list(id)
    return Promise.all(
      typedSecretNames.map(async (secretName) => {
        // The session reports a locked vault. Here it only means that the answer is unknown.
        const isKept = (await secrets.get(secretName).catch(() => undefined)) !== undefined
        return { name: secretName, isKept, sinceMs: isKept ? (savedAtMs[secretName] ?? null) : null }
      }),
    )
  }

  return {
    status: async () => {
      const session = describeSession(await tokens.session(), deps.refused.ofSeller(), getPlatform(profile).name)
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
      isAllowed: gate.state() === 'unconfirmed' ? await deps.askToAllowWrites() : gate.state() === 'open',
    }),
    lockWrites: async ({ isReadOnly }) => {
      // SECURITY (SEC-04): a page may lock, but only the seller unlocks.
      const isUnlocking = deps.readOnly.isOn(id) && !isReadOnly
      if (isUnlocking && !(await ports.confirm(unlockQuestion(name)))) return
      deps.readOnly.set(id, isReadOnly)
      gate.lock(isReadOnly)
    },
    tryNow: async () => {
      deps.tryTokensAgain()
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
            const stored = secretName === 'accessToken' ? formatPastedToken(secret, ports.clock.nowMs()) : secret
            await secrets.set(secretName, stored)
          }
        }
      }
      // The legacy credentials don't affect the tokens, but legacy calls may wait for them.
      if (tokenSecretNames.some((secretName) => typed[secretName] !== undefined)) await tokens.changeSecrets(store)
      else {
        await store()
        deps.resume()
      }
      // The cause of the last failed sign-in may be fixed now.
      if (signIn.state().phase === 'failed') await signIn.cancel()
      deps.changed()
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
    openDeveloperPages: async ({ platform, page }) => {
      const { developerAccount, developerPage, label } = platforms[platform]
      const address = page === 'account' ? (developerAccount?.page ?? null) : developerPage
      if (address === null) throw notFound(`The developer pages of ${label} aren’t known.`)
      await ports.openExternal(address)
    },
    signOut: async () => {
      requireNotPractice()
      await signIn.cancel()
      await tokens.changeSecrets(async () => {
        for (const secretName of sellerSecretNames) await secrets.delete(secretName)
      })
      deps.changed()
    },
    image: ({ url }) => deps.pictures.image(url),
    calls: () => ({
      services: deps.ledger.list().map(({ service, ...calls }) => ({ ...calls, label: serviceLabel(service) })),
    }),
    check: async () => {
      deps.tryTokensAgain()
      return { services: [...(await checkServices(profile, deps.send))] }
    },
  }
}
