/** Reads the connection profile named by `--connection`. */
import { readFileSync } from 'node:fs'
import type * as z from 'zod'
import { type GivenProfile, profileFileSchema } from '../../../shared/connection/profile.ts'
import { profileIssues } from '../../../shared/connection/profile-issues.ts'
import { notFound, validation } from '../../../shared/result.ts'

const MAX_PROFILE_BYTES = 256 * 1024

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it doesn’t exist',
  EISDIR: 'it is a folder',
  EACCES: 'you don’t have permission to read it',
  EPERM: 'you don’t have permission to read it',
}

const readCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown reason'

const describeIssue = (issue: z.core.$ZodIssue): { readonly path: string; readonly message: string } => {
  const at = issue.path.map(String).join('.')
  switch (issue.code) {
    case 'unrecognized_keys':
      return {
        path: [at, issue.keys[0]].filter((part) => part !== '').join('.'),
        message: 'isn’t a field of a profile. Check its spelling, or remove it',
      }
    case 'invalid_value':
      return { path: at, message: `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}` }
    default:
      return { path: at, message: issue.message }
  }
}

/**
 * Reads the profile in `file`; undefined if no file is given.
 *
 * Throws `validation` naming the file and the field, and `notFound` if the file can't be read. A profile has no field
 * for secrets, so a secret in the file is refused.
 */
export const readProfileFile = (file: string | undefined): GivenProfile | undefined => {
  if (file === undefined) return undefined
  const fix = 'Correct it, or leave --connection out.'

  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const code = readCode(error)
    throw notFound(
      `The connection profile ${file} can’t be read: ${reasons[code] ?? code}. Name another with --connection=FILE.`,
      error,
    )
  }
  if (text.length > MAX_PROFILE_BYTES) {
    throw validation(
      '--connection',
      `The connection profile ${file} is too large to be one. Name another with --connection=FILE.`,
    )
  }

  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw validation('--connection', `The connection profile ${file} isn’t JSON. ${fix}`)
  }

  const parsed = profileFileSchema.safeParse(json)
  if (!parsed.success) {
    const first = parsed.error.issues[0]
    const { path, message } =
      first === undefined ? { path: '', message: 'it has the wrong format' } : describeIssue(first)
    const field = path === '' ? 'The content' : `The field “${path}”`
    throw validation(path, `${field} of the connection profile ${file} is wrong: ${message}. ${fix}`)
  }
  if (parsed.data.kind !== 'practice' && parsed.data.baseUrl === undefined) {
    throw validation(
      'baseUrl',
      `The field “baseUrl” of the connection profile ${file} is missing: a ${parsed.data.kind} connection needs one. ${fix}`,
    )
  }
  // Defaults derived from the fields must also be valid.
  const issue = profileIssues(parsed.data)[0]
  if (issue !== undefined) {
    throw validation(
      issue.path,
      `The field “${issue.path}” of the connection profile ${file} is wrong: ${issue.message}. ${fix}`,
    )
  }
  return { profile: parsed.data, file }
}
