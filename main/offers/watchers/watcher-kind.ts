/**
 * Offers to watchers as a kind of the outbound queue (LST-26). Nothing takes one back, and no call lists those that were sent. The
 * readings show whether a listing's watchers can still get one, which isn't proof, so the seller decides about a lost answer.
 */
import * as z from 'zod'
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import { type Money, moneyText } from '../../../shared/money.ts'
import { moneySchema } from '../../../shared/offers/best-offer.ts'
import { toRunChange } from '../../../shared/outbound/run-change.ts'
import type { RunChange } from '../../../shared/outbound/run-contract.ts'
import type { OutboundKind, OutboundRow } from '../../outbound/kind.ts'
import { triggerOf } from '../../outbound/outcome.ts'
import type { Clock } from '../../ports.ts'
import type { SentToWatchers, WatcherOffersPort } from '../platform/adapter.ts'
import type { EligibleReader } from './eligible-reader.ts'

export const watcherPayloadSchema = z.object({
  listingId: z.string(),
  title: z.string().nullable(),
  sku: z.string().nullable(),
  /** The listing's price of one piece that the plan began with. */
  asked: moneySchema,
  /** What one piece costs with the offer. */
  price: moneySchema,
  /** Null: the price is sent. */
  percent: z.int().nullable(),
  quantity: z.int(),
  /** Empty: none. */
  message: z.string(),
})
export type WatcherPayload = z.infer<typeof watcherPayloadSchema>

const evidenceSchema = z.object({
  /** Whether the listing's watchers could get an offer. */
  isEligible: z.boolean(),
  atMs: z.number(),
})
type WatcherEvidence = z.infer<typeof evidenceSchema>

export type WatcherRow = OutboundRow<WatcherPayload, WatcherEvidence>
export type WatcherKind = OutboundKind<WatcherPayload, WatcherEvidence, undefined, SentToWatchers>

export const watcherSubject = (listingId: string): string => `watchers:${listingId}`

const refuse = (message: string) => ({ decision: 'refuse', error: { kind: 'conflict', message } }) as const

export const describeDiscount = ({ asked, price, percent, message }: WatcherPayload): readonly RunChange[] => [
  toRunChange(percent === null ? 'Price for watchers' : `Price for watchers, ${percent}% off`, {
    before: `${moneyText(asked)} ${asked.currency}`,
    after: `${moneyText(price)} ${price.currency}`,
  }),
  ...(message === '' ? [] : [toRunChange('Message', { after: message })]),
]

export const createWatcherKind = (deps: {
  readonly port: WatcherOffersPort
  readonly eligible: EligibleReader
  readonly clock: Clock
  readonly name: PlatformName
  readonly money: (money: Money) => string
  /** The listing's price of one piece now; undefined if it isn't known. */
  readonly priceOf: (listingId: string) => Money | undefined
  /** Until when the last offer to the listing's watchers runs, as a text; undefined if none runs. */
  readonly findRunning: (listingId: string) => string | undefined
  /** Runs in the transaction that stores the state. */
  readonly onState: (row: WatcherRow, answer: SentToWatchers | undefined) => void
  readonly onChange: () => void
}): WatcherKind => {
  const { port, eligible, clock } = deps
  return {
    name: 'watcherOffer',
    payload: watcherPayloadSchema,
    evidence: evidenceSchema,
    describe: ({ payload: { title, listingId, price }, state }) => {
      const about = `Offer ${title ?? listingId} to its watchers for ${deps.money(price)}`
      // What the readings showed, for the seller who has to decide.
      const after = state.state === 'unknown' ? state.after : null
      if (after === null) return about
      return after.isEligible
        ? `${about}. ${deps.name.The} still lists watchers who can get an offer`
        : `${about}. ${deps.name.The} no longer lists watchers who can get an offer`
    },
    written: ({ title, message, listingId }) =>
      message === '' ? null : { to: null, topic: title, text: message, files: [], listingId, isCopiedToSender: false },
    page: ({ sku, listingId }) => (sku === null ? { page: 'listing', id: listingId } : { page: 'item', id: sku }),
    check: async ({ payload: { listingId, asked } }, signal) => {
      const running = deps.findRunning(listingId)
      if (running !== undefined) return refuse(`${running} Nothing was sent.`)
      const price = deps.priceOf(listingId)
      if (price !== undefined && (price.minor !== asked.minor || price.currency !== asked.currency)) {
        return refuse(`The listing now costs ${deps.money(price)}. Nothing was sent. Review it again.`)
      }
      const { listingIds, isCut, readAtMs } = await eligible.fresh({ signal })
      const isEligible = listingIds.has(listingId)
      if (!isEligible && !isCut) {
        return refuse('No one who watches this listing can get an offer now. Nothing was sent.')
      }
      return { decision: 'send', before: { isEligible, atMs: readAtMs } }
    },
    effect: 'adds',
    dispatch: async (rows, signal) => {
      const outcomes = []
      for (const row of rows) {
        const { listingId, price, percent, quantity, message } = row.payload
        const discount = percent === null ? { price } : { percent }
        outcomes.push(await port.send({ listingId, quantity, message, discount }, { ...triggerOf(row), signal }))
      }
      return outcomes
    },
    settle: async ({ payload: { listingId } }, _before, signal) => {
      const atMs = clock.nowMs()
      const { listingIds } = await eligible.read({ signal })
      return { isDone: null, after: { isEligible: listingIds.has(listingId), atMs }, atMs }
    },
    canSellerSettle: true,
    inRun: {
      describe: (payload) => ({
        sku: payload.listingId,
        title: payload.title,
        changes: describeDiscount(payload),
      }),
    },
    onState: (row, _from, answer) => deps.onState(row, answer),
    onChange: deps.onChange,
  }
}
