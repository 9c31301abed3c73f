/** The states of a received notification, and the words for them. */
import * as z from 'zod'
import { assertNever } from '../result.ts'

/**
 * What is known of who sent it.
 *
 * - `verified`: signed with a key that the platform gave.
 * - `wrong`: the signature does not fit. Kept apart, never processed (RCV-08).
 * - `notVerifiableNow`: the key could not be fetched yet. Kept, and verified later (RCV-08).
 * - `none`: it came without a signature, so that anybody could have sent it. Kept apart.
 */
export const signatureStateSchema = z.enum(['verified', 'wrong', 'notVerifiableNow', 'none'])
export type SignatureState = z.infer<typeof signatureStateSchema>

/**
 * What became of it.
 *
 * - `waiting`: on disk, not worked through yet.
 * - `processed`: done, once, however often it was delivered.
 * - `failed`: could not be worked through; the claim is released.
 * - `heldApart`: not trusted, and therefore never processed.
 * - `imported`: came from a file, and is never processed.
 */
export const processingStateSchema = z.enum(['waiting', 'processed', 'failed', 'heldApart', 'imported'])
export type ProcessingState = z.infer<typeof processingStateSchema>

/**
 * Where a delivery came from, and an event by its first one.
 *
 * - `platform`: over the socket, from the platform or from whoever claims to be it.
 * - `replay`: over the socket, from the workbench of this app.
 * - `import`: from a file of captures, or repeated from one; never processed.
 */
export const originSchema = z.enum(['platform', 'replay', 'import'])
export type Origin = z.infer<typeof originSchema>

export const eventFormatSchema = z.enum(['soap', 'json', 'unknown'])
export type EventFormat = z.infer<typeof eventFormatSchema>

export const signatureWords = (state: SignatureState): string => {
  switch (state) {
    case 'verified':
      return 'Verified'
    case 'wrong':
      return 'Wrong signature'
    case 'notVerifiableNow':
      return 'Not checked yet'
    case 'none':
      return 'No signature'
    default:
      return assertNever(state)
  }
}

export const processingWords = (state: ProcessingState): string => {
  switch (state) {
    case 'waiting':
      return 'Waiting'
    case 'processed':
      return 'Processed'
    case 'failed':
      return 'Failed'
    case 'heldApart':
      return 'Held apart'
    case 'imported':
      return 'Imported'
    default:
      return assertNever(state)
  }
}

export const originWords = (origin: Origin): string => {
  switch (origin) {
    case 'platform':
      return 'Received'
    case 'replay':
      return 'Replayed'
    case 'import':
      return 'Imported'
    default:
      return assertNever(origin)
  }
}
