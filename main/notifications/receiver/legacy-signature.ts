/**
 * Checks the signature inside a legacy notification's envelope (PLT-20): base64 of MD5 over timestamp, DevID, AppID, CertID.
 *
 * SECURITY: it proves that the sender knows the three ids, and covers the time but not the content. So it is accepted for ten
 * minutes only, measured at arrival.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { childText, findChildren, type XmlElement } from '../xml.ts'
import type { Verdict } from './verdict.ts'

const MAX_AGE_MS = 10 * 60_000

/** The application's ids; undefined if the connection has none. */
export type LegacyIds = {
  readonly devId: string | undefined
  readonly appId: string | undefined
  readonly certId: string | undefined
}

const labels = { devId: 'developer id (Dev ID)', appId: 'application id (App ID)', certId: 'certificate id (Cert ID)' }

/** The labels of the ids that a connection lacks. */
export const findMissingIds = (ids: LegacyIds): readonly string[] =>
  (['devId', 'appId', 'certId'] as const).filter((name) => (ids[name] ?? '') === '').map((name) => labels[name])

const isSame = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other)

/** `arrivedAtMs` is when the delivery arrived; for a replay, when its original did. */
export const verifyLegacySignature = (root: XmlElement, ids: LegacyIds, arrivedAtMs: number): Verdict => {
  const credentials = findChildren(findChildren(root, 'Header')[0], 'RequesterCredentials')[0]
  const signature = childText(credentials, 'NotificationSignature') ?? ''
  if (signature === '') return { signature: 'none', message: 'It has no signature.' }
  const missing = findMissingIds(ids)
  if (missing.length > 0) {
    const message = `Its signature can’t be checked: the ${missing.join(' and the ')} is missing. Enter it in Settings, then check again.`
    return { signature: 'none', message }
  }
  const timestamp = childText(findChildren(root, 'Body')[0]?.children[0], 'Timestamp') ?? ''
  const expected = createHash('md5').update(`${timestamp}${ids.devId}${ids.appId}${ids.certId}`).digest()
  if (!isSame(Buffer.from(signature, 'base64'), expected)) {
    return { signature: 'wrong', message: 'Its signature doesn’t match its time and the ids of this connection.' }
  }
  const distanceMs = Math.abs(Date.parse(timestamp) - arrivedAtMs)
  if (!(distanceMs <= MAX_AGE_MS)) {
    return { signature: 'wrong', message: 'Its signature is for a time more than ten minutes away from its arrival.' }
  }
  return { signature: 'verified', message: 'Signed with the ids of this connection.' }
}
