/** What every feature declares to hold of persons, in the order in which it is erased (PLT-18). */
import { erasurePersonalData } from '../erasure/own-personal-data.ts'
import type { PersonalData } from '../erasure/personal-data.ts'
import { inventoryPersonalData } from '../inventory/personal-data.ts'
import { listingPersonalData } from '../listing/personal-data.ts'
import { mappingPersonalData } from '../mapping/personal-data.ts'
import { messagingPersonalData } from '../messaging/personal-data.ts'
import { notificationsPersonalData } from '../notifications/personal-data.ts'
import { outboundPersonalData } from '../outbound/personal-data.ts'

export const personalData: readonly PersonalData[] = [
  outboundPersonalData,
  messagingPersonalData,
  notificationsPersonalData,
  inventoryPersonalData,
  listingPersonalData,
  mappingPersonalData,
  // Last: the mentions of an erasure are written before it, and those in erased conversations go again.
  erasurePersonalData,
]
