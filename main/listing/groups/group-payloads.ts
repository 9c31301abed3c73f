/** Publishing and ending a listing with variations, as stored in the outbound queue (LST-15). */
import * as z from 'zod'
import { feeSchema } from '../../../shared/outbound/run-contract.ts'
import type { OutboundKind } from '../../outbound/kind.ts'
import type { StepResult } from '../platform/offer-results.ts'

const base = {
  groupKey: z.string(),
  /** The SKU that names the listing in plans and results. */
  sku: z.string(),
  title: z.string(),
}

export const groupPublishSchema = z.object({
  ...base,
  /** What the seller confirmed of each variation that has an offer. A sold-out one stays in the listing. */
  offers: z
    .array(
      z.object({
        sku: z.string(),
        offerId: z.string(),
        price: z.string(),
        currency: z.string(),
        quantity: z.number(),
      }),
    )
    .min(1),
  /** The fees above zero that were shown; null if the platform didn't say. A higher fee stops publishing. */
  fees: z.array(feeSchema).nullable(),
})
export type GroupPublish = z.infer<typeof groupPublishSchema>

export const groupWithdrawSchema = z.object({ ...base, listingId: z.string(), skus: z.array(z.string()).min(1) })
export type GroupWithdraw = z.infer<typeof groupWithdrawSchema>

export type GroupAction = 'publish' | 'withdraw'
export type GroupPayloads = { readonly publish: GroupPublish; readonly withdraw: GroupWithdraw }

export const groupKindNames = {
  publish: 'groupPublish',
  withdraw: 'groupWithdraw',
} as const satisfies Readonly<Record<GroupAction, string>>

/** The same subject as that of a change of the group's record. */
export const subjectOfGroup = (groupKey: string): string => `group:${groupKey}`

export const listPayloadSkus = (payload: GroupPublish | GroupWithdraw): readonly string[] =>
  'offers' in payload ? payload.offers.map(({ sku }) => sku) : payload.skus

export type GroupKind<A extends GroupAction> = OutboundKind<GroupPayloads[A], null, undefined, StepResult>
