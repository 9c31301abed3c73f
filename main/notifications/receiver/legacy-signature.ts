/**
 * Checks the signature inside a legacy notification's envelope (PLT-20): base64 of MD5 over timestamp, DevID, AppID,
 * CertID.
 *
 * SECURITY: the signature proves that the sender knows the three ids, and covers the time but not the content. So it is
 * accepted only within ten minutes, measured at arrival. Outside that window the delivery is `late`: neither a forgery
 * nor a sale, until the seller accepts it (PLT-41).
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { EnvelopeHead } from './envelope-head.ts'
import type { Verdict } from './verdict.ts'

const MAX_AGE_MS = 10 * 60_000

/** The application's ids; undefined if the connection has none. */
export type LegacyIds = {
  readonly devId: string | undefined
  readonly appId: string | undefined
  readonly certId: string | undefined
}

const labels = { devId: 'developer id (Dev ID)', appId: 'application id (App ID)', certId: 'certificate id (Cert ID)' }

/** The labels of the connection's missing ids. */
export const findMissingIds = (ids: LegacyIds): readonly string[] =>
  (['devId', 'appId', 'certId'] as const).filter((name) => (ids[name] ?? '') === '').map((name) => labels[name])

const isSame = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other)

const MINUTE_MS = 60_000

const formatSpan = (ms: number): string => {
  const minutes = Math.round(ms / MINUTE_MS)
  if (minutes < 120) return `${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}

/** Describes how far off the time is, and the likely cause. */
const describeLate = (timestamp: string, arrivedAtMs: number): string => {
  const lateMs = arrivedAtMs - Date.parse(timestamp)
  if (Number.isNaN(lateMs)) return 'Signed with the IDs of this connection, but its time can’t be read.'
  return lateMs > 0
    ? `Signed with the IDs of this connection, but its time is ${formatSpan(lateMs)} before it arrived. It was delayed, or sent again by someone who has seen it.`
    : `Signed with the IDs of this connection, but its time is ${formatSpan(-lateMs)} after it arrived. Check the clock of this computer.`
}

/** `arrivedAtMs` is when the delivery arrived; for a replay, when its original did. */
export const verifyLegacySignature = (
  { signature, timestamp }: EnvelopeHead,
  ids: LegacyIds,
  arrivedAtMs: number,
): Verdict => {
  if (signature === '') return { signature: 'none', message: 'It has no signature.' }
  const missing = findMissingIds(ids)
  if (missing.length > 0) {
    const message = `Its signature can’t be checked: the ${missing.join(' and the ')} is missing. Enter it in Settings, then check again.`
    return { signature: 'none', message }
  }
  const expected = createHash('md5').update(`${timestamp}${ids.devId}${ids.appId}${ids.certId}`).digest()
  if (!isSame(Buffer.from(signature, 'base64'), expected)) {
    return { signature: 'wrong', message: 'Its signature doesn’t match its time and the IDs of this connection.' }
  }
  const distanceMs = Math.abs(Date.parse(timestamp) - arrivedAtMs)
  if (!(distanceMs <= MAX_AGE_MS)) return { signature: 'late', message: describeLate(timestamp, arrivedAtMs) }
  return { signature: 'verified', message: 'Signed with the IDs of this connection.' }
}
