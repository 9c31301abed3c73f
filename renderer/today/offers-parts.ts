/** The parts of Today about buyers' offers. The shell provides them: a feature never imports another. */
import type { BestOffer } from '../../shared/offers/best-offer.ts'

export type OffersParts = {
  /** Declines an offer; it can be undone until it is sent. */
  readonly useDecline: () => (offer: BestOffer) => void
}
