/** The states of a received notification, and their labels. */

import * as z from 'zod'
import type { PlatformName } from '../connection/platforms.ts'

/**
 * Who sent it, as far as its signature shows (RCV-08).
 * - `verified`: signed with a key of the platform.
 * - `late`: a legacy signature that matches, but for a time too far from its arrival. Quarantined until the seller
 * accepts it.
 * - `wrong`: the signature doesn't match. Quarantined.
 * - `notVerifiableNow`: the key couldn't be fetched yet. Verified later.
 * - `none`: no signature, so anyone could have sent it. Quarantined.
 */
export const signatureStateSchema = z.enum(['verified', 'late', 'wrong', 'notVerifiableNow', 'none'])
export type SignatureState = z.infer<typeof signatureStateSchema>

/**
 * - `waiting`: stored, not processed yet.
 * - `processed`: processed once, however often it was delivered.
 * - `failed`: verified, but unreadable.
 * - `quarantined`: not verified, never processed.
 */
export const processingStateSchema = z.enum(['waiting', 'processed', 'failed', 'quarantined'])
export type ProcessingState = z.infer<typeof processingStateSchema>

/**
 * Where a delivery came from; an event has the origin of its first one.
 * - `platform`: over the socket, from the platform or a sender that claims to be it.
 * - `replay`: over the socket, from this app.
 */
export const originSchema = z.enum(['platform', 'replay'])
export type Origin = z.infer<typeof originSchema>

export const eventFormatSchema = z.enum(['soap', 'json', 'unknown'])
export type EventFormat = z.infer<typeof eventFormatSchema>

const signatureLabels: Readonly<Record<Exclude<SignatureState, 'wrong'>, string>> = {
  verified: 'Verified',
  late: 'Late',
  notVerifiableNow: 'Not checked yet',
  none: 'No signature',
}

/** `platformName`: the platform's name in sentences. */
export const signatureLabel = (state: SignatureState, platformName: PlatformName): string =>
  state === 'wrong' ? `Not from ${platformName.the}` : signatureLabels[state]

export const processingLabels: Readonly<Record<ProcessingState, string>> = {
  waiting: 'Waiting',
  processed: 'Processed',
  failed: 'Failed',
  quarantined: 'Ignored',
}

export const originLabels: Readonly<Record<Origin, string>> = {
  platform: 'Received',
  replay: 'Processed again',
}
