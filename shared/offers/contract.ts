/** The contract of offers: those of buyers, answered before they expire, and those to watchers (LST-25, LST-26). */
import * as z from 'zod'
import { appErrorSchema } from '../app-error.ts'
import { command, done, event, type FeatureContract, query } from '../ipc/define.ts'
import { queuedActSchema } from '../outbound/act-result.ts'
import { exclusionsSchema, runPlanSchema } from '../outbound/run-contract.ts'
import {
  bestOfferDetailSchema,
  bestOfferSchema,
  declineResultSchema,
  MAX_ANSWER_CHARACTERS,
  MAX_DECLINES,
  moneySchema,
  seenOfferSchema,
} from './best-offer.ts'
import {
  eligibleListingSchema,
  MAX_WATCHER_MESSAGE_CHARACTERS,
  MAX_WATCHER_OFFERS,
  sentWatcherOfferSchema,
  watcherOfferInputSchema,
} from './watcher-offer.ts'

const list = <Element extends z.ZodType>(element: Element) => z.array(element).readonly()
const nothing = z.strictObject({})
const name = z.string().min(1).max(200)
const page = { offset: z.int().min(0).default(0), limit: z.int().min(1).max(1_000).default(100) } as const
/** To the buyer. Empty: none. */
const message = z.string().trim().max(MAX_ANSWER_CHARACTERS).default('')
/** How long the answer waits here, and can be undone, before it is sent: nothing takes it back then (OFF-09). */
const undoMs = z.int().min(0).max(60_000).default(0)
/** A price as typed: `38`, `38,50`, `$38.50`. */
const amount = z.string().trim().min(1).max(40)

export const offersContract = {
  /** The state of reading offers. */
  reading: query({
    input: nothing,
    output: z.object({
      /** Whether the platform lets the seller read and answer buyers' offers. */
      canRead: z.boolean(),
      /** Whether it lets the seller send offers to watchers, on this marketplace. */
      canOfferWatchers: z.boolean(),
      /** When all open offers were last read. */
      readAtMs: z.number().nullable(),
      problem: appErrorSchema.nullable(),
      /** How far the platform's clock is ahead of this computer's. */
      clockAheadMs: z.number(),
    }),
  }),
  /** Reads the open offers now. Errors: `conflict` if the platform has none to read. */
  refresh: command({ input: nothing, output: done }),

  /** Open offers of buyers, the first to expire first. */
  open: query({
    input: z.strictObject({
      itemKey: name.exactOptional(),
      buyer: name.exactOptional(),
      conversationId: name.exactOptional(),
      ...page,
    }),
    output: z.object({ rows: list(bestOfferSchema), total: z.number() }),
  }),
  /** The offer, also one that has ended; null if it isn't known. */
  offer: query({ input: z.strictObject({ offerId: name }), output: bestOfferDetailSchema.nullable() }),
  counts: query({
    input: nothing,
    output: z.object({
      open: z.number(),
      belowFloor: z.number(),
      /** When the first of them expires, by the platform's clock. */
      firstExpiresAtMs: z.number().nullable(),
    }),
  }),

  /**
   * Answers an offer through the outbound queue. The offer is read again right before the answer leaves (OFF-08). Errors:
   * `notFound`; `conflict` if the offer has ended, was changed by the buyer, or an answer is on its way already; `validation` for a
   * counter above the listing's price or below the buyer's. An offer that ends within the minute is answered without `undoMs`.
   */
  accept: command({ input: seenOfferSchema.extend({ message, undoMs }), output: queuedActSchema }),
  /** `counter`: for as many pieces as the buyer wants. Errors as for `accept`. */
  counter: command({ input: seenOfferSchema.extend({ counter: amount, message, undoMs }), output: queuedActSchema }),
  /** Declines several, each by itself: one that can't be declined doesn't stop the others. */
  decline: command({
    input: z.strictObject({ offers: z.array(seenOfferSchema).min(1).max(MAX_DECLINES), message, undoMs }),
    output: z.object({ results: list(declineResultSchema) }),
  }),

  /** The lowest price of one piece that the seller noted; null if there is none. Stays on this computer. */
  floor: query({ input: z.strictObject({ itemKey: name }), output: z.object({ floor: moneySchema.nullable() }) }),
  /** `floor`: in the shop's currency; null removes it. Errors: `validation` for what is no price. */
  saveFloor: command({ input: z.strictObject({ itemKey: name, floor: amount.nullable() }), output: done }),

  /**
   * Listings whose watchers can get an offer now, read from the platform. Errors: `conflict` if this marketplace has no such
   * offers; the platform's and the network's.
   */
  eligible: query({
    input: nothing,
    output: z.object({
      listings: list(eligibleListingSchema),
      readAtMs: z.number(),
      /** Whether the platform has more of them than were read. */
      isCut: z.boolean(),
    }),
  }),
  /**
   * Plans offers to watchers as a run. `sku` of a plan's line is the listing's number. `outbound.startRun` starts it. An offer
   * can't be taken back. Errors: `conflict` if this marketplace has no such offers.
   */
  planWatcherOffers: query({
    input: z.strictObject({
      offers: z.array(watcherOfferInputSchema).min(1).max(MAX_WATCHER_OFFERS),
      /** To all of them. Empty: none. */
      message: z.string().trim().max(MAX_WATCHER_MESSAGE_CHARACTERS).default(''),
      excluded: exclusionsSchema,
    }),
    output: runPlanSchema,
  }),
  /** Offers to watchers that were sent, the newest first, with what came of them. `runId`: of one run. */
  watcherOffers: query({
    input: z.strictObject({ listingId: name.exactOptional(), runId: z.int().exactOptional(), ...page }),
    output: z.object({ rows: list(sentWatcherOfferSchema), total: z.number() }),
  }),

  /** Offers, answers, floors or the state of reading changed. */
  offersChanged: event(nothing),
} as const satisfies FeatureContract
