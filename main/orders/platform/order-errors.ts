/** What the fulfillment service's refusals mean: https://developer.ebay.com/api-docs/sell/fulfillment/resources/order/methods */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import type { ErrorMeanings } from '../../http/failures.ts'

export const INVALID_ORDER_ID = 32100
export const FUTURE_DATE = 30850
export const DATE_TOO_OLD = 30830

export const orderErrors = ({ the, The }: PlatformName): ErrorMeanings => ({
  [FUTURE_DATE]: {
    cause: `This computer’s clock is ahead of ${the}’s.`,
    whatToDo: 'Set the clock of this computer, then refresh.',
  },
  [DATE_TOO_OLD]: {
    cause: `${The} keeps orders for two years, or this computer’s clock is behind.`,
    whatToDo: 'Check the clock of this computer, then refresh.',
  },
  [INVALID_ORDER_ID]: { cause: `${The} doesn’t have this order.`, whatToDo: 'Check the order’s number.' },
  32200: {
    cause: 'An item of the shipment isn’t part of the order.',
    whatToDo: 'Refresh the order and choose its items again.',
  },
  32210: { whatToDo: 'Refresh the order and choose its items again.' },
  32300: {
    cause: `${The} doesn’t take this tracking number or carrier.`,
    whatToDo: 'Check the number and choose the carrier.',
  },
  32400: { cause: `${The} has suspended the account.`, whatToDo: 'Read its messages to you on its own pages.' },
  32500: { cause: 'The shipment’s date can’t be right.', whatToDo: 'Set the clock of this computer.' },
  32600: { whatToDo: 'Refresh the order and check the shipment.' },
  34100: {
    cause: `The order has as many tracking numbers as ${the} allows.`,
    whatToDo: 'Tell the buyer the number in a message.',
  },
  34200: { whatToDo: 'Ship these items separately.' },
  34300: { whatToDo: `Mark these items as shipped on ${the}’s own page.` },
  34500: {
    cause: 'The order already has a shipment with this tracking number.',
    whatToDo: `Refresh the order. To change the shipment, use ${the}’s own page.`,
  },
})
