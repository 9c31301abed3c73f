/** The guide to offers: those of buyers, and those to watchers. */
import type { Explanation } from './explanation.ts'

export const offersGuide: Explanation = {
  title: 'Offers of buyers',
  text: 'They are a view of the inbox, with the hours that are left. Accept, counter or decline with one key each; the answer waits a moment, so that you can take it back.',
  more: 'Your floor is the lowest price that you want to see first: offers below it come last and can be declined together. Nothing is answered by itself, and your floor stays on this computer.',
  whatToDo: 'Inbox, View, Offers. To make an offer yourself: Items, More, Offer to watchers.',
}
