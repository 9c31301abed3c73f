import { expect, it } from 'vitest'
import { findDelayedMessage } from '../../../../main/messaging/outbox/delayed-message.ts'
import { openTestDatabase } from '../../../support/test-database.ts'

const offline = JSON.stringify({ kind: 'offline', message: 'The platform could not be reached.' })

it('a delayed message is one that met an offline platform, waiting or sent since', () => {
  const database = openTestDatabase()
  const keep = (id: string, state: string, lastError: string | null): void =>
    void database.run(
      `INSERT INTO outbound (id, kind, lane, subject, payload, state, detail, last_error, created_at_ms, changed_at_ms)
       VALUES (?, 'message', 'conversation:1', 'conversation:1', '{}', ?, '{}', ?, 0, 0)`,
      [id, state, lastError],
    )
  expect(findDelayedMessage(database)).toBe('none')
  keep('at once', 'sent', null)
  expect(findDelayedMessage(database)).toBe('none')
  keep('waits', 'queued', offline)
  expect(findDelayedMessage(database)).toBe('waiting')
  database.run("UPDATE outbound SET state = 'withdrawn' WHERE id = 'waits'")
  expect(findDelayedMessage(database)).toBe('none')
  database.run("UPDATE outbound SET state = 'sent' WHERE id = 'waits'")
  expect(findDelayedMessage(database)).toBe('sent')
})
