/** The personal data in the outbound queue. An erasure never changes what hasn't been sent (SEC-10). */
import { jsonAt } from '../database/stored-json.ts'
import { IN_SUBJECTS, ofPerson, type PersonalData } from '../erasure/personal-data.ts'

/** A message to a person without a conversation has the subject `person:NAME`, in lower case. */
const PERSON_SUBJECTS = `SELECT DISTINCT substr(subject, 8) AS name FROM outbound
  WHERE subject >= 'person:' AND subject < 'person;'`

/** What was sent to a name without a conversation after the name had passed from the person to someone else. */
const SENT_TO_PERSON = `is_open = 0 AND subject ${IN_SUBJECTS} AND NOT EXISTS (SELECT 1 FROM json_each(:names) person
  WHERE 'person:' || lower(${ofPerson('name')}) = lower(subject) AND created_at_ms > ${ofPerson('untilMs')})`

export const outboundPersonalData: PersonalData = {
  subjects: [
    `SELECT 'person:' || lower(${ofPerson('name')}) AS subject FROM json_each(:names) person
     UNION SELECT 'person:' || ${ofPerson('name')} FROM json_each(:names) person`,
  ],
  tables: [
    {
      table: 'outbound_history',
      ofPerson: ['detail'],
      withoutPersons: ['outbound_id', 'event', 'from_state', 'to_state'],
      delete: `outbound_id IN (SELECT id FROM outbound WHERE ${SENT_TO_PERSON})`,
    },
    {
      table: 'outbound',
      names: { subject: PERSON_SUBJECTS },
      ofPerson: ['lane', 'detail', 'last_error'],
      ownTexts: {
        payload: [
          {
            place: 'waitingMessage',
            text: `coalesce(${jsonAt('payload', '$.content.messageText')}, payload)`,
            ref: 'id',
            where: `kind = 'message' AND is_open = 1`,
          },
        ],
      },
      withoutPersons: ['id', 'kind', 'state'],
      delete: SENT_TO_PERSON,
    },
    { table: 'run', withoutPersons: ['label', 'plan', 'problem'] },
    { table: 'outbound_mark', withoutPersons: ['identity'] },
    { table: 'outbound_hold', withoutPersons: ['reason'] },
  ],
}
