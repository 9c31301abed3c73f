/** The tables of earnings. Amounts are whole numbers of their currency's smallest unit. */

export const earningsSchema = `
  CREATE TABLE earnings_transactions (
    id INTEGER PRIMARY KEY,
    transaction_id TEXT NOT NULL,
    -- The platform's word; ESTIMATED_SALE and ESTIMATED_REFUND for what an order says.
    type TEXT NOT NULL,
    -- Of a charge apart from sales; empty for others.
    fee_type TEXT NOT NULL,
    at_ms INTEGER,
    -- Such as 2026-11, in the marketplace's zone; empty if the date can't be read.
    month TEXT NOT NULL,
    -- earned, moved or none
    side TEXT NOT NULL,
    -- NULL if the platform states none.
    currency TEXT,
    -- What the seller gets: what was paid and the fees together. Below 0 for what the seller pays. NULL: it can't be read.
    amount_minor INTEGER,
    -- Below 0 for fees, above for fees that came back.
    fee_minor INTEGER NOT NULL,
    is_held INTEGER NOT NULL,
    order_id TEXT,
    payout_id TEXT,
    listing_id TEXT,
    buyer TEXT,
    -- The other fields that are kept, as JSON.
    record TEXT NOT NULL,
    read_at_ms INTEGER NOT NULL,
    -- Of sales, from here on: what the order and the costs say.
    wants_order INTEGER NOT NULL DEFAULT 0,
    -- The whole order was refunded, so its pieces count as unsold.
    is_undone INTEGER NOT NULL DEFAULT 0,
    postage_minor INTEGER,
    pieces INTEGER,
    -- Of the lines whose cost is known.
    cost_minor INTEGER NOT NULL DEFAULT 0,
    lacks_cost INTEGER NOT NULL DEFAULT 0,
    UNIQUE (transaction_id, type)
  ) STRICT;
  -- Everything that a month's sums need.
  CREATE INDEX earnings_by_month ON earnings_transactions (
    currency, month, side, type, fee_type, amount_minor, fee_minor, is_held, is_undone, postage_minor, pieces, cost_minor, lacks_cost
  ) WHERE amount_minor IS NOT NULL;
  CREATE INDEX earnings_unclear ON earnings_transactions (month, type, fee_type) WHERE amount_minor IS NULL OR month = '';
  CREATE INDEX earnings_by_time ON earnings_transactions (currency, month, at_ms);
  CREATE INDEX earnings_by_order ON earnings_transactions (order_id) WHERE order_id IS NOT NULL;
  CREATE INDEX earnings_by_payout ON earnings_transactions (payout_id) WHERE payout_id IS NOT NULL;
  CREATE INDEX earnings_by_buyer ON earnings_transactions (buyer, at_ms) WHERE buyer IS NOT NULL;
  CREATE INDEX earnings_wanting_order ON earnings_transactions (at_ms) WHERE wants_order = 1;
  CREATE INDEX earnings_estimated ON earnings_transactions (at_ms) WHERE type IN ('ESTIMATED_SALE', 'ESTIMATED_REFUND');

  -- The lines of sales.
  CREATE TABLE earnings_lines (
    transaction_row INTEGER NOT NULL REFERENCES earnings_transactions (id),
    line_item_id TEXT NOT NULL,
    at_ms INTEGER,
    sku TEXT,
    listing_id TEXT,
    title TEXT,
    quantity INTEGER,
    -- In the transaction's currency; NULL if not known.
    price_minor INTEGER,
    -- What the pieces cost the seller, kept as it was found; NULL if not known.
    cost_minor INTEGER,
    PRIMARY KEY (transaction_row, line_item_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX earnings_lines_by_sku ON earnings_lines (sku, at_ms) WHERE sku IS NOT NULL;
  CREATE INDEX earnings_lines_without_cost ON earnings_lines (sku) WHERE sku IS NOT NULL AND cost_minor IS NULL;

  CREATE TABLE earnings_payouts (
    payout_id TEXT PRIMARY KEY,
    at_ms INTEGER,
    currency TEXT NOT NULL,
    -- NULL: it can't be read.
    amount_minor INTEGER,
    -- What an express payout cost, which is not part of the amount.
    fee_minor INTEGER NOT NULL,
    status TEXT NOT NULL,
    -- Such as BANK 4471.
    account TEXT NOT NULL,
    transaction_count INTEGER,
    -- When its transactions were last read by its number.
    lines_read_at_ms INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX earnings_payouts_by_time ON earnings_payouts (currency, at_ms);

  CREATE VIRTUAL TABLE earnings_search USING fts5 (
    terms, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3'
  );

  -- How far the platform's transactions were read, as JSON.
  CREATE TABLE earnings_reading (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`
