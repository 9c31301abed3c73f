/** The steps of setting up a connection, and the fields of each. */
import { type FieldErrors, type FormFields, fieldPaths, hasBuiltInAddresses } from '../form/connection-fields.ts'

/** Ids of connections that don't exist yet: `new`, or `new:` and a preset. No connection's id has a colon. */
const NEW = /^new(?::(.+))?$/

export const isNewId = (id: string): boolean => NEW.test(id)
export const findPresetId = (id: string): string | undefined => NEW.exec(id)?.[1]

export const stepPath = (id: string, step: SetUpStep): readonly string[] => {
  if (!isNewId(id)) return ['set-up', id, step]
  const preset = findPresetId(id)
  return preset === undefined ? ['new', step] : ['new', preset, step]
}

export const setUpSteps = ['account', 'shop', 'address', 'application', 'sign-in', 'check'] as const
export type SetUpStep = (typeof setUpSteps)[number]

export const stepTitles: Readonly<Record<SetUpStep, string>> = {
  account: 'Developer account',
  shop: 'Shop',
  address: 'Platform',
  application: 'Application',
  'sign-in': 'Sign-in',
  check: 'Check',
}

/** The practice shop needs no account, and built-in addresses leave only the keys to enter. */
export const listSteps = (fields: FormFields): readonly SetUpStep[] => {
  if (fields.kind === 'practice') return ['shop', 'check']
  return hasBuiltInAddresses(fields)
    ? ['account', 'application', 'sign-in', 'check']
    : ['shop', 'address', 'application', 'sign-in', 'check']
}

const stepFields: Readonly<Partial<Record<SetUpStep, readonly string[]>>> = {
  shop: ['kind', 'name'],
  application: ['oauth.clientId', 'oauth.redirectUri', 'scopes.user', 'scopes.application'],
}

/** The step that shows a field. Fields without a step belong to `address`, which links to all of them. */
export const findStep = (field: string): SetUpStep =>
  setUpSteps.find((step) => stepFields[step]?.includes(field)) ?? 'address'

/** The first step up to `until` with an error. */
export const firstInvalidStep = (
  errors: FieldErrors,
  steps: readonly SetUpStep[],
  until: SetUpStep,
): SetUpStep | undefined => {
  // An error in a step that isn't listed is shown on the first one that has fields.
  const first = steps.find((step) => step !== 'account')
  const find = (path: string): SetUpStep | undefined => (steps.includes(findStep(path)) ? findStep(path) : first)
  const invalid = new Set(fieldPaths.filter((path) => errors[path] !== undefined).map(find))
  return steps.slice(0, steps.indexOf(until) + 1).find((step) => invalid.has(step))
}
