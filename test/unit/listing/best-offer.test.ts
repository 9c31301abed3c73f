/** Best-offer limits against each other and the price, which the platform checks only at publishing. */
import { expect, it } from 'vitest'
import { findBestOfferProblem } from '../../../main/listing/offers/best-offer.ts'
import type { OfferField } from '../../../shared/listing/offer-field.ts'

const problem = (field: OfferField, texts: Readonly<Partial<Record<OfferField, string>>>): string =>
  findBestOfferProblem(field, (name) => texts[name] ?? '') ?? ''

const sound = { price: '50.00', bestOffer: 'yes', autoAcceptPrice: '40.00', autoDeclinePrice: '30.00' } as const

it('LST-16 FACT-49 refuses a decline limit that is not below the accepted amount', () => {
  expect(problem('autoDeclinePrice', { ...sound, autoDeclinePrice: '40.00' })).toContain('less than the amount')
  expect(problem('autoDeclinePrice', { ...sound, autoDeclinePrice: '45' })).toContain('40.00')
  expect(problem('autoDeclinePrice', sound)).toBe('')
})

it('LST-16 refuses a limit that is not below the price', () => {
  expect(problem('autoAcceptPrice', { ...sound, autoAcceptPrice: '50.00' })).toContain('less than the price, 50.00')
  expect(problem('autoAcceptPrice', sound)).toBe('')
})

it('LST-16 refuses a limit without best offer, which would have no effect', () => {
  expect(problem('autoAcceptPrice', { ...sound, bestOffer: 'no' })).toContain('no effect without best offer')
  expect(problem('autoAcceptPrice', { ...sound, bestOffer: '' })).toContain('no effect without best offer')
})
