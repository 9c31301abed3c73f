/** Sends rows that were checked in one request, and says what became of each. */
import type { AppError } from '../../shared/result.ts'
import type { Services } from '../feature.ts'
import { type CheckedBatch, type CheckedRow, createCheckedBatch, type Left, NothingLeaves } from './checked-batch.ts'
import type { AddingKind, AnyKind, ReplacingKind } from './kind.ts'
import type { AnyRow } from './outbound-store.ts'
import type { Answered, Outcome } from './outcome.ts'

const NOT_SENT =
  'Something went wrong in Stallhand. Nothing was sent. Try again. If it happens again, report a problem under Settings, About.'

const NO_ANSWER: Outcome = { outcome: 'unknown', reason: 'The connection ended without an answer.' }

/** The outcome of a row that couldn't be checked again in time for its request. */
const NEXT_REQUEST: Outcome = { outcome: 'notNow', waitMs: 0, error: { kind: 'conflict', message: 'Waiting' } }

/** The outcome of a change that wasn't checked again, so no byte of it left, unless its kind has a bug. */
const toUnsent = (outcome: Answered<unknown>): Answered<unknown> => {
  // Never sent again by itself: this one says that it went.
  if (outcome.outcome === 'carriedOut') return NO_ANSWER
  if (outcome.outcome !== 'unknown') return outcome
  return { outcome: 'notReached', error: { kind: 'unknown', message: outcome.reason } }
}

/** How a row's turn ended: with an outcome, or because its check didn't let it go. */
export type Ended =
  | { readonly row: AnyRow; readonly result: Answered<unknown>; readonly left?: undefined }
  | { readonly row: AnyRow; readonly left: Left; readonly result?: undefined }

type Sending = Pick<Services, 'clock' | 'log'> & {
  readonly signal: AbortSignal
  readonly isStopping: () => boolean
}

/** Sends rows of a kind that adds. Returns the outcome of each by its id. */
const sendAdded = async (
  { dispatch: send }: AddingKind<unknown, unknown, unknown>,
  rows: readonly AnyRow[],
  { signal }: Sending,
): Promise<ReadonlyMap<string, Answered<unknown>>> => {
  const outcomes = await send(rows, signal)
  return new Map(
    rows.flatMap(({ id }, index) => {
      const outcome = outcomes[index]
      return outcome === undefined ? [] : [[id, outcome]]
    }),
  )
}

/** Sends rows of a kind that replaces, those that may still go when the request leaves. */
const sendChecked = async (
  kind: ReplacingKind<unknown, unknown, unknown, unknown>,
  batch: CheckedBatch,
  { signal, log }: Sending,
): Promise<ReadonlyMap<string, Answered<unknown>>> => {
  let answer: Answered<unknown> | ReadonlyMap<string, Answered<unknown>>
  try {
    answer = await kind.dispatch(batch, signal)
  } catch (error) {
    if (!(error instanceof NothingLeaves)) throw error
    return new Map()
  }
  const one = answer instanceof Map ? undefined : (answer as Answered<unknown>)
  const outcomes = batch.rows.flatMap(({ row: { id } }) => {
    const outcome = one ?? (answer as ReadonlyMap<string, Answered<unknown>>).get(id)
    return outcome === undefined ? [] : [[id, outcome] as const]
  })
  if (batch.hasLeft()) return new Map(outcomes)
  if (outcomes.some(([, { outcome }]) => outcome === 'carriedOut'))
    log.error('a change was sent without a fresh check', { kind: kind.name })
  return new Map(outcomes.map(([id, outcome]) => [id, toUnsent(outcome)]))
}

/** Never throws: an unexpected error ends as one of the outcomes. */
export const sendBatch = async (
  kind: AnyKind,
  checked: readonly CheckedRow[],
  sending: Sending,
): Promise<readonly Ended[]> => {
  const rows = checked.map(({ row }) => row)
  const batch = createCheckedBatch(kind, checked, sending.clock, sending.signal)
  let outcomes: ReadonlyMap<string, Answered<unknown>> = new Map()
  let unexpected: AppError | undefined
  try {
    outcomes = kind.effect === 'adds' ? await sendAdded(kind, rows, sending) : await sendChecked(kind, batch, sending)
  } catch (error) {
    sending.log.error('sending a change failed unexpectedly', { error, kind: kind.name })
    if (!sending.isStopping()) unexpected = { kind: 'internal', message: NOT_SENT, reference: kind.name }
  }
  const went = kind.effect === 'adds' ? rows : batch.went()
  const unsent: Outcome = unexpected === undefined ? NEXT_REQUEST : { outcome: 'notReached', error: unexpected }
  return rows.map((row): Ended => {
    const left = batch.why(row.id)
    if (left !== undefined) return { row, left }
    return { row, result: outcomes.get(row.id) ?? (went.includes(row) ? NO_ANSWER : unsent) }
  })
}
