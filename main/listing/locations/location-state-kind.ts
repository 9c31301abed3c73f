/**
 * Enabling and disabling a location, as a kind of the outbound queue (LST-05).
 *
 * While a location is disabled, live listings stay live, and the offers sent from it can't be changed:
 * https://developer.ebay.com/api-docs/sell/inventory/resources/location/methods/disableInventoryLocation
 */
import * as z from 'zod'
import type { ListingLocation } from '../../../shared/listing/contract/choices-contract.ts'
import { notFound } from '../../../shared/result.ts'
import type { Check, OutboundKind } from '../../outbound/kind.ts'
import type { Clock } from '../../ports.ts'
import type { OfferClient } from '../platform/offer-client.ts'
import { lost } from '../platform/offer-results.ts'

export const locationStateSchema = z.object({
  merchantLocationKey: z.string(),
  name: z.string(),
  isEnabled: z.boolean(),
})
export type LocationState = z.infer<typeof locationStateSchema>

export const createLocationStateKind = (deps: {
  readonly client: OfferClient
  readonly clock: Clock
  /** Reads the locations now. Throws the platform's or the network's error. */
  readonly readLocations: () => Promise<readonly ListingLocation[]>
  readonly onChange: () => void
  /** Reads what the window shows. */
  readonly refresh: () => Promise<unknown>
}): OutboundKind<LocationState, null> => {
  const { client, clock } = deps

  const find = async (key: string): Promise<ListingLocation | undefined> =>
    (await deps.readLocations()).find(({ merchantLocationKey }) => merchantLocationKey === key)

  return {
    name: 'locationState',
    payload: locationStateSchema,
    evidence: z.null(),
    describe: ({ payload: { name, isEnabled } }) => `${isEnabled ? 'Enable' : 'Disable'} the location ${name}`,
    // Locations are shown in a dialog of whichever item is open.
    page: () => null,
    check: async ({ payload: { merchantLocationKey, name, isEnabled } }): Promise<Check<null>> => {
      const atMs = clock.nowMs()
      const location = await find(merchantLocationKey)
      if (location === undefined) {
        const message = `The location ${name} no longer exists. Nothing was changed.`
        return { decision: 'refuse', error: notFound(message).detail }
      }
      return location.isEnabled === isEnabled ? { decision: 'alreadyThere', atMs } : { decision: 'send', before: null }
    },
    effect: 'replaces',
    dispatch: async ({ rows: [first], leave }, signal) => {
      if (first === undefined) return lost.outcome
      const { merchantLocationKey, isEnabled } = first.row.payload
      return (await client.setLocationState(merchantLocationKey, isEnabled, leave, signal)).outcome
    },
    settle: async ({ payload: { merchantLocationKey, isEnabled } }) => {
      const atMs = clock.nowMs()
      return { isDone: (await find(merchantLocationKey))?.isEnabled === isEnabled, after: null, atMs }
    },
    canSellerSettle: true,
    onChange: deps.onChange,
    afterSend: deps.refresh,
  }
}
