/**
 * What SQLite says of the disk, in words a seller can act on.
 *
 * A statement that fails for the disk's sake is nobody's mistake here: what was typed stays on screen, and the sentence says
 * what to do. Errors of the SQL itself are ours and pass unchanged.
 */
import { Failure } from '../../shared/result.ts'

/** Primary result codes of SQLite: the low byte of the extended code that node:sqlite gives as `errcode`. */
const sentences: ReadonlyMap<number, string> = new Map([
  [5, 'Another program holds the database of this shop. Close it and try again; nothing was lost.'],
  [8, 'The database of this shop cannot be written. Check the rights of its folder and try again; nothing was lost.'],
  [10, 'The disk did not take what was to be written. Check the disk and its cable, and try again; nothing was lost.'],
  [11, 'The database of this shop is damaged. Close Stallhand and open it again: it then offers the newest backup.'],
  [13, 'The disk is full. Make room on it and try again; what is on the screen stays there.'],
  [14, 'The database of this shop cannot be opened any more. Check that its folder is there, and try again.'],
  [26, 'The database of this shop is damaged. Close Stallhand and open it again: it then offers the newest backup.'],
])

/** The `storage` failure that stands for this error, or the error itself where it is not of the disk. */
export const storageFailureOf = (error: unknown): unknown => {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error
  const message = sentences.get(error.errcode & 0xff)
  return message === undefined ? error : new Failure({ kind: 'storage', message }, error)
}
