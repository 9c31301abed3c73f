/** The tables of offers: those of buyers, those to watchers, and the seller's floors. */

export const offersSchema = `
  CREATE TABLE best_offers (
    offer_id TEXT PRIMARY KEY,
    listing_id TEXT NOT NULL,
    buyer TEXT,
    -- BuyerBestOffer, BuyerCounterOffer or SellerCounterOffer
    type TEXT NOT NULL,
    status TEXT NOT NULL,
    -- Whether it waits for the seller, by its type and status.
    is_open INTEGER NOT NULL,
    price INTEGER NOT NULL,
    currency TEXT NOT NULL,
    quantity INTEGER NOT NULL,
    -- Of one piece, in the same currency.
    asked INTEGER,
    title TEXT,
    buyer_message TEXT,
    seller_message TEXT,
    -- By the platform's clock.
    expires_at_ms INTEGER,
    first_seen_ms INTEGER NOT NULL,
    read_at_ms INTEGER NOT NULL,
    -- When the seller's answer was carried out; a reading that began before doesn't open it again.
    answered_at_ms INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX best_offers_open ON best_offers (expires_at_ms) WHERE is_open = 1;
  CREATE INDEX best_offers_by_listing ON best_offers (listing_id);
  CREATE INDEX best_offers_by_buyer ON best_offers (buyer) WHERE buyer IS NOT NULL;

  -- Nothing of the buyers who got them.
  CREATE TABLE watcher_offers (
    id INTEGER PRIMARY KEY,
    listing_id TEXT NOT NULL,
    title TEXT,
    -- Of one piece.
    price INTEGER NOT NULL,
    currency TEXT NOT NULL,
    quantity INTEGER NOT NULL,
    sent_at_ms INTEGER NOT NULL,
    -- By the platform's clock; NULL: the answer was lost.
    until_ms INTEGER,
    buyers INTEGER
  ) STRICT;
  CREATE INDEX watcher_offers_by_listing ON watcher_offers (listing_id, sent_at_ms);

  -- The lowest price of one piece, by the key of the thing in the list of items.
  CREATE TABLE offer_floors (item_key TEXT PRIMARY KEY, price INTEGER NOT NULL, currency TEXT NOT NULL) STRICT, WITHOUT ROWID;

  -- When the offers were last read, and the platform's clock.
  CREATE TABLE offer_reading (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`

/** NULL: sent before runs were named here. */
export const watcherRunsSchema = `
  ALTER TABLE watcher_offers ADD COLUMN run_id INTEGER;
  CREATE INDEX watcher_offers_by_run ON watcher_offers (run_id) WHERE run_id IS NOT NULL;
`
