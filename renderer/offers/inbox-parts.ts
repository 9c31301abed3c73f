/** The parts of the inbox about offers. The shell passes them to the inbox. */
import { OfferBeside } from './inbox/offer-beside.tsx'
import { OffersView } from './inbox/offers-view.tsx'

export const inboxOffers = { View: OffersView, Beside: OfferBeside }
