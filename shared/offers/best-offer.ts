/** A buyer's offer as the window receives it (LST-25). A field is null if the platform doesn't say it. */
import * as z from 'zod'
import { actResultSchema } from '../outbound/act-result.ts'
import { outboundStateNames } from '../outbound/state.ts'

const list = <Element extends z.ZodType>(element: Element) => z.array(element).readonly()

/** An amount in whole units of the currency's smallest unit. */
export const moneySchema = z.object({ minor: z.int(), currency: z.string().min(1).max(10) })

/**
 * States as the platform spells them. `Pending` and `Active` wait for an answer, the buyer's or the seller's. `Unknown`: it is no
 * longer open, and the platform didn't say why, or uses another word.
 */
export const bestOfferStatuses = [
  'Pending',
  'Active',
  'Accepted',
  'PendingBuyerPayment',
  'PendingBuyerConfirmation',
  'Declined',
  'Countered',
  'Expired',
  'Retracted',
  'AdminEnded',
  'Unknown',
] as const
export type BestOfferStatus = (typeof bestOfferStatuses)[number]

/** Who offers. `SellerCounterOffer` waits for the buyer. */
export const bestOfferTypes = ['BuyerBestOffer', 'BuyerCounterOffer', 'SellerCounterOffer'] as const
export type BestOfferType = (typeof bestOfferTypes)[number]

export const answerActions = ['Accept', 'Counter', 'Decline'] as const
export type AnswerAction = (typeof answerActions)[number]

/** The longest message to a buyer with an answer: a longer one was seen to be refused. */
export const MAX_ANSWER_CHARACTERS = 250

/** Offers that are declined together. */
export const MAX_DECLINES = 200

const pendingAnswerSchema = z.object({
  outboundId: z.string(),
  state: z.enum(outboundStateNames),
  action: z.enum(answerActions),
  /** Why it waits, was refused or isn't known; empty if the state says everything. */
  message: z.string(),
  canSendNow: z.boolean(),
  canDiscard: z.boolean(),
})

export const bestOfferSchema = z.object({
  offerId: z.string(),
  listingId: z.string(),
  /** The key of the thing in the list of items: its SKU, or the listing's own key. */
  itemKey: z.string(),
  sku: z.string().nullable(),
  title: z.string(),
  pictureUrl: z.string().nullable(),
  buyer: z.string().nullable(),
  type: z.enum(bestOfferTypes),
  status: z.enum(bestOfferStatuses),
  /** Whether the seller can answer it: by its state and by its deadline. */
  isOpen: z.boolean(),
  /** For all pieces together. */
  price: moneySchema,
  quantity: z.int(),
  /** The listing's price of one piece. */
  asked: moneySchema.nullable(),
  /** By how many whole percent the offer is below the asked price; null if that isn't known. */
  percentBelow: z.int().nullable(),
  /** What the buyer wrote with it. */
  message: z.string().nullable(),
  /** By the platform's clock, which `offers.reading` compares with this computer's. */
  expiresAtMs: z.number().nullable(),
  /** The seller's own lowest price of one piece; kept here alone. */
  floor: moneySchema.nullable(),
  isBelowFloor: z.boolean(),
  /** The newest conversation with the buyer, about this listing if there is one. */
  conversationId: z.string().nullable(),
  /** The answer that is on its way. */
  pending: pendingAnswerSchema.nullable(),
})
export type BestOffer = z.infer<typeof bestOfferSchema>

export const bestOfferDetailSchema = bestOfferSchema.extend({
  /** Pieces left. */
  available: z.number().nullable(),
  watchers: z.number().nullable(),
  listedAtMs: z.number().nullable(),
  /** What the pieces cost the seller; null if that isn't known. */
  cost: moneySchema.nullable(),
  /** The platform's fees on the offered price, estimated from the shop's last sales; null with too few of them. */
  fees: z.object({ amount: moneySchema, /** How many they are estimated from. */ sales: z.int() }).nullable(),
  /** What the seller wrote with a counter. */
  sellerMessage: z.string().nullable(),
  /** The buyer's orders from this shop. */
  buyerOrders: z.object({ count: z.number(), lastAtMs: z.number().nullable() }),
  /** The buyer's earlier offers in this shop. */
  earlierOffers: z.object({ count: z.number(), accepted: z.number() }),
  /** Other open offers on the same thing, the highest first. */
  others: list(bestOfferSchema),
})
export type BestOfferDetail = z.infer<typeof bestOfferDetailSchema>

/** What the seller saw when answering: if the buyer changed it since, nothing is sent. */
export const seenOfferSchema = z.strictObject({
  offerId: z.string().min(1).max(100),
  price: moneySchema,
  quantity: z.int().min(1).max(1_000_000),
})
export type SeenOffer = z.infer<typeof seenOfferSchema>

/** What became of one of several declines. */
export const declineResultSchema = z.object({
  offerId: z.string(),
  /** Its row of the outbound queue, by which it can be undone; null if it wasn't queued. */
  act: actResultSchema.extend({ id: z.string() }).nullable(),
  /** Why it wasn't queued or was refused; null if it was sent or waits. */
  problem: z.string().nullable(),
})
