import { describe, expect, it } from 'vitest'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { signLegacyEvent } from '../../../main/practice/delivery/legacy-events.ts'
import { SOAP, startRig } from './notifications-rig.ts'

const AT = '2026-11-21T09:00:00.000Z'

const eventWith = (signature: string) =>
  `<s:Envelope xmlns:s="${SOAP}"><s:Header><RequesterCredentials><NotificationSignature>${signature}</NotificationSignature></RequesterCredentials></s:Header>` +
  `<s:Body><GetItemResponse><Timestamp>${AT}</Timestamp><NotificationEventName>ItemSold</NotificationEventName><Item><ItemID>1</ItemID></Item></GetItemResponse></s:Body></s:Envelope>`

const receive = async (options: { signature?: string; laterMs?: number; without?: string } = {}) => {
  const secrets = new Map<string, string>(Object.entries(practiceCredentials))
  if (options.without !== undefined) secrets.delete(options.without)
  const rig = await startRig({ profile: { platform: 'ebay' }, secrets })
  try {
    await rig.clock.advance(Date.parse(AT) + (options.laterMs ?? 0) - rig.clock.nowMs())
    await rig.post(eventWith(options.signature ?? signLegacyEvent(AT)))
    const [row] = await rig.until((log) => log[0] !== undefined && log[0].processing !== 'waiting')
    const page = await rig.page(row?.eventId ?? 0)
    return { row, page: JSON.stringify(page) }
  } finally {
    await rig.stop()
  }
}

describe('the signature of a legacy notification', () => {
  it('PLT-20 processes an event with a valid one', async () => {
    expect((await receive()).row).toMatchObject({ name: 'ItemSold', signature: 'verified', processing: 'processed' })
  })
  it('PLT-20 quarantines an event with a wrong one', async () => {
    expect((await receive({ signature: 'AAAA' })).row).toMatchObject({ signature: 'wrong', processing: 'quarantined' })
  })
  it('PLT-41 is neither a forgery nor a sale 15 minutes late: it says how far its time is off', async () => {
    const { row, page } = await receive({ laterMs: 15 * 60_000 })
    expect(row).toMatchObject({ signature: 'late', processing: 'quarantined', raises: null })
    expect(page).toContain('15 minutes before it arrived')
  })
  it('PLT-41 is processed late once the seller accepts it, and raises no alarm before', async () => {
    const rig = await startRig({ profile: { platform: 'ebay' }, secrets: new Map(Object.entries(practiceCredentials)) })
    try {
      await rig.clock.advance(Date.parse(AT) + 15 * 60_000 - rig.clock.nowMs())
      await rig.post(eventWith(signLegacyEvent(AT)))
      const [late] = await rig.until((log) => log[0]?.signature === 'late')
      expect(rig.notices).toEqual([])
      const { eventId } = await rig.handlers.acceptLate({ eventId: late?.eventId ?? 0 })
      const page = await rig.page(eventId)
      expect(page).toMatchObject({ name: 'ItemSold', itemId: '1', signature: 'verified', processing: 'processed' })
      expect(page.signatureMessage).toContain('You accepted it')
      expect(rig.notices).toHaveLength(1)
      await expect(rig.handlers.acceptLate({ eventId })).rejects.toMatchObject({ detail: { kind: 'conflict' } })
    } finally {
      await rig.stop()
    }
  })
  it('PLT-20 is checked before the answer, so that the event is filed in the commit that stores it', async () => {
    const secrets = new Map<string, string>(Object.entries(practiceCredentials))
    const rig = await startRig({ profile: { platform: 'ebay' }, secrets })
    try {
      await rig.clock.advance(Date.parse(AT) - rig.clock.nowMs())
      await rig.post(eventWith(signLegacyEvent(AT)))
      expect(await rig.events()).toMatchObject([{ name: 'ItemSold', processing: 'processed' }])
    } finally {
      await rig.stop()
    }
  })
  it('PLT-20 RCV-08 quarantines a replay with other content, since the signature covers only the time', async () => {
    const rig = await startRig({ profile: { platform: 'ebay' }, secrets: new Map(Object.entries(practiceCredentials)) })
    try {
      await rig.clock.advance(Date.parse(AT) - rig.clock.nowMs())
      const body = eventWith(signLegacyEvent(AT))
      await rig.post(body)
      const [event] = await rig.events()
      const eventId = event?.eventId ?? 0
      await rig.handlers.replay({ eventId, body: body.replace('<ItemID>1<', '<ItemID>2<') })
      const [copy] = await rig.until((log) => log.length === 2 && log[0]?.processing !== 'waiting')
      expect(copy).toMatchObject({ itemId: null, signature: 'wrong', processing: 'quarantined' })
      expect(rig.notices).toHaveLength(1)
      await rig.handlers.replay({ eventId })
      expect(await rig.until((log) => log[1]?.replayCount === 1)).toMatchObject([{}, { signature: 'verified' }])
    } finally {
      await rig.stop()
    }
  })
  it('PLT-20 quarantines the event without the Dev ID, and names what is missing', async () => {
    const { row, page } = await receive({ without: 'devName' })
    expect(row?.processing).toBe('quarantined')
    expect(page).toContain('developer id (Dev ID) is missing')
  })
})
