/** The problems of a profile, field by field, as messages for the seller. */
import type * as z from 'zod'
import { completeProfile, isLoopback, type ProfileFile, profileFileSchema } from './profile.ts'

/** `path` as in the file: `oauth.tokenUrl`. */
export type ProfileIssue = { readonly path: string; readonly message: string }

const toIssues = (error: z.ZodError): readonly ProfileIssue[] =>
  error.issues.map((issue) => {
    const path = issue.path.map(String).join('.')
    if (issue.code === 'unrecognized_keys') {
      return { path, message: `"${issue.keys[0] ?? ''}" is not a field of a connection. Remove it` }
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
    return `"${text}" is not an address. Write it with its scheme, such as https://hooks.example.com/notify`
  }
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return 'The address contains a name or password. Leave them out'
  if (kind === 'production') {
    if (url.protocol !== 'https:') {
      return 'Production requires HTTPS, with a certificate from a recognized authority'
    }
    return isLoopback(url.hostname)
      ? 'The platform cannot reach this machine by that name. Register the public address of your tunnel or proxy'
      : undefined
  }
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
    ? undefined
    : 'This is not HTTPS. Plain HTTP is allowed on this machine only (http://127.0.0.1)'
}

/** Empty if the profile can be saved and opened. */
export const profileIssues = (candidate: unknown): readonly ProfileIssue[] => {
  const parsed = profileFileSchema.safeParse(candidate)
  if (!parsed.success) return toIssues(parsed.error)
  const file = parsed.data
  if (file.kind !== 'practice' && file.baseUrl === undefined) {
    return [{ path: 'baseUrl', message: `A ${file.kind} connection needs the platform's address` }]
  }
  const registered = registeredUrlProblem(file)
  if (registered !== undefined) return [{ path: 'receiver.registeredUrl', message: registered }]
  try {
    completeProfile(file, 'http://127.0.0.1:1')
    return []
  } catch (error) {
    return toIssues(error as z.ZodError)
  }
}
