/** The steps of setting up a connection, and the fields of each. */
import { type FieldErrors, type FormFields, fieldPaths, hasBuiltInAddresses } from '../form/connection-fields.ts'

export const setUpSteps = ['shop', 'address', 'application', 'sign-in', 'check'] as const
export type SetUpStep = (typeof setUpSteps)[number]

export const stepTitles: Readonly<Record<SetUpStep, string>> = {
  shop: 'Shop',
  address: 'Platform',
  application: 'Application',
  'sign-in': 'Sign-in',
  check: 'Check',
}

/** The practice shop needs no account, and built-in addresses leave only the keys to enter. */
export const listSteps = (fields: FormFields): readonly SetUpStep[] => {
  if (fields.kind === 'practice') return ['shop', 'check']
  return hasBuiltInAddresses(fields) ? ['application', 'sign-in', 'check'] : setUpSteps
}

const stepFields: Readonly<Partial<Record<SetUpStep, readonly string[]>>> = {
  shop: ['kind', 'name'],
  application: ['oauth.clientId', 'oauth.redirectUri', 'scopes.user', 'scopes.application'],
}

/** The step that shows a field. Fields without a step count to the address, where all of them can be reached. */
export const findStep = (field: string): SetUpStep =>
  setUpSteps.find((step) => stepFields[step]?.includes(field)) ?? 'address'

/** The first step up to `until` with an error. */
export const firstInvalidStep = (
  errors: FieldErrors,
  steps: readonly SetUpStep[],
  until: SetUpStep,
): SetUpStep | undefined => {
  // What has no step of its own is shown on the first one.
  const find = (path: string): SetUpStep | undefined => (steps.includes(findStep(path)) ? findStep(path) : steps[0])
  const invalid = new Set(fieldPaths.filter((path) => errors[path] !== undefined).map(find))
  return steps.slice(0, steps.indexOf(until) + 1).find((step) => invalid.has(step))
}
