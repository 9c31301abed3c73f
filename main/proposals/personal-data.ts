/** Personal data in proposals (PLT-18): a proposal about a buyer goes with the buyer. */
import { isOfPerson, type PersonalData } from '../erasure/personal-data.ts'

export const proposalsPersonalData: PersonalData = {
  tables: [
    { table: 'assistants', withoutPersons: ['name', 'key_hash', 'reads'] },
    { table: 'assistant_readings', withoutPersons: ['read', 'subject'] },
    {
      table: 'proposals',
      names: { buyer: 'SELECT DISTINCT buyer AS name FROM proposals WHERE buyer IS NOT NULL' },
      ofPerson: ['input', 'basis'],
      withoutPersons: ['kind', 'subject', 'state'],
      delete: isOfPerson('buyer', 'made_at_ms'),
    },
  ],
}
