/** Listing's tables hold the seller's offers, policies and locations, and no personal data of buyers (PLT-18). */
import type { PersonalData } from '../erasure/personal-data.ts'

export const listingPersonalData: PersonalData = {
  tables: [
    {
      table: 'listings',
      withoutPersons: ['sku', 'offers', 'read_problem', 'last_listing_id', 'draft', 'refusals', 'warnings'],
    },
    { table: 'listing_categories', withoutPersons: ['category_id', 'detail'] },
    { table: 'listing_choices', withoutPersons: ['name', 'value'] },
  ],
}
