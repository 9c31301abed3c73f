/** Access tokens: fetched when needed, renewed before they expire, kept in memory only (AUT-01, AUT-04, AUT-05). */
import { getPlatform } from '../../shared/connection/profile.ts'
import { Failure, validation } from '../../shared/result.ts'
import type { Services } from '../feature.ts'
import type { Credential, Send } from '../http/request.ts'
import type { TokenSource } from '../http/sender.ts'
import { createSerialQueue } from '../serial-queue.ts'
import { createAccessToken } from './access-token.ts'
import { type HeldToken, hashSecret, type TokenMemory } from './held-tokens.ts'
import { SignInNeeded } from './sign-in-needed.ts'
import { createStoredGrants, pastedTokenEnded, refreshSecret } from './stored-grants.ts'
import { createTokenEndpoint, TokenRefused } from './token-endpoint.ts'
import { createTokenFetch } from './token-fetch.ts'
import { createTokenRefusals } from './token-refusals.ts'

type SellerSession = {
  readonly state: 'signedIn' | 'signInNeeded'
  /** The seller's name, or why no seller is signed in. */
  readonly label: string
  readonly scopes: readonly string[]
  readonly expiresAtMs: number | null
  /** When the seller has to sign in again, if the platform said so. */
  readonly signInEndsAtMs: number | null
}

export type Tokens = TokenSource & {
  /**
   * Exchanges an authorization code for tokens and stores them. `redirectUri` and `scopes` are those of the sign-in
   * page's address. Throws `validation` if the platform refuses the code.
   */
  readonly signIn: (code: string, redirectUri: string, scopes: readonly string[]) => Promise<void>
  /** Who is signed in. Sends nothing. */
  readonly session: () => Promise<SellerSession>
  /** Forgets refusals, at the user's request. */
  readonly tryAgain: () => void
  /**
   * Runs `change`, which stores or deletes secrets, then forgets every token and refusal. A renewal in progress then
   * stores nothing, because it belongs to the old secrets.
   */
  readonly changeSecrets: (change: () => Promise<void>) => Promise<void>
}

type TokensDeps = Pick<Services, 'clock' | 'log' | 'profile' | 'secrets'> & {
  /** Must not add authorization itself. */
  readonly send: Send
  /** The tokens of the connection's earlier openings. They count if the stored secrets are still the same. */
  readonly memory?: TokenMemory
  /** The scopes to request. */
  readonly scopes: (credential: Credential) => readonly string[]
  /** Called when `session` has changed. */
  readonly onChange: () => void
  /** Called when calls that failed without a sign-in may work now: after new secrets, or a token after a refusal. */
  readonly onReset: () => void
}

/**
 * User tokens by refresh token, application tokens by client credentials (AUT-05). `current` and `renew` throw `signInNeeded`
 * when a secret is missing or refused, and then don't ask again until the secret changes or `tryAgain` is called (AUT-03).
 */
export const createTokens = (deps: TokensDeps): Tokens => {
  const { profile, clock } = deps
  const { name: platformName } = getPlatform(profile)
  const memory: TokenMemory = deps.memory ?? new Map<Credential, HeldToken>()
  const requestToken = createTokenEndpoint(deps)
  const grants = createStoredGrants(deps)
  const refusals = createTokenRefusals(clock)
  /** Runs changes of the stored secrets one at a time. */
  const runSerially = createSerialQueue()
  const fetchToken = createTokenFetch({ ...deps, requestToken, grants, refusals, runSerially })
  const createToken = (credential: Credential) =>
    createAccessToken(credential, {
      ...deps,
      memory,
      platformName,
      fetch: (rejected) => fetchToken(credential, rejected),
    })
  const tokens = { user: createToken('user'), application: createToken('application') }

  const clear = (): void => {
    refusals.forget()
    tokens.user.clear()
    tokens.application.clear()
  }

  /** Why there is no user token, as far as is known without a request. */
  const findProblem = async (): Promise<Failure | undefined> => {
    try {
      const grant = await grants.load('user')
      if (grant.kind === 'pasted' && grant.expiresAtMs <= clock.nowMs()) return pastedTokenEnded()
      return refusals.find('user', grant.secret)
    } catch (error) {
      if (error instanceof Failure) return error
      throw error
    }
  }

  /** Secrets may have been replaced or deleted while the connection was closed: the tokens they led to are then forgotten. */
  const checkEach = async (credentials: readonly Credential[]): Promise<void> => {
    for (const credential of credentials) {
      const grant = await grants.load(credential).catch(() => undefined)
      if (grant === undefined || memory.get(credential)?.secretHash !== hashSecret(grant.secret))
        memory.delete(credential)
    }
  }
  let inheritedCheck: Promise<void> | undefined
  const checkInherited = (): Promise<void> => {
    inheritedCheck ??= checkEach([...memory.keys()])
    return inheritedCheck
  }

  return {
    current: async (credential) => {
      await checkInherited()
      return tokens[credential].current()
    },
    renew: (credential, value) => tokens[credential].renew(value),
    signIn: async (code, redirectUri, scopes) => {
      const clientSecret = await grants.loadClientSecret()
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
      const granted = await requestToken({ form, clientSecret, scopes, isRepeatable: false }).catch(
        (error: unknown) => {
          if (!(error instanceof TokenRefused) || error.code !== 'invalid_grant') throw error
          throw validation(
            'input.pasted',
            `${platformName.The} doesn’t accept this code. A code works once, whole, for about five minutes, and only for the redirect of this connection. Start the sign-in again, and paste the whole address.`,
          )
        },
      )
      await runSerially(() => grants.save(granted))
      clear()
      const { refreshToken, token } = granted
      const secret = refreshToken === undefined ? token.value : refreshSecret(clientSecret, refreshToken)
      tokens.user.hold({ ...token, secret })
      deps.onChange()
      deps.onReset()
    },
    tryAgain: refusals.forget,
    changeSecrets: async (change) => {
      await runSerially(change)
      clear()
      deps.onReset()
    },
    session: async () => {
      await checkInherited()
      const token = memory.get('user')
      const problem = token === undefined ? await findProblem() : undefined
      if (problem !== undefined) {
        return {
          state: 'signInNeeded',
          // The label for the settings, and for links to them.
          label: problem instanceof SignInNeeded ? problem.label : problem.message,
          scopes: [],
          expiresAtMs: null,
          signInEndsAtMs: null,
        }
      }
      return {
        state: 'signedIn',
        label: profile.kind === 'practice' ? 'Practice seller' : `Seller of ${profile.name}`,
        scopes: token?.scopes ?? [],
        expiresAtMs: token?.expiresAtMs ?? null,
        signInEndsAtMs: await grants.signInEndsAtMs().catch(() => null),
      }
    },
  }
}
