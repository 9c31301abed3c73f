/** What the first steps can know from what was sent, whichever way the seller did it (USE-09). */
import type { FirstStepStage } from '../../shared/app/first-steps.ts'
import type { FirstStepFacts } from '../app/first-steps-progress.ts'
import type { Database } from '../database/database.ts'

/** A waiting change starts the step; a sent one completes it. */
const toStage = (states: readonly string[]): FirstStepStage => {
  if (states.includes('sent')) return 'done'
  return ['queued', 'delayed', 'sending', 'waiting'].some((state) => states.includes(state)) ? 'inProgress' : 'open'
}

/** `hasOrders`: whether the platform lists orders, without which none can be shipped. */
export const findFirstSteps = (database: Database, hasOrders: boolean): FirstStepFacts => {
  const statesOf = (kind: string): readonly string[] =>
    database.column<string>('SELECT DISTINCT state FROM outbound WHERE kind = ?', [kind])
  // Put back by the run's own button, or typed again.
  const prices = database.column<number>(
    `SELECT MAX(run.reverts_id IS NOT NULL) + COUNT(*) FROM run JOIN outbound ON outbound.run_id = run.id
     WHERE run.label = 'prices' AND outbound.state = 'sent' GROUP BY outbound.subject`,
  )
  return {
    answer: toStage(statesOf('message')),
    ...(hasOrders ? { ship: toStage(statesOf('shipment')) } : {}),
    price: prices.some((count) => count > 1) ? 'done' : prices.length > 0 ? 'inProgress' : 'open',
  }
}
