/** What the file system says of the disk, in words a seller can act on; storage-failure.ts does the same for SQLite. */
import { Failure } from '../../shared/result.ts'

const sentences: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Make room on it and try again; nothing was changed.',
  EDQUOT: 'Your part of the disk is full. Make room on it and try again; nothing was changed.',
  EROFS: 'The disk can only be read. Nothing was changed.',
  EACCES: 'The data folder cannot be written. Check its rights and try again; nothing was changed.',
  EPERM: 'The data folder cannot be written. Check its rights and try again; nothing was changed.',
  EIO: 'The disk did not take what was to be written. Check the disk and try again; nothing was changed.',
}

/** The `storage` failure that stands for an error of the file system, or the error itself where it is not of the disk. */
export const diskFailureOf = (error: unknown): unknown => {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error
  const message = Object.hasOwn(sentences, error.code) ? sentences[error.code] : undefined
  return message === undefined ? error : new Failure({ kind: 'storage', message }, error)
}
