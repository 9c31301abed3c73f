import { describe, expect, it } from 'vitest'
import { findFirstSteps } from '../../../main/session/first-step-facts.ts'
import { openTestDatabase } from '../../support/test-database.ts'

const openSent = () => {
  const database = openTestDatabase()
  let count = 0
  const send = (kind: string, state: string, subject = 'A-1', runId: number | null = null): void => {
    count += 1
    database.run(
      `INSERT INTO outbound (id, kind, lane, subject, payload, state, detail, created_at_ms, changed_at_ms, run_id)
       VALUES (?, ?, 'lane', ?, '{}', ?, '{}', 0, 0, ?)`,
      [`row-${count}`, kind, subject, state, runId],
    )
  }
  const addRun = (id: number, label: string, revertsId: number | null = null): void =>
    void database.run("INSERT INTO run (id, label, plan, reverts_id, created_at_ms) VALUES (?, ?, '{}', ?, 0)", [
      id,
      label,
      revertsId,
    ])
  return { database, send, addRun, steps: (hasOrders = true) => findFirstSteps(database, hasOrders) }
}

describe('the first steps', () => {
  it('USE-09 a buyer is answered and an order shipped once they were sent, whichever way', () => {
    const { send, steps } = openSent()
    expect(steps()).toEqual({ answer: 'open', ship: 'open', price: 'open' })
    send('message', 'queued')
    send('shipment', 'refused')
    expect(steps()).toMatchObject({ answer: 'inProgress', ship: 'open' })
    send('message', 'sent')
    send('shipment', 'sent')
    expect(steps()).toMatchObject({ answer: 'done', ship: 'done' })
  })

  it.each([
    ['its run is put back', (one: ReturnType<typeof openSent>) => one.addRun(2, 'prices', 1)],
    ['it is typed again', (one: ReturnType<typeof openSent>) => one.addRun(2, 'prices')],
  ])('USE-09 a price is put back if %s', (_, again) => {
    const one = openSent()
    one.addRun(1, 'prices')
    one.send('listing.price', 'sent', 'A-1', 1)
    expect(one.steps().price).toBe('inProgress')
    again(one)
    one.send('listing.price', 'sent', 'A-1', 2)
    expect(one.steps().price).toBe('done')
  })

  it('USE-09 a shop that lists no orders has no step to ship one', () => {
    expect(openSent().steps(false)).toEqual({ answer: 'open', price: 'open' })
  })
})
