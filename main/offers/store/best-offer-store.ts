/** Buyers' offers as last read, also those that have ended. */
import { type BestOfferStatus, bestOfferStatuses, bestOfferTypes } from '../../../shared/offers/best-offer.ts'
import type { Database } from '../../database/database.ts'
import type { ErasedCheck } from '../../erasure/erased-persons.ts'
import type { BestOfferRecord } from '../platform/adapter.ts'

type Row = {
  offer_id: string
  listing_id: string
  buyer: string | null
  type: string
  status: string
  is_open: number
  price: number
  currency: string
  quantity: number
  asked: number | null
  title: string | null
  buyer_message: string | null
  seller_message: string | null
  expires_at_ms: number | null
  first_seen_ms: number
}

/** `isOpen`: by its type and status; its deadline may be over. */
export type StoredBestOffer = BestOfferRecord & { readonly isOpen: boolean; readonly firstSeenMs: number }

/** How long an offer waits for an answer (FACT-172), by which its beginning is known. */
const OFFER_MS = 48 * 60 * 60_000

const madeAtMs = ({ expiresAtMs }: BestOfferRecord): number | null =>
  expiresAtMs === null ? null : expiresAtMs - OFFER_MS

/** Whether an offer waits for the seller. */
export const waitsForSeller = ({ type, status }: Pick<BestOfferRecord, 'type' | 'status'>): boolean =>
  type !== 'SellerCounterOffer' && (status === 'Pending' || status === 'Active')

const toStored = (row: Row): StoredBestOffer => ({
  offerId: row.offer_id,
  listingId: row.listing_id,
  buyer: row.buyer,
  type: bestOfferTypes.find((type) => type === row.type) ?? 'BuyerBestOffer',
  status: bestOfferStatuses.find((status) => status === row.status) ?? 'Unknown',
  isOpen: row.is_open === 1,
  price: { minor: row.price, currency: row.currency },
  quantity: row.quantity,
  asked: row.asked === null ? null : { minor: row.asked, currency: row.currency },
  title: row.title,
  buyerMessage: row.buyer_message,
  sellerMessage: row.seller_message,
  expiresAtMs: row.expires_at_ms,
  firstSeenMs: row.first_seen_ms,
})

export type BestOfferStore = ReturnType<typeof createBestOfferStore>

/** `erased`: recognizes erased users, whose offers are not stored again. */
export const createBestOfferStore = (database: Database, erased: ErasedCheck) => {
  const select = (condition: string, params: readonly (string | number)[] = []): readonly StoredBestOffer[] =>
    database
      .all<Row>(
        `SELECT * FROM best_offers WHERE ${condition} ORDER BY expires_at_ms IS NULL, expires_at_ms, offer_id`,
        [...params],
      )
      .map(toStored)

  const saveOne = (offer: BestOfferRecord, beganAtMs: number, atMs: number): void => {
    const isSame = offer.asked !== null && offer.asked.currency === offer.price.currency
    database.run(
      `INSERT INTO best_offers (offer_id, listing_id, buyer, type, status, is_open, price, currency, quantity, asked, title,
         buyer_message, seller_message, expires_at_ms, first_seen_ms, read_at_ms)
       VALUES (:offerId, :listingId, :buyer, :type, :status, :isOpen, :price, :currency, :quantity, :asked, :title,
         :buyerMessage, :sellerMessage, :expiresAtMs, :atMs, :atMs)
       ON CONFLICT (offer_id) DO UPDATE SET listing_id = excluded.listing_id, buyer = excluded.buyer, type = excluded.type,
         status = excluded.status, is_open = excluded.is_open, price = excluded.price, currency = excluded.currency,
         quantity = excluded.quantity, asked = excluded.asked, title = coalesce(excluded.title, title),
         buyer_message = coalesce(excluded.buyer_message, buyer_message),
         seller_message = coalesce(excluded.seller_message, seller_message), expires_at_ms = excluded.expires_at_ms,
         read_at_ms = excluded.read_at_ms
       WHERE answered_at_ms IS NULL OR answered_at_ms < :beganAtMs OR excluded.is_open = 0`,
      {
        offerId: offer.offerId,
        listingId: offer.listingId,
        buyer: offer.buyer,
        type: offer.type,
        status: offer.status,
        isOpen: waitsForSeller(offer) ? 1 : 0,
        price: offer.price.minor,
        currency: offer.price.currency,
        quantity: offer.quantity,
        asked: isSame ? (offer.asked?.minor ?? null) : null,
        title: offer.title,
        buyerMessage: offer.buyerMessage,
        sellerMessage: offer.sellerMessage,
        expiresAtMs: offer.expiresAtMs,
        atMs,
        beganAtMs,
      },
    )
  }

  return {
    /** `beganAtMs`: when the reading began. Returns the offers that are new here and wait for the seller. */
    save: (offers: readonly BestOfferRecord[], beganAtMs: number, atMs: number): readonly string[] =>
      database.transaction(() => {
        const known = new Set(
          database.column<string>(
            'SELECT offer_id FROM best_offers WHERE offer_id IN (SELECT value FROM json_each(?))',
            [JSON.stringify(offers.map(({ offerId }) => offerId))],
          ),
        )
        const kept = offers.filter((offer) => !erased.isErased(offer.buyer, madeAtMs(offer)))
        for (const offer of kept) saveOne(offer, beganAtMs, atMs)
        return kept.filter((offer) => !known.has(offer.offerId) && waitsForSeller(offer)).map(({ offerId }) => offerId)
      }),
    find: (offerId: string): StoredBestOffer | undefined => select('offer_id = ?', [offerId])[0],
    /** Those that wait for the seller, the first to expire first. */
    open: (): readonly StoredBestOffer[] => select('is_open = 1'),
    ofBuyer: (names: readonly string[]): readonly StoredBestOffer[] =>
      select('buyer IN (SELECT value FROM json_each(?))', [JSON.stringify(names)]),
    /** Stores an answer that was carried out at `atMs`, in the caller's transaction. */
    markAnswered: (offerId: string, status: BestOfferStatus, atMs: number): void =>
      void database.run('UPDATE best_offers SET status = ?, is_open = 0, answered_at_ms = ? WHERE offer_id = ?', [
        status,
        atMs,
        offerId,
      ]),
    /** Ends an open offer that the platform no longer has. */
    end: (offerId: string, status: BestOfferStatus): void =>
      void database.run('UPDATE best_offers SET status = ?, is_open = 0 WHERE offer_id = ? AND is_open = 1', [
        status,
        offerId,
      ]),
  }
}
