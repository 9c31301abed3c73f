/**
 * The part of the control surface where a person or a test plays buyers with offers. Only eBay has them.
 *
 * - GET    /practice/offers               { canOffer, listings: [{ listingId, title, price, left }], offers: [{ offerId, listingId, title,
 *                                         buyer, price, quantity, status, sellerMessage, expiresAtMs }], watcherOffers: [{ offerId,
 *                                         listingId, title, price, status, isOpen }] }, the newest first
 * - POST   /practice/offers               { buyer, sku | listingId, price, quantity?, message? }: a buyer makes an offer; `price` is for
 *                                         all pieces. Answers { offerId, notifications }
 * - POST   /practice/offers/{id}/withdraw the buyer withdraws it
 * - POST   /practice/offers/{id}/raise    { price }: the buyer withdraws it and offers more. Answers { offerId }
 * - POST   /practice/offers/{id}/answer   { action: accept | decline }: the seller answers on the platform's page, or, for a
 *                                         counter of the seller, the buyer does
 * - POST   /practice/offers/{id}/buy      { buyer? }: one of those who watch buys at the price that the seller offered to them
 */
import { Hono } from 'hono'
import * as z from 'zod'
import { answerControlErrors, ControlError, readBody, requireFound } from '../control/control-request.ts'
import { type PracticeApp, type PracticeEnv, wholeNumber } from '../control/faults.ts'
import type { Notifier } from '../delivery/notifier.ts'
import { listActive } from '../listing/active-list.ts'
import type { Practice } from '../shop/shop-state.ts'
import { addOffer, announceOffer, countLeft, expireOffers, findListing, sell, toCents } from './best-offers.ts'
import type { StoredBestOffer, StoredSellerOffer } from './offer-records.ts'

const price = z.string().regex(/^\d+(\.\d{1,2})?$/, 'must be an amount such as 40.00.')

const offerSchema = z.object({
  buyer: z.string().min(1).default('practice-buyer'),
  sku: z.string().optional(),
  listingId: z.string().optional(),
  price,
  quantity: wholeNumber(1, 1_000).default(1),
  message: z.string().default(''),
})

export const createOfferControl = (practice: Practice, notifier: Notifier): PracticeApp => {
  const app = new Hono<PracticeEnv>()
  answerControlErrors(app)
  const isEbay = practice.names.id === 'ebay'

  const requirePending = (offerId: string): StoredBestOffer => {
    expireOffers(practice, notifier)
    const offer = requireFound(
      practice.state.bestOffers.find((one) => one.offerId === offerId),
      'No offer has this number.',
    )
    if (offer.status !== 'Pending') throw new ControlError(400, 'This offer is no longer open.')
    return offer
  }

  const isOpen = ({ status, expiresAtMs }: StoredSellerOffer): boolean =>
    status === 'PENDING' && expiresAtMs > practice.now()

  const withTwoDigits = (amount: string): string => (toCents(amount) / 100).toFixed(2)

  app.get('/practice/offers', (c) => {
    expireOffers(practice, notifier)
    return c.json({
      canOffer: isEbay,
      listings: (isEbay ? listActive(practice) : [])
        .filter(({ type, variations }) => type === 'FixedPriceItem' && variations.length === 0)
        .map((listing) => ({
          listingId: listing.listingId,
          title: listing.title,
          price: listing.price,
          left: countLeft(listing),
        })),
      offers: practice.state.bestOffers.toReversed().map((offer) => ({
        offerId: offer.offerId,
        listingId: offer.listingId,
        title: findListing(practice, offer.listingId)?.title ?? offer.listingId,
        buyer: offer.buyer,
        type: offer.type,
        price: offer.price,
        quantity: offer.quantity,
        status: offer.status,
        sellerMessage: offer.sellerMessage,
        expiresAtMs: offer.expiresAtMs,
      })),
      watcherOffers: practice.state.sellerOffers.toReversed().map((offer) => ({
        offerId: offer.offerId,
        listingId: offer.listingId,
        title: findListing(practice, offer.listingId)?.title ?? offer.listingId,
        price: offer.price,
        status: offer.status,
        isOpen: isOpen(offer),
      })),
    })
  })

  app.post('/practice/offers', async (c) => {
    const made = await readBody(c, offerSchema)
    if (!isEbay) throw new ControlError(400, 'Only a practice shop on eBay has offers of buyers.')
    const ofSku = [...practice.state.offers.values()].find(({ sku }) => sku === made.sku)?.listing?.listingId
    const listingId = made.listingId ?? ofSku ?? ''
    const listing = requireFound(findListing(practice, listingId), 'No live listing has this number.')
    if (listing.type !== 'FixedPriceItem') throw new ControlError(400, 'Only listings with a fixed price have offers.')
    if (toCents(made.price) >= toCents(listing.price) * made.quantity) {
      throw new ControlError(400, 'price: must be below what the listing asks.')
    }
    if (countLeft(listing) < made.quantity) throw new ControlError(400, 'The listing has fewer pieces.')
    const { buyer, quantity, message: buyerMessage } = made
    const offer = addOffer(practice, {
      ...{ listingId, buyer, quantity, buyerMessage, price: withTwoDigits(made.price), type: 'BuyerBestOffer' },
    })
    return c.json({ offerId: offer.offerId, notifications: announceOffer(notifier, offer) })
  })

  app.post('/practice/offers/:offerId/withdraw', (c) => {
    requirePending(c.req.param('offerId')).status = 'Retracted'
    return c.json({})
  })

  app.post('/practice/offers/:offerId/raise', async (c) => {
    const offer = requirePending(c.req.param('offerId'))
    const raised = await readBody(c, z.object({ price }))
    offer.status = 'Retracted'
    const { listingId, buyer, quantity, buyerMessage } = offer
    const next = addOffer(practice, {
      ...{ listingId, buyer, quantity, buyerMessage, price: withTwoDigits(raised.price), type: 'BuyerBestOffer' },
    })
    announceOffer(notifier, next)
    return c.json({ offerId: next.offerId })
  })

  app.post('/practice/offers/:offerId/answer', async (c) => {
    const offer = requirePending(c.req.param('offerId'))
    const { action } = await readBody(c, z.object({ action: z.enum(['accept', 'decline']) }))
    offer.status = action === 'accept' ? 'Accepted' : 'Declined'
    announceOffer(notifier, offer)
    if (action === 'accept') sell(practice, notifier, offer)
    return c.json({})
  })

  app.post('/practice/offers/:offerId/buy', async (c) => {
    const { buyer } = await readBody(c, z.object({ buyer: z.string().min(1).default('watching_wanda') }))
    const offer = requireFound(
      practice.state.sellerOffers.find(({ offerId }) => offerId === c.req.param('offerId')),
      'No offer to those who watch has this number.',
    )
    if (!isOpen(offer)) throw new ControlError(400, 'This offer is no longer open.')
    const { listingId, quantity } = offer
    const listing = requireFound(findListing(practice, listingId), 'The listing has ended.')
    if (countLeft(listing) < quantity) throw new ControlError(400, 'The listing has fewer pieces.')
    offer.status = 'ACCEPTED'
    const price = ((toCents(offer.price) * quantity) / 100).toFixed(2)
    sell(practice, notifier, { listingId, buyer, quantity, price })
    return c.json({})
  })

  return app
}
