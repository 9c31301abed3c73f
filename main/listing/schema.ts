/** The listing feature's tables. */

export const listingSchema = `
  -- What is known of a SKU's offers, and what was typed for the one that is edited here.
  CREATE TABLE listings (
    sku TEXT PRIMARY KEY NOT NULL,
    -- The raw offers as last read, of every marketplace and format; NULL: never read.
    offers TEXT,
    read_at_ms INTEGER,
    read_problem TEXT,
    -- Of the listing seen last: an offer that ended no longer names it.
    last_listing_id TEXT,
    -- By field: { text, was }, was being the platform's text when typing began.
    draft TEXT NOT NULL DEFAULT '{}',
    refusals TEXT NOT NULL DEFAULT '[]',
    warnings TEXT NOT NULL DEFAULT '[]'
  ) STRICT;
  CREATE INDEX listings_by_listing ON listings (last_listing_id) WHERE last_listing_id IS NOT NULL;
  CREATE INDEX listings_by_reading ON listings (read_at_ms, sku) WHERE offers IS NOT NULL;

  -- Specifics and conditions of a category, as JSON of ListingCategory.
  CREATE TABLE listing_categories (category_id TEXT PRIMARY KEY NOT NULL, detail TEXT NOT NULL) STRICT;

  -- Policies, locations and defaults, as JSON.
  CREATE TABLE listing_choices (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT;
`

/** Shows prices typed before the sheet had them. Their problems follow with the next reading. */
export const typedPricesListed = `
  UPDATE items SET typed_price = (
    SELECT iif(json_valid(draft), draft ->> '$.price.text', NULL) FROM listings WHERE listings.sku = items.sku
  );
`

/** Shows in the sheet what was typed for offers before it had their fields. Their problems follow with the next reading. */
export const typedOffersListed = `
  UPDATE items SET typed_offer = (
    SELECT json_group_array(json_object('column', iif(key = 'quantity', 'listingQuantity', key), 'problem', NULL))
    FROM listings, json_each(iif(json_valid(listings.draft), listings.draft, NULL)) WHERE listings.sku = items.sku AND key <> 'price'
  ) WHERE EXISTS (
    SELECT 1 FROM listings, json_each(iif(json_valid(listings.draft), listings.draft, NULL)) WHERE listings.sku = items.sku AND key <> 'price'
  );
`

/** Copies the listings of known offers to the item list. */
export const listedItemsCopied = `
  INSERT INTO item_listings (listing_id, sku)
    SELECT last_listing_id, sku FROM listings JOIN items USING (sku) WHERE last_listing_id IS NOT NULL;
`
