/** Inventory's tables hold the seller's goods and no personal data of buyers, so an erasure leaves them unchanged (PLT-18). */
import type { PersonalData } from '../erasure/personal-data.ts'

export const inventoryPersonalData: PersonalData = {
  tables: [
    { table: 'items', withoutPersons: ['sku', 'unreadable', 'group_key', 'joining_group'] },
    {
      table: 'item_rows',
      withoutPersons: [
        'sku',
        'title_key',
        'condition',
        'listing_state',
        'category',
        'group_key',
        'search_text',
        'shown',
      ],
    },
    { table: 'item_records', withoutPersons: ['sku', 'record', 'last_record', 'read_problem'] },
    { table: 'item_edits', withoutPersons: ['sku', 'edit', 'source', 'refused_edit', 'refusals'] },
    { table: 'item_saves', withoutPersons: ['outbound_id', 'sku', 'base', 'sent', 'after', 'note'] },
    { table: 'item_change_ledger', withoutPersons: ['sku'] },
    { table: 'inventory_marks', withoutPersons: ['name', 'value'] },
    { table: 'item_families', withoutPersons: ['sku', 'family', 'evidence', 'note'] },
    { table: 'item_places', withoutPersons: ['sku', 'place'] },
    { table: 'item_costs', withoutPersons: ['sku', 'lots', 'currency'] },
    { table: 'item_languages', withoutPersons: ['sku', 'content_language'] },
    {
      table: 'active_listings',
      withoutPersons: [
        'listing_id',
        'sku',
        'title',
        'title_key',
        'format',
        'picture_url',
        'currency',
        'variations',
        'search_text',
      ],
    },
    { table: 'active_listing_skus', withoutPersons: ['sku', 'listing_id'] },
    { table: 'item_listings', withoutPersons: ['sku', 'listing_id'] },
    { table: 'item_groups', withoutPersons: ['group_key', 'record', 'read_problem', 'edit'] },
    { table: 'cell_blocks' },
    { table: 'cell_block_items', withoutPersons: ['sku', 'before', 'after'] },
    { table: 'csv_file', withoutPersons: ['name', 'blank', 'text', 'lines_left', 'mended'] },
  ],
}
