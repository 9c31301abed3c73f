/** The saved reply that comes with the app says only what is known. */
import { describe, expect, it } from 'vitest'
import {
  PARCEL_REPLY_NAME,
  parcelReplyLanguages,
  parcelReplyTemplate,
  parcelReplyText,
  withParcelReply,
} from '../../../renderer/messaging/saved-replies/parcel-reply.ts'
import { resolveText } from '../../../shared/messaging/saved-reply.ts'

const nothing = { carrier: null, tracking: null, shipBy: null, delivery: null }
const values = { buyer: 'anna', item: null, subject: null, order: null, ...nothing }

describe('the reply “Where is my parcel”', () => {
  it('ORD-05 comes in eight languages', () => {
    expect(parcelReplyLanguages).toEqual(['en', 'de', 'fr', 'it', 'es', 'nl', 'ja', 'pl'])
  })

  it.each(parcelReplyLanguages)('ORD-05 has every variable in %s', (language) => {
    const text = parcelReplyTemplate(language)
    for (const name of ['carrier', 'tracking', 'delivery']) expect(text).toContain(`{{${name}}}`)
    const until = { ...nothing, shipBy: 'Friday' }
    for (const parcel of ['notSent', 'partlySent'] as const) {
      expect(parcelReplyText(language, parcel, until)).toContain('{{shipBy}}')
    }
  })

  it('ORD-05 leaves out the carrier and the delivery that are not known', () => {
    const text = parcelReplyText('en', 'sent', { ...nothing, tracking: 'RN123456785GB' }) ?? ''
    expect(resolveText(text, { ...values, tracking: 'RN123456785GB' })).toMatchObject({ unresolved: [] })
    expect(text).not.toMatch(/Carrier|Expected/)
  })

  it('ORD-05 says when a parcel is sent that is not sent yet', () => {
    const text = parcelReplyText('de', 'notSent', { ...nothing, shipBy: '28. November' })
    expect(text).toContain('wird spätestens am {{shipBy}} verschickt')
    expect(text).not.toContain('{{tracking}}')
  })

  it('ORD-05 does not say that everything is on its way if a part is still to be sent', () => {
    const text = parcelReplyText('en', 'partlySent', { ...nothing, tracking: 'X1', shipBy: 'Friday' })
    expect(text).toMatch(/part of your order .*\nTracking number: .*\nThe rest will be sent by/)
  })

  const languagesAndParcels = parcelReplyLanguages.flatMap((language) =>
    (['notSent', 'partlySent', 'sent'] as const).map((parcel) => [language, parcel] as const),
  )
  it.each(languagesAndParcels)('ORD-05 names nothing that is not known in %s: %s', (language, parcel) => {
    const text = parcelReplyText(language, parcel, nothing) ?? ''
    expect(text).not.toBe('')
    expect(text).not.toContain('{{')
  })

  it('ORD-05 is not offered if nothing is known about a parcel', () => {
    expect(parcelReplyText('en', null, nothing)).toBeNull()
    expect(withParcelReply([], 'en', null, values)).toEqual([])
  })

  it('ORD-05 is in English for a language it does not come in', () => {
    expect(parcelReplyText('sv', 'sent', nothing)).toBe(parcelReplyText('en', 'sent', nothing))
  })

  it('ORD-05 says that it is in English where it does not come in the buyer’s language', () => {
    expect(withParcelReply([], 'ko', 'sent', values)).toMatchObject([
      { name: `${PARCEL_REPLY_NAME} (in English)`, language: 'en' },
    ])
    expect(withParcelReply([], 'ja', 'sent', values)).toMatchObject([{ name: PARCEL_REPLY_NAME, language: 'ja' }])
  })

  it.each([
    ['for the same language', 'de', 1],
    ['for any language', null, 1],
    ['for another language', 'fr', 2],
  ])('ORD-05 gives way to the seller’s own %s', (_, language, count) => {
    const own = { id: '1', name: PARCEL_REPLY_NAME, text: 'Mine', language }
    expect(withParcelReply([own], 'de', 'sent', values)).toHaveLength(count)
  })
})
