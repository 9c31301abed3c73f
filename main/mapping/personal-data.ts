/** Mapping's tables contain the seller's products and suggestions for them, and nothing about a buyer (PLT-18). */
import type { PersonalData } from '../erasure/personal-data.ts'

export const mappingPersonalData: PersonalData = {
  tables: [
    {
      table: 'mapping_task',
      withoutPersons: [
        'task_id',
        'origin',
        'state',
        'request_key',
        'about',
        'requested_id',
        'problem',
        'missing_scope',
        'counts',
      ],
    },
    { table: 'mapping_start_body', withoutPersons: ['body'] },
    { table: 'mapping_product', withoutPersons: ['content'] },
    { table: 'mapping_poll', withoutPersons: ['outcome', 'message'] },
    { table: 'mapping_result', withoutPersons: ['remarks'] },
    { table: 'mapping_entry', withoutPersons: ['list', 'content'] },
    { table: 'mapping_correction', withoutPersons: ['form'] },
    { table: 'mapping_draft', withoutPersons: ['sku'] },
    { table: 'mapping_start_draft', withoutPersons: ['draft'] },
  ],
}
