/** Personal data in the erasure tables. */
import { IN_NAMES, IN_SUBJECTS, type PersonalData } from './personal-data.ts'

/** In these places, `ref` is another user's name. */
const BY_NAME = `place IN ('newMessageDraft', 'buyerNote')`

export const erasurePersonalData: PersonalData = {
  tables: [
    { table: 'erased_persons', withoutPersons: ['hash'] },
    {
      table: 'erasure_mentions',
      names: { ref: `SELECT DISTINCT ref AS name FROM erasure_mentions WHERE ${BY_NAME}` },
      withoutPersons: ['place'],
      delete: `(${BY_NAME} AND ref ${IN_NAMES})
        OR (place IN ('draft', 'message') AND 'conversation:' || ref ${IN_SUBJECTS})`,
    },
  ],
}
