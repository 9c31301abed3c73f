import { describe, expect, it } from 'vitest'
import { createHold } from '../../../main/outbound/hold.ts'
import { holdWaitingWork } from '../../../main/session/held-work.ts'
import { openTestDatabase } from '../../support/test-database.ts'

/** Whether a copy with one change in this state is put on hold. */
const isHeld = (kind: string, state: string, hasSave = false): boolean => {
  const database = openTestDatabase()
  database.run(
    `INSERT INTO outbound (id, kind, lane, subject, payload, state, detail, created_at_ms, changed_at_ms)
     VALUES ('one', ?, 'lane', 'subject', '{}', ?, '{}', 0, 0)`,
    [kind, state],
  )
  if (hasSave) {
    database.run(
      `INSERT INTO item_saves (outbound_id, sku, sent, attempt, started_at_ms) VALUES ('one', 'A-1', '{}', 1, 0)`,
    )
  }
  holdWaitingWork(database, 'restored', 0)
  return createHold(database).isOn()
}

describe('a copy of the database', () => {
  it.each(['delayed', 'queued', 'waiting'])('OFF-04 is put on hold for a change that is %s in it', (state) => {
    expect(isHeld('message', state)).toBe(true)
  })

  it.each(['archive', 'offerChange', 'subscriptionChange', 'itemSave'])(
    'OFF-04 is put on hold if a change was being sent when it was made: %s',
    (kind) => {
      expect(isHeld(kind, 'sending')).toBe(true)
    },
  )

  it('OFF-04 is put on hold for a save that was not started, although its outcome seems unknown', () => {
    expect(isHeld('itemSave', 'unknown')).toBe(true)
  })

  it.each(['refused', 'unknown', 'notFound', 'sent'])('asks nothing about a message that is %s in it', (state) => {
    expect(isHeld('message', state)).toBe(false)
  })

  it('asks nothing about a save whose outcome a reading shows', () => {
    expect(isHeld('itemSave', 'unknown', true)).toBe(false)
  })
})
