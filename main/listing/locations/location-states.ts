/** Enables and disables locations, and counts what depends on one (LST-05). */
import { randomUUID } from 'node:crypto'
import type { ActResult } from '../../../shared/outbound/act-result.ts'
import { conflict } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import type { Clock } from '../../ports.ts'
import type { Choices } from '../choices/choices.ts'
import type { ListingStore } from '../offers/listing-store.ts'
import type { OfferClient } from '../platform/offer-client.ts'
import { createLocationStateKind } from './location-state-kind.ts'

export type LocationStates = ReturnType<typeof createLocationStates>

export const createLocationStates = (deps: {
  readonly client: OfferClient
  readonly choices: Choices
  readonly store: ListingStore
  readonly outbound: Outbound
  readonly database: Database
  readonly clock: Clock
  readonly onChange: () => void
}) => {
  const { choices, store, database } = deps
  const queue = deps.outbound.register(
    createLocationStateKind({ ...deps, readLocations: choices.readLocations, refresh: choices.refresh }),
  )

  return {
    /** How many live listings, and how many listing drafts, of the last readings are sent from the location. */
    countUse: (merchantLocationKey: string) => store.countSentFrom(merchantLocationKey),
    /** Tries the change at once. Throws the platform's refusal; `conflict` while an earlier one may have been sent. */
    set: async (merchantLocationKey: string, isEnabled: boolean): Promise<ActResult> => {
      const location = choices.lastRead()?.locations.find((one) => one.merchantLocationKey === merchantLocationKey)
      const name = location?.name ?? merchantLocationKey
      const subject = `location:${merchantLocationKey}`
      const id = randomUUID()
      database.transaction(() => {
        queue.discard('subject = ?', [subject])
        if (queue.open('subject = ?', [subject]).length > 0) {
          throw conflict(
            `Stallhand is still checking whether the last change of ${name} arrived. Try again in a moment.`,
          )
        }
        queue.add({ id, lane: subject, subject, payload: { merchantLocationKey, name, isEnabled } })
      })
      return queue.try(id, subject)
    },
  }
}
