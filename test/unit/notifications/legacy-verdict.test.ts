/** What a legacy notification's signature proves, by its time and the connection's ids (PLT-20, PLT-41). */
import { describe, expect, it } from 'vitest'
import {
  findMissingIds,
  type LegacyIds,
  verifyLegacySignature,
} from '../../../main/notifications/receiver/legacy-signature.ts'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { signLegacyEvent } from '../../../main/practice/delivery/legacy-events.ts'

const AT = '2026-11-21T09:00:00.000Z'
const AT_MS = Date.parse(AT)
const MINUTE_MS = 60_000
const ids: LegacyIds = {
  devId: practiceCredentials.devName,
  appId: practiceCredentials.appName,
  certId: practiceCredentials.certName,
}

const verify = (
  over: { signature?: string; timestamp?: string; afterMs?: number; known?: Partial<LegacyIds> } = {},
) => {
  const timestamp = over.timestamp ?? AT
  const head = { signature: over.signature ?? signLegacyEvent(timestamp), timestamp }
  return verifyLegacySignature(head, { ...ids, ...over.known }, AT_MS + (over.afterMs ?? 0))
}

describe('the signature of a legacy notification', () => {
  it.each([0, 10 * MINUTE_MS, -10 * MINUTE_MS])('PLT-20 is valid within ten minutes: %d ms', (afterMs) => {
    expect(verify({ afterMs }).signature).toBe('verified')
  })

  it.each<readonly [number, string]>([
    [10 * MINUTE_MS + 1, '10 minutes before it arrived. It was delayed'],
    [119 * MINUTE_MS, '119 minutes before it arrived'],
    [120 * MINUTE_MS, '2 hours before it arrived'],
    [5 * 60 * MINUTE_MS, '5 hours before it arrived'],
    [47 * 60 * MINUTE_MS, '47 hours before it arrived'],
    [48 * 60 * MINUTE_MS, '2 days before it arrived'],
    [3 * 24 * 60 * MINUTE_MS, '3 days before it arrived'],
    [-15 * MINUTE_MS, 'its time is 15 minutes after it arrived. Check the clock of this computer.'],
  ])('PLT-41 is late outside of them, and says by how much: %d ms', (afterMs, message) => {
    expect(verify({ afterMs })).toEqual({ signature: 'late', message: expect.stringContaining(message) })
  })

  it('PLT-41 is late if its time can’t be read', () => {
    expect(verify({ timestamp: 'soon' })).toEqual({
      signature: 'late',
      message: expect.stringContaining('can’t be read'),
    })
  })

  it.each(['AAAA', 'not base64', Buffer.alloc(16).toString('base64')])(
    'PLT-20 is wrong if it is another: %s',
    (signature) => {
      expect(verify({ signature }).signature).toBe('wrong')
    },
  )

  it('PLT-20 is none if the notification has none', () => {
    expect(verify({ signature: '' })).toEqual({ signature: 'none', message: 'It has no signature.' })
  })

  it('PLT-20 can’t be checked without the ids, which are named', () => {
    expect(findMissingIds(ids)).toEqual([])
    expect(findMissingIds({ ...ids, appId: undefined, certId: '' })).toEqual([
      'application id (App ID)',
      'certificate id (Cert ID)',
    ])
    expect(verify({ known: { devId: '' } })).toEqual({
      signature: 'none',
      message: expect.stringContaining('the developer id (Dev ID) is missing'),
    })
  })
})
