/** The guide to offers: those of buyers, and those to watchers. */
import type { Explanation } from './explanation.ts'

export const offersGuide: Explanation = {
  title: 'Buyers’ offers',
  text: 'They have a view of their own in the inbox, with the time left to answer. Accept, counter or decline with one key each; an answer waits a moment, so you can take it back.',
  more: 'Your floor is the lowest price that you want to see first: offers below it come last and can be declined together. Nothing is answered automatically, and your floor stays on this computer.',
  whatToDo: 'Inbox, View, Offers. To make an offer yourself: Items, More, Offer to watchers.',
}
