/** Converts between a connection and the texts of its form. */
import type { EditedProfile } from '../../../shared/connection/contract.ts'
import { DEFAULT_PLATFORM, type Platform, type PlatformId, platforms } from '../../../shared/connection/platforms.ts'
import { addsOrigin, type ConnectionKind, profileDefaults } from '../../../shared/connection/profile.ts'
import { profileIssues } from '../../../shared/connection/profile-issues.ts'
import { type PresetName, presetNames } from '../../parts/preset-names.ts'

/** Texts by the path of their field; an empty one means the default. */
export type FormFields = Readonly<Record<string, string>>
export type FieldErrors = Readonly<Partial<Record<string, string>>>

type Section = Readonly<Record<string, unknown>>

const listPaths: readonly string[] = ['scopes.user', 'scopes.application']
const numberPaths: readonly string[] = [
  'limits.itemChangesPerDay',
  'limits.productsPerTask',
  'limits.backgroundReadsPerDay',
  'receiver.port',
]
/** Every field of the form. */
export const fieldPaths: readonly string[] = [
  'name',
  'kind',
  'baseUrl',
  'tradingEndpoint',
  'oauth.authorizeUrl',
  'oauth.tokenUrl',
  'oauth.clientId',
  'oauth.redirectUri',
  'scopeBase',
  'marketplaceId',
  'contentLanguage',
  'siteId',
  'compatibilityLevel',
  'mapping.startDocument',
  'mapping.startVariables',
  'mapping.taskDocument',
  'receiver.registeredUrl',
  'receiver.signatureForm',
  'platform',
  'headerWord',
  'graphqlUrl',
  'identityUrl',
  'mediaUrl',
  'financesUrl',
  'bulkPath',
  'limits.changesCountedPer',
  ...listPaths,
  ...numberPaths,
]

/** The required fields; all others have defaults. */
export const basicPaths: readonly string[] = ['name', 'kind', 'baseUrl', 'oauth.clientId', 'marketplaceId']

const readPath = (object: object, path: string): string => {
  const value = path.split('.').reduce<unknown>((section, key) => (section as Section | undefined)?.[key], object)
  return Array.isArray(value) ? value.join('\n') : String(value ?? '')
}

export const emptyFields = (kind: ConnectionKind = 'sandbox'): FormFields => ({
  ...Object.fromEntries(fieldPaths.map((path) => [path, ''])),
  kind,
})

/** The platform that the fields name. */
export const findPlatform = (fields: FormFields): Platform =>
  platforms[(fields.platform || DEFAULT_PLATFORM) as PlatformId] ?? platforms[DEFAULT_PLATFORM]

/** Whether the platform's addresses are built in, so the seller types none. */
export const hasBuiltInAddresses = (fields: FormFields): boolean =>
  fields.kind !== 'practice' && findPlatform(fields).environments !== null

/** A preset, and the fields that it fills in. */
type Preset = PresetName & { readonly fields: FormFields }

export const presets: readonly Preset[] = presetNames.map((preset) => {
  const { platform, kind, name } = preset
  return { ...preset, fields: { ...emptyFields(kind), platform, name } }
})

/** Language and site follow from the marketplace, so the previous marketplace's values are dropped (PLT-01). */
export const chooseMarketplace = (fields: FormFields, marketplaceId: string, contentLanguage = ''): FormFields => ({
  ...fields,
  marketplaceId,
  contentLanguage,
  siteId: '',
})

/** A marketplace in one of its languages, as one choice. */
export type MarketplaceChoice = {
  readonly id: string
  readonly marketplaceId: string
  /** Empty for the marketplace's main language. */
  readonly contentLanguage: string
  readonly label: string
  readonly description: string
}

/** Every marketplace of a platform, those with several languages once for each (PLT-35). */
export const listMarketplaceChoices = (
  { marketplaces }: Pick<Platform, 'marketplaces'>,
  nameLanguage: (tag: string) => string,
): readonly MarketplaceChoice[] =>
  marketplaces.flatMap(({ id: marketplaceId, label, language, otherLanguages = [], currency }) =>
    ['', ...otherLanguages].map((contentLanguage) => {
      const shown = contentLanguage || language
      return {
        id: contentLanguage === '' ? marketplaceId : `${marketplaceId} ${contentLanguage}`,
        marketplaceId,
        contentLanguage,
        label: otherLanguages.length === 0 ? label : `${label}, ${nameLanguage(shown)}`,
        description: `${marketplaceId} · ${shown} · ${currency}`,
      }
    }),
  )

export const toFields = (profile: object): FormFields =>
  Object.fromEntries(fieldPaths.map((path) => [path, readPath(profile, path)]))

/** The default of every field, shown as its placeholder. */
export const defaultFields = (fields: FormFields): FormFields => {
  const kind = fields.kind as ConnectionKind
  const platform = (fields.platform || DEFAULT_PLATFORM) as PlatformId
  const typed = fields.baseUrl?.trim().replace(/\/+$/, '') ?? ''
  const baseUrl = typed || (kind === 'practice' ? 'http://127.0.0.1:…' : 'https://…')
  const marketplaceId = fields.marketplaceId || undefined
  const scopeBase = fields.scopeBase?.trim() || undefined
  return toFields(profileDefaults({ kind, platform, marketplaceId, scopeBase, baseUrl: typed || undefined }, baseUrl))
}

const parseField = (path: string, text: string): unknown => {
  if (listPaths.includes(path)) return text.split(/\s+/).filter((line) => line !== '')
  if (numberPaths.includes(path)) return /^\d+$/.test(text.trim()) ? Number(text.trim()) : Number.NaN
  return path.startsWith('mapping.') ? text : text.trim()
}

/** The connection the fields describe, valid or not. Settings without a field stay as in `base`. */
export const toProfile = (fields: FormFields, base?: EditedProfile): object => {
  const profile: Record<string, unknown> = {}
  for (const key of ['pictureMirrors', 'canList'] as const) if (base?.[key] !== undefined) profile[key] = base[key]
  for (const path of fieldPaths) {
    const text = fields[path] ?? ''
    // An empty name is an error and has no default.
    if (text.trim() === '' && path !== 'name') continue
    const [section = '', key] = path.split('.')
    const value = parseField(path, text)
    profile[section] = key === undefined ? value : { ...(profile[section] as Section | undefined), [key]: value }
  }
  return profile
}

type ParsedFields = {
  /** Undefined while a field is invalid. */
  readonly profile: EditedProfile | undefined
  readonly errors: FieldErrors
  /** Saving deletes the secrets, since an address names another host. */
  readonly losesSecrets: boolean
}

/** The field an issue belongs to. The path of a scope's issue ends in its index. */
export const findField = (path: string): string => {
  const bare = path.replace(/^input\.profile\./, '')
  return fieldPaths.find((field) => bare === field || bare.startsWith(`${field}.`)) ?? 'name'
}

export const parseFields = (fields: FormFields, base?: EditedProfile): ParsedFields => {
  const candidate = toProfile(fields, base)
  const errors: Partial<Record<string, string>> = {}
  for (const { path, message } of profileIssues(candidate)) {
    errors[findField(path)] ??= `${message}.`
  }
  if (Object.keys(errors).length > 0) return { profile: undefined, errors, losesSecrets: false }
  const profile = candidate as EditedProfile
  return { profile, errors, losesSecrets: base !== undefined && addsOrigin(base, profile) }
}
