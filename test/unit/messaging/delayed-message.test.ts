import { expect, it } from 'vitest'
import { migrations } from '../../../main/app.ts'
import { delayedMessage } from '../../../main/messaging/delayed-message.ts'
import { openTestDatabase } from '../../support/test-database.ts'

const offline = JSON.stringify({ kind: 'offline', message: 'The platform could not be reached.' })

it('a message that went out at once never had to wait; one that could not is waiting, and sent in the end', () => {
  const database = openTestDatabase(...migrations.map(({ sql }) => sql))
  const keep = (id: string, state: string, lastError: string | null): void =>
    void database.run(
      `INSERT INTO outbox (id, target_key, conversation_id, content, state, detail, last_error, buyer_messages_seen, created_at_ms, changed_at_ms)
       VALUES (?, 'conversation:1', '1', '{}', ?, '{}', ?, 0, 0, 0)`,
      [id, state, lastError],
    )
  expect(delayedMessage(database)).toBe('none')
  keep('at once', 'sent', null)
  expect(delayedMessage(database)).toBe('none')
  keep('waits', 'queued', offline)
  expect(delayedMessage(database)).toBe('waiting')
  database.run("UPDATE outbox SET state = 'takenBack' WHERE id = 'waits'")
  expect(delayedMessage(database)).toBe('none')
  database.run("UPDATE outbox SET state = 'sent' WHERE id = 'waits'")
  expect(delayedMessage(database)).toBe('sent')
})
