/** The steps in which a connection is set up, and which fields belong to each. Pure, so that the order can be tested. */
import type { ConnectionKind } from '../../shared/connection/profile.ts'
import { fieldPaths } from './profile-form.ts'

export const setUpSteps = ['shop', 'address', 'application', 'sign-in', 'check'] as const
export type SetUpStep = (typeof setUpSteps)[number]

export const stepTitles: Readonly<Record<SetUpStep, string>> = {
  shop: 'The shop',
  address: 'The platform',
  application: 'Your application',
  'sign-in': 'Sign-in',
  check: 'Check',
}

/** The practice shop needs no account: it is there at once. */
export const stepsOf = (kind: ConnectionKind): readonly SetUpStep[] =>
  kind === 'practice' ? ['shop', 'check'] : setUpSteps

const ownFields: Readonly<Partial<Record<SetUpStep, readonly string[]>>> = {
  shop: ['kind', 'name'],
  application: ['oauth.clientId', 'oauth.redirectUri', 'scopes.user', 'scopes.application'],
}

/** The step on which a field stands. What no step shows counts to the platform's, where all fields can be reached from. */
export const stepOfField = (field: string): SetUpStep =>
  setUpSteps.find((step) => ownFields[step]?.includes(field)) ?? 'address'

/** The first step with something wrong on it, up to and with `until`. */
export const firstWrongStep = (
  errors: Readonly<Partial<Record<string, string>>>,
  steps: readonly SetUpStep[],
  until: SetUpStep,
): SetUpStep | undefined => {
  const wrong = new Set(fieldPaths.filter((path) => errors[path] !== undefined).map(stepOfField))
  return steps.slice(0, steps.indexOf(until) + 1).find((step) => wrong.has(step))
}
