/** What the tables of erasure hold of persons. */
import { IN_NAMES, IN_SUBJECTS, type PersonalData } from './personal-data.ts'

/** Mentions of these places are found by the name of another user. */
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
