/** The whole contract, by feature. A method added to a feature's `contract.ts` doesn't compile without its handler. */
import { appContract } from '../app/contract.ts'
import { storageContract } from '../app/storage-contract.ts'
import { connectionContract } from '../connection/contract.ts'
import { earningsContract } from '../earnings/contract.ts'
import { inventoryContract } from '../inventory/contract.ts'
import { listingContract } from '../listing/contract.ts'
import { mappingContract } from '../mapping/contract.ts'
import { messagingContract } from '../messaging/contract.ts'
import { notificationsContract } from '../notifications/contract.ts'
import { offersContract } from '../offers/contract.ts'
import { ordersContract } from '../orders/contract.ts'
import { outboundContract } from '../outbound/contract.ts'
import { overviewContract } from '../overview/contract.ts'
import { practiceContract } from '../practice/contract.ts'
import { proposalsContract } from '../proposals/contract.ts'
import type { Client, EventMap, Handlers } from './define.ts'

export const contract = {
  app: appContract,
  storage: storageContract,
  connection: connectionContract,
  earnings: earningsContract,
  inventory: inventoryContract,
  listing: listingContract,
  mapping: mappingContract,
  messaging: messagingContract,
  notifications: notificationsContract,
  offers: offersContract,
  orders: ordersContract,
  outbound: outboundContract,
  overview: overviewContract,
  practice: practiceContract,
  proposals: proposalsContract,
} as const

export type StallhandContract = typeof contract
export type StallhandHandlers = Handlers<StallhandContract>
export type StallhandClient = Client<StallhandContract>
export type StallhandEvents = EventMap<StallhandContract>
