/** The problems of a profile, field by field, as messages for the seller. */
import type * as z from 'zod'
import { completeProfile, getPlatform, isLoopback, type ProfileFile, profileFileSchema } from './profile.ts'

/** `path` as in the file: `oauth.tokenUrl`. */
export type ProfileIssue = { readonly path: string; readonly message: string }

const toIssues = (error: z.ZodError): readonly ProfileIssue[] =>
  error.issues.map((issue) => {
    const path = issue.path.map(String).join('.')
    if (issue.code === 'unrecognized_keys') {
      return { path, message: `“${issue.keys[0] ?? ''}” isn’t a field of a connection. Remove it` }
    }
    if (issue.code === 'invalid_value') {
      return { path, message: `Choose one of ${issue.values.map(String).join(', ')}` }
    }
    return { path, message: issue.message }
  })

/** RCV-14: the registered address must be HTTPS. Sandbox and practice may use plain HTTP on this machine. */
const registeredUrlProblem = ({ kind, receiver }: ProfileFile): string | undefined => {
  const text = receiver?.registeredUrl
  if (text === undefined || text === null) return undefined
  if (!URL.canParse(text)) {
    return `“${text}” isn’t an address. Write it with its scheme, such as https://hooks.example.com/notify`
  }
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return 'The address contains a name or password. Leave them out'
  if (kind === 'production') {
    if (url.protocol !== 'https:') {
      return 'Production requires HTTPS, with a certificate from a recognized authority'
    }
    return isLoopback(url.hostname)
      ? 'Nothing outside this computer can reach it by that name. Register the public address of your tunnel or proxy'
      : undefined
  }
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
    ? undefined
    : 'This isn’t HTTPS. Plain HTTP is allowed on this computer only (http://127.0.0.1)'
}

const addressPaths = ['baseUrl', 'tradingEndpoint', 'graphqlUrl', 'identityUrl', 'mediaUrl', 'financesUrl'] as const
const signInPaths = ['authorizeUrl', 'tokenUrl'] as const

/**
 * PLT-02: a platform with its own addresses is reached only there, so no one can talk a seller into another host. Only
 * a base URL on this machine replaces them.
 */
const addressIssue = (file: ProfileFile): ProfileIssue | undefined => {
  const { environments, label, name } = getPlatform(file)
  if (file.kind === 'practice') return undefined
  if (environments === null) {
    if (file.baseUrl !== undefined) return undefined
    return { path: 'baseUrl', message: `A ${file.kind} connection needs ${name.the}’s address` }
  }
  if (file.baseUrl !== undefined && isLoopback(new URL(file.baseUrl).hostname)) return undefined
  const given = [
    ...addressPaths.filter((path) => file[path] !== undefined),
    ...signInPaths.filter((path) => file.oauth?.[path] !== undefined).map((path) => `oauth.${path}`),
  ]
  return given[0] === undefined
    ? undefined
    : { path: given[0], message: `The addresses of ${label} are built in. Leave this field empty` }
}

/** PLT-01: sellers easily mix up the values of the developer pages. */
const signInIssue = ({ kind, oauth, ...file }: ProfileFile): ProfileIssue | undefined => {
  const { redirect, clientIdMarks, label } = getPlatform(file)
  if (redirect === 'name' && kind !== 'practice' && /[:/]/.test(oauth?.redirectUri ?? '')) {
    const message = `This is an address. Enter the RuName, which is listed beside it on the developer pages of ${label}`
    return { path: 'oauth.redirectUri', message }
  }
  if (clientIdMarks === null || kind === 'practice') return undefined
  const other = kind === 'sandbox' ? 'production' : 'sandbox'
  if (!(oauth?.clientId ?? '').includes(clientIdMarks[other])) return undefined
  const message = `This client ID belongs to ${label} ${other}. Enter the one of the ${kind} keyset, with ${clientIdMarks[kind]} in it`
  return { path: 'oauth.clientId', message }
}

/** PLT-01: an unknown marketplace would be refused by every service. */
const marketplaceIssue = (file: ProfileFile): ProfileIssue | undefined => {
  const { environments, marketplaces, label } = getPlatform(file)
  const isKnown = file.marketplaceId === undefined || marketplaces.some(({ id }) => id === file.marketplaceId)
  if (environments === null || isKnown) return undefined
  return {
    path: 'marketplaceId',
    message: `“${file.marketplaceId}” isn’t a marketplace of ${label}. Choose one from the list`,
  }
}

/** Empty if the profile can be saved and opened. */
export const profileIssues = (candidate: unknown): readonly ProfileIssue[] => {
  const parsed = profileFileSchema.safeParse(candidate)
  if (!parsed.success) return toIssues(parsed.error)
  const file = parsed.data
  const found = addressIssue(file) ?? signInIssue(file) ?? marketplaceIssue(file)
  if (found !== undefined) return [found]
  const registered = registeredUrlProblem(file)
  if (registered !== undefined) return [{ path: 'receiver.registeredUrl', message: registered }]
  try {
    completeProfile(file, 'http://127.0.0.1:1')
    return []
  } catch (error) {
    return toIssues(error as z.ZodError)
  }
}
