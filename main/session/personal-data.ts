/** The personal data that every feature declares, in erasure order (PLT-18). */
import { earningsPersonalData } from '../earnings/personal-data.ts'
import { erasurePersonalData } from '../erasure/own-personal-data.ts'
import type { PersonalData } from '../erasure/personal-data.ts'
import { inventoryPersonalData } from '../inventory/personal-data.ts'
import { listingPersonalData } from '../listing/personal-data.ts'
import { mappingPersonalData } from '../mapping/personal-data.ts'
import { messagingPersonalData } from '../messaging/personal-data.ts'
import { notificationsPersonalData } from '../notifications/personal-data.ts'
import { offersPersonalData } from '../offers/personal-data.ts'
import { ordersPersonalData } from '../orders/personal-data.ts'
import { outboundPersonalData } from '../outbound/personal-data.ts'
import { proposalsPersonalData } from '../proposals/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  outboundPersonalData,
  messagingPersonalData,
  ordersPersonalData,
  offersPersonalData,
  proposalsPersonalData,
  earningsPersonalData,
  notificationsPersonalData,
  inventoryPersonalData,
  listingPersonalData,
  mappingPersonalData,
  // Last: an erasure's mentions are written before, and those in erased conversations are removed here.
  erasurePersonalData,
]
