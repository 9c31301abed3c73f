/** Personal data in offers (PLT-18). An offer is nothing without its buyer, so it goes with the buyer. */
import { isOfPerson, type PersonalData } from '../erasure/personal-data.ts'

const IS_OF_PERSON = isOfPerson('buyer', 'first_seen_ms')

export const offersPersonalData: PersonalData = {
  subjects: [`SELECT 'bestOffer:' || offer_id AS subject FROM best_offers WHERE ${IS_OF_PERSON}`],
  newest: ['SELECT max(first_seen_ms) FROM best_offers WHERE buyer = :name AND first_seen_ms <= :untilMs'],
  tables: [
    {
      table: 'best_offers',
      names: { buyer: 'SELECT DISTINCT buyer AS name FROM best_offers WHERE buyer IS NOT NULL' },
      ofPerson: ['buyer_message', 'seller_message'],
      withoutPersons: ['offer_id', 'listing_id', 'type', 'status', 'currency', 'title'],
      delete: IS_OF_PERSON,
    },
    { table: 'watcher_offers', withoutPersons: ['listing_id', 'title', 'currency'] },
    { table: 'offer_floors', withoutPersons: ['item_key', 'currency'] },
    { table: 'offer_reading', withoutPersons: ['name', 'value'] },
  ],
}
