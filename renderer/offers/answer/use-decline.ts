/** Declines an offer from a line of another screen; it can be undone until it is sent. */
import type { BestOffer } from '../../../shared/offers/best-offer.ts'
import { toastFailure } from '../../ui/feedback/toast.tsx'
import { useAnswers } from './use-answers.ts'

export const useDecline = (): ((offer: BestOffer) => void) => {
  const answer = useAnswers()
  return (offer) => void answer({ action: 'Decline', offers: [offer] }).catch(toastFailure)
}
