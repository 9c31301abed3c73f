/** Each SKU's offers as last read, with the typed draft. */

import type { JsonObject } from '../../../shared/inventory/json.ts'
import type { OfferField } from '../../../shared/listing/offer-field.ts'
import type { AppError } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import { jsonAt, jsonEach, parseStored, readStoredJson } from '../../database/stored-json.ts'
import type { Refusal } from '../platform/listing-errors.ts'
import { isSameText, type OfferDraft, offerDraftSchema, readField } from './offer-draft.ts'
import { findOffer, isLiveOffer, listingIdOf } from './offer-record.ts'

export type StoredListing = {
  readonly sku: string
  /** Offers of every marketplace and format; undefined if never read. */
  readonly offers: readonly JsonObject[] | undefined
  /** The offer that is edited here. */
  readonly offer: JsonObject | undefined
  readonly readAtMs: number | null
  readonly readProblem: AppError | null
  readonly lastListingId: string | null
  readonly draft: OfferDraft
  readonly refusals: readonly Refusal[]
  readonly warnings: readonly string[]
}

type Row = {
  offers: string | null
  read_at_ms: number | null
  read_problem: string | null
  last_listing_id: string | null
  draft: string
  refusals: string
  warnings: string
}

/** Refusals stored up to 0.2.2 call their `fix` `mend`. */
type StoredRefusal = { readonly message: string; readonly fix?: Refusal['fix']; readonly mend?: Refusal['fix'] }

const parseRefusals = (text: string): readonly Refusal[] =>
  parseStored<readonly StoredRefusal[]>(text, []).map(({ message, fix, mend }) => ({
    message,
    fix: fix ?? mend ?? null,
  }))

/** Most listings have no draft, and a plan or a file reads thousands. */
const parseDraft = (text: string): OfferDraft => (text === '{}' ? {} : (readStoredJson(offerDraftSchema, text) ?? {}))

/** The listings of all its offers, and the one seen last. */
export const listListingIds = ({ offers, lastListingId }: StoredListing): readonly string[] =>
  [...(offers ?? []).map(listingIdOf), lastListingId].filter((id) => id !== null)

export type ListingStore = ReturnType<typeof createListingStore>

export const createListingStore = (database: Database, marketplaceId: string) => {
  const toListing = (sku: string, row: Row | undefined): StoredListing => {
    const stored = parseStored<readonly JsonObject[] | undefined>(row?.offers, undefined)
    // Damaged offers count as never read, not as none.
    const offers = Array.isArray(stored) ? (stored as readonly JsonObject[]) : undefined
    return {
      sku,
      offers,
      offer: findOffer(offers ?? [], marketplaceId),
      readAtMs: row?.read_at_ms ?? null,
      readProblem: row?.read_problem == null ? null : parseStored<AppError | null>(row.read_problem, null),
      lastListingId: row?.last_listing_id ?? null,
      draft: row === undefined ? {} : parseDraft(row.draft),
      refusals: row === undefined ? [] : parseRefusals(row.refusals),
      warnings: row === undefined ? [] : parseStored<readonly string[]>(row.warnings, []),
    }
  }

  const load = (sku: string): StoredListing =>
    toListing(sku, database.get<Row>('SELECT * FROM listings WHERE sku = ?', [sku]))

  const set = (sku: string, column: 'draft' | 'refusals' | 'warnings' | 'read_problem', value: unknown): void => {
    database.run(
      `INSERT INTO listings (sku, ${column}) VALUES (:sku, :value)
       ON CONFLICT (sku) DO UPDATE SET ${column} = excluded.${column}`,
      { sku, value: JSON.stringify(value) },
    )
  }

  /** Removes typed texts that the platform now has. */
  const withoutSaved = (draft: OfferDraft, offer: JsonObject | undefined): OfferDraft =>
    offer === undefined
      ? draft
      : (Object.fromEntries(
          Object.entries(draft).filter(([field, { text }]) => {
            const name = field as OfferField
            return !isSameText(name, readField(offer, name), text)
          }),
        ) as OfferDraft)

  return {
    load,
    /** The listing of each of these SKUs, in one query. */
    loadMany: (skus: readonly string[]): ReadonlyMap<string, StoredListing> => {
      const rows = new Map(
        database
          .all<Row & { sku: string }>('SELECT * FROM listings WHERE sku IN (SELECT value FROM json_each(?))', [
            JSON.stringify(skus),
          ])
          .map((row) => [row.sku, row]),
      )
      return new Map(skus.map((sku) => [sku, toListing(sku, rows.get(sku))]))
    },
    /** Stores offers from a reading or an answer. Returns whether they differ from the stored ones. */
    putOffers: (sku: string, offers: readonly JsonObject[], atMs: number): boolean =>
      database.transaction(() => {
        const before = load(sku)
        const text = JSON.stringify(offers)
        const offer = findOffer(offers, marketplaceId)
        database.run(
          `INSERT INTO listings (sku, offers, read_at_ms, last_listing_id, draft)
           VALUES (:sku, :text, :atMs, :listingId, :draft)
           ON CONFLICT (sku) DO UPDATE SET offers = excluded.offers, read_at_ms = excluded.read_at_ms,
             last_listing_id = COALESCE(excluded.last_listing_id, last_listing_id), draft = excluded.draft,
             read_problem = NULL`,
          {
            sku,
            text,
            atMs,
            listingId: offer === undefined ? null : listingIdOf(offer),
            draft: JSON.stringify(withoutSaved(before.draft, offer)),
          },
        )
        return before.offers === undefined || before.readProblem !== null || JSON.stringify(before.offers) !== text
      }),
    /** How many live listings and listing drafts are sent from a location, as last read. */
    countSentFrom: (merchantLocationKey: string): { readonly live: number; readonly drafts: number } => {
      const offers = database
        .column<string>(
          `SELECT offer.value FROM listings, ${jsonEach('listings.offers')} AS offer
           WHERE ${jsonAt('offer.value', 'merchantLocationKey')} = ?`,
          [merchantLocationKey],
        )
        .map((text) => parseStored<JsonObject>(text, {}))
      const live = offers.filter(isLiveOffer).length
      return { live, drafts: offers.length - live }
    },
    /** Forgets the offers of an item that the platform deleted. Keeps what was typed for it. */
    remove: (sku: string): void => {
      database.run(`DELETE FROM listings WHERE sku = ? AND draft = '{}'`, [sku])
      database.run('UPDATE listings SET offers = NULL, read_at_ms = NULL WHERE sku = ?', [sku])
    },
    putReadProblem: (sku: string, problem: AppError): void => set(sku, 'read_problem', problem),
    putDraft: (sku: string, draft: OfferDraft): void => set(sku, 'draft', draft),
    putRefusals: (sku: string, refusals: readonly Refusal[]): void => set(sku, 'refusals', refusals),
    putWarnings: (sku: string, warnings: readonly string[]): void => set(sku, 'warnings', warnings),
    /** SKUs whose offers were read before then, the oldest reading first. */
    readBefore: (atMs: number, limit: number): readonly string[] =>
      database.column<string>(
        'SELECT sku FROM listings WHERE offers IS NOT NULL AND read_at_ms < ? ORDER BY read_at_ms, sku LIMIT ?',
        [atMs, limit],
      ),
  }
}
