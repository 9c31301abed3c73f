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
  it('ORD-05 comes in seven languages', () => {
    expect(parcelReplyLanguages).toEqual(['en', 'de', 'fr', 'it', 'es', 'nl', 'pl'])
  })

  it.each(parcelReplyLanguages)('ORD-05 has every variable in %s', (language) => {
    const text = parcelReplyTemplate(language)
    for (const name of ['carrier', 'tracking', 'delivery']) expect(text).toContain(`{{${name}}}`)
    expect(parcelReplyText(language, { ...nothing, shipBy: 'Friday' })).toContain('{{shipBy}}')
  })

  it('ORD-05 leaves out the carrier and the delivery that are not known', () => {
    const text = parcelReplyText('en', { ...nothing, tracking: 'RN123456785GB' })
    expect(resolveText(text, { ...values, tracking: 'RN123456785GB' })).toMatchObject({ unresolved: [] })
    expect(text).not.toMatch(/Carrier|Expected/)
  })

  it('ORD-05 says when a parcel is sent that is not sent yet', () => {
    const text = parcelReplyText('de', { ...nothing, shipBy: '28. November' })
    expect(text).toContain('wird spätestens am {{shipBy}} verschickt')
    expect(text).not.toContain('{{tracking}}')
  })

  it('ORD-05 keeps the tracking number’s name if nothing is known, which blocks the send', () => {
    const { unresolved } = resolveText(parcelReplyText('en', nothing), values)
    expect(unresolved).toMatchObject([{ placeholder: '{{tracking}}' }])
  })

  it('ORD-05 is in English for a language it does not come in', () => {
    expect(parcelReplyText('sv', nothing)).toBe(parcelReplyText('en', nothing))
  })

  it.each([
    ['for the same language', 'de', 1],
    ['for any language', null, 1],
    ['for another language', 'fr', 2],
  ])('ORD-05 gives way to the seller’s own %s', (_, language, count) => {
    const own = { id: '1', name: PARCEL_REPLY_NAME, text: 'Mine', language }
    expect(withParcelReply([own], 'de', values)).toHaveLength(count)
  })
})
