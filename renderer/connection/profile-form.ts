/** The form of a connection: what is typed, and the profile it means. Pure, so that the rules can be tested without a window. */
import type { EditedProfile } from '../../shared/connection/contract.ts'
import { platformPresets } from '../../shared/connection/platforms.ts'
import { addsOrigin, type ConnectionKind, profileDefaults } from '../../shared/connection/profile.ts'
import { profileIssues } from '../../shared/connection/profile-issues.ts'

/** Texts by the path of their field in the profile; an empty one follows from the others. */
export type FormFields = Readonly<Record<string, string>>

type Section = Readonly<Record<string, unknown>>

const lines = ['scopes.user', 'scopes.application'] as const
const numbers = ['limits.itemChangesPerDay', 'limits.productsPerTask', 'receiver.port'] as const
const texts = [
  'name',
  'kind',
  'baseUrl',
  'tradingEndpoint',
  'oauth.authorizeUrl',
  'oauth.tokenUrl',
  'oauth.clientId',
  'oauth.redirectUri',
  'marketplaceId',
  'contentLanguage',
  'siteId',
  'compatibilityLevel',
  'mapping.startDocument',
  'mapping.taskDocument',
  'receiver.registeredUrl',
  'platform.upper',
  'platform.platformConversationType',
  'platform.authTokenElement',
  'platform.payloadType',
  'platform.soapNamespace',
  'platform.graphqlPath',
  'platform.bulkPath',
] as const

/** Every field of the form, in the order in which it is looked through for the first that is wrong. */
export const fieldPaths: readonly string[] = [...texts, ...lines, ...numbers]

/** Those that stand at the top, since a connection cannot do without them; the rest follows unless it is given. */
export const basicPaths: readonly string[] = ['name', 'kind', 'baseUrl', 'oauth.clientId', 'marketplaceId']

const at = (profile: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Section | undefined)?.[key], profile)

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return Array.isArray(value) ? value.join('\n') : String(value)
}

export const emptyFields = (kind: ConnectionKind = 'sandbox'): FormFields => ({
  ...Object.fromEntries(fieldPaths.map((path) => [path, ''])),
  kind,
})

export const fieldsOf = (profile: EditedProfile): FormFields =>
  Object.fromEntries(fieldPaths.map((path) => [path, textOf(at(profile, path))]))

/** What follows for every field that is left empty, as a placeholder shows it. */
export const placeholdersOf = (fields: FormFields): FormFields => {
  const kind = fields.kind as ConnectionKind
  const upper = fields['platform.upper']?.trim() ?? ''
  const typed = fields.baseUrl?.trim().replace(/\/+$/, '') ?? ''
  const baseUrl = typed === '' ? (kind === 'practice' ? 'http://127.0.0.1:…' : 'https://…') : typed
  const defaults = profileDefaults({ kind, ...(upper === '' ? {} : { platform: { upper } }) }, baseUrl)
  return Object.fromEntries(fieldPaths.map((path) => [path, textOf(at(defaults, path))]))
}

const readValue = (path: string, text: string): unknown => {
  if ((lines as readonly string[]).includes(path)) return text.split(/\s+/).filter((line) => line !== '')
  if ((numbers as readonly string[]).includes(path)) return /^\d+$/.test(text.trim()) ? Number(text.trim()) : Number.NaN
  return path.startsWith('mapping.') ? text : text.trim()
}

/** The profile that the fields mean, right or wrong. What has no field stays as `base` has it. */
export const profileOf = (fields: FormFields, base?: EditedProfile): object => {
  const profile: Record<string, unknown> =
    base?.pictureMirrors === undefined ? {} : { pictureMirrors: base.pictureMirrors }
  for (const path of fieldPaths) {
    const text = fields[path] ?? ''
    // The name must be definedProps, so that an empty one is wrong and not left out.
    if (text.trim() === '' && path !== 'name') continue
    const [section = '', key] = path.split('.')
    const value = readValue(path, text)
    if (key === undefined) profile[section] = value
    else profile[section] = { ...(profile[section] as Section | undefined), [key]: value }
  }
  return profile
}

export type FormReading = {
  /** The profile, where it is whole. */
  readonly profile: EditedProfile | undefined
  /** A sentence for each field that is wrong. */
  readonly errors: Readonly<Partial<Record<string, string>>>
  /** Saving deletes the secrets: an address leads to another host than before. */
  readonly losesSecrets: boolean
}

/** The field that an issue belongs to: a scope's own path ends in its number. */
export const fieldOfIssue = (path: string): string => {
  const bare = path.replace(/^input\.profile\./, '')
  return fieldPaths.find((field) => bare === field || bare.startsWith(`${field}.`)) ?? 'name'
}

const sentence = (message: string): string => (/[.?!]$/.test(message) ? message : `${message}.`)

export const readFields = (fields: FormFields, base?: EditedProfile): FormReading => {
  const candidate = profileOf(fields, base)
  const errors: Partial<Record<string, string>> = {}
  for (const { path, message } of profileIssues(candidate)) errors[fieldOfIssue(path)] ??= sentence(message)
  if (Object.keys(errors).length > 0) return { profile: undefined, errors, losesSecrets: false }
  const profile = candidate as EditedProfile
  return { profile, errors, losesSecrets: base !== undefined && addsOrigin(base, profile) }
}

const platformPaths = fieldPaths.filter((path) => path.startsWith('platform.'))

/** Which ready wording the fields are; `own` where they are none of them. */
export const wordsOf = (fields: FormFields): string => {
  const given = platformPaths.filter((path) => (fields[path] ?? '').trim() !== '')
  if (given.length === 0) return 'documents'
  const shown = placeholdersOf(fields)
  const found = platformPresets.find(({ platform }) =>
    platformPaths.every((path) => (fields[path]?.trim() || shown[path]) === textOf(at({ platform }, path))),
  )
  return found?.id ?? 'own'
}

/** The fields with a ready wording in them. */
export const withWords = (fields: FormFields, id: string): FormFields => {
  const words = platformPresets.find((one) => one.id === id)
  if (words === undefined) return fields
  const isDefault = words === platformPresets[0]
  return {
    ...fields,
    ...Object.fromEntries(
      platformPaths.map((path) => [path, isDefault ? '' : textOf(at({ platform: words.platform }, path))]),
    ),
  }
}
