/** Reads the connection profile that `--connection` names. */
import { readFileSync } from 'node:fs'
import type * as z from 'zod'
import {
  completeProfile,
  type ProfileFile,
  practiceProfileFile,
  profileFileSchema,
} from '../../../shared/connection/profile.ts'
import { Failure, validation } from '../../../shared/result.ts'

/** A profile is a page of text; anything far beyond is another file. */
const LARGEST_PROFILE_BYTES = 256 * 1024

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown reason'

/** `oauth.tokenUrl: …` — the field first, then what is allowed. */
const describe = (issue: z.core.$ZodIssue): { readonly path: string; readonly message: string } => {
  const at = issue.path.map(String).join('.')
  switch (issue.code) {
    case 'unrecognized_keys':
      return {
        path: [at, issue.keys[0]].filter((part) => part !== '').join('.'),
        message: 'is not a field of a profile. Check its spelling, or remove it',
      }
    case 'invalid_value':
      return { path: at, message: `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}` }
    default:
      return { path: at, message: issue.message }
  }
}

/**
 * The profile in `file`, or the practice shop when there is none.
 *
 * Throws `validation` naming the file and the field, and `notFound` where the file cannot be read. A secret has no field
 * here, so that one written into the file is refused by name instead of being kept.
 */
export const readProfileFile = (file: string | undefined): ProfileFile => {
  if (file === undefined) return practiceProfileFile
  const fix = 'Correct it, or leave --connection out to use the practice shop.'

  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const code = codeOf(error)
    throw new Failure(
      {
        kind: 'notFound',
        message: `The connection profile ${file} cannot be read: ${reasons[code] ?? code}. Name another with --connection=FILE.`,
      },
      error,
    )
  }
  if (text.length > LARGEST_PROFILE_BYTES) {
    throw validation(
      '--connection',
      `The connection profile ${file} is too large to be one. Name another with --connection=FILE.`,
    )
  }

  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw validation('--connection', `The connection profile ${file} is not JSON. ${fix}`)
  }

  const parsed = profileFileSchema.safeParse(json)
  if (!parsed.success) {
    const first = parsed.error.issues[0]
    const { path, message } = first === undefined ? { path: '', message: 'the shape is wrong' } : describe(first)
    const field = path === '' ? 'The whole' : `The field "${path}"`
    throw validation(path, `${field} of the connection profile ${file} is wrong: ${message}. ${fix}`)
  }
  if (parsed.data.kind !== 'practice' && parsed.data.baseUrl === undefined) {
    throw validation(
      'baseUrl',
      `The field "baseUrl" of the connection profile ${file} is missing: a ${parsed.data.kind} connection needs the platform's address. ${fix}`,
    )
  }
  // What follows from the given fields must hold too, and here a sentence can still name the file.
  try {
    completeProfile(parsed.data, 'http://127.0.0.1:1')
  } catch (error) {
    throw new Failure(
      {
        kind: 'validation',
        message: `The connection profile ${file} is not complete. ${fix}`,
        issues: [{ path: '--connection', message: 'not complete' }],
      },
      error,
    )
  }
  return parsed.data
}
