/** What is wrong with a profile, field by field, in sentences that a seller understands. */
import type * as z from 'zod'
import { completeProfile, isLoopback, type ProfileFile, profileFileSchema } from './profile.ts'

/** `path` as in the file: `oauth.tokenUrl`. */
export type ProfileIssue = { readonly path: string; readonly message: string }

const told = (error: z.ZodError): readonly ProfileIssue[] =>
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

/**
 * The address that is registered with the platform for notifications (RCV-14, document 3 section 6): HTTPS, for
 * production always; plain HTTP on this machine is for sandbox and practice.
 */
const registeredUrlProblem = ({ kind, receiver }: ProfileFile): string | undefined => {
  const text = receiver?.registeredUrl
  if (text === undefined || text === null) return undefined
  if (!URL.canParse(text)) {
    return `"${text}" is not an address. Write it with its scheme, such as https://hooks.example.com/notify`
  }
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return 'The address holds a name or password. Leave them out'
  if (kind === 'production') {
    if (url.protocol !== 'https:') {
      return 'Production takes HTTPS only, with a certificate from a recognized authority'
    }
    return isLoopback(url.hostname)
      ? 'The platform cannot reach this machine under that name. Register the public address of your tunnel or proxy'
      : undefined
  }
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
    ? undefined
    : 'This is not HTTPS. Plain HTTP is allowed on this machine only (http://127.0.0.1)'
}

/** An empty list: the profile can be kept and opened. */
export const profileIssues = (candidate: unknown): readonly ProfileIssue[] => {
  const parsed = profileFileSchema.safeParse(candidate)
  if (!parsed.success) return told(parsed.error)
  const file = parsed.data
  if (file.kind !== 'practice' && file.baseUrl === undefined) {
    return [{ path: 'baseUrl', message: `A ${file.kind} connection needs the platform's address` }]
  }
  const registered = registeredUrlProblem(file)
  if (registered !== undefined) return [{ path: 'receiver.registeredUrl', message: `${registered} (RCV-14)` }]
  const whole = ((): z.ZodError | undefined => {
    try {
      completeProfile(file, 'http://127.0.0.1:1')
      return undefined
    } catch (error) {
      return error as z.ZodError
    }
  })()
  return whole === undefined ? [] : told(whole)
}
