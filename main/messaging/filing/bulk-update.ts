/** Sends bulk updates for rows of the outbound queue, at most ten conversations each (MSG-17). */
import * as z from 'zod'
import { conversationTypeSchema } from '../../../shared/messaging/conversation.ts'
import { type AppError, Failure } from '../../../shared/result.ts'
import { TransportFailure } from '../../http/request.ts'
import { NothingLeaves } from '../../outbound/checked-batch.ts'
import type { LeavingRows, ReadyRow } from '../../outbound/kind.ts'
import { type Outcome, thrownOutcome } from '../../outbound/outcome.ts'
import type { Log } from '../../ports.ts'
import type { FilingResult } from '../platform/bulk-results.ts'
import type { BulkStatus, ConversationRef, MessageClient } from '../platform/message-client.ts'

/** How the outbound rows refer to their conversation. */
export const conversationRefSchema = z.object({ conversationId: z.string(), conversationType: conversationTypeSchema })

export type BulkDeps = { readonly client: Pick<MessageClient, 'bulkUpdateConversation'>; readonly log: Log }

/**
 * The result of an update without proof either way. A deletion is settled by reading; everything else is refused, so
 * that the seller sees it instead of endless retries.
 */
const unclear = (status: BulkStatus, message: string): Outcome =>
  status === 'DELETE'
    ? { outcome: 'unknown', reason: message }
    : { outcome: 'refused', error: { kind: 'unknown', message } }

const toOutcome = ({ updated, certain, problems }: FilingResult, status: BulkStatus): Outcome => {
  if (updated) return { outcome: 'carriedOut' }
  const message = problems.join(' ')
  return certain ? { outcome: 'refused', error: { kind: 'conflict', message } } : unclear(status, message)
}

const failedOutcome = (error: Failure, status: BulkStatus): Outcome => {
  const detail: AppError = error.detail
  if (error instanceof TransportFailure) return thrownOutcome(error)
  switch (detail.kind) {
    case 'offline':
    case 'rateLimited':
    case 'signInNeeded':
      return thrownOutcome(error)
    case 'service':
      return detail.status < 500
        ? { outcome: 'refused', error: detail }
        : { outcome: 'unknown', reason: detail.message }
    case 'notFound':
      // The conversation to delete no longer exists.
      return status === 'DELETE' ? { outcome: 'carriedOut' } : { outcome: 'refused', error: detail }
    case 'unknown':
      // A page of a network that asks for a sign-in, for example. The change is repeated, or a deletion settled.
      return { outcome: 'unknown', reason: detail.message }
    case 'internal':
      return unclear(status, detail.message)
    default:
      return { outcome: 'refused', error: detail }
  }
}

type FilingRow<P> = ReadyRow<P, null, undefined>

/**
 * Sets a status for the rows of a request. Returns the outcomes by row id. Never throws. One missing conversation rejects the whole
 * batch with 404, so the batch is sent again in halves until that one is alone. A 403 applies to every element alike (MSG-19), so
 * the batch is not split.
 */
export const updateBatch = async <P extends ConversationRef>(
  deps: BulkDeps,
  batch: LeavingRows<P, null, undefined>,
  conversationStatus: BulkStatus,
  signal: AbortSignal,
  rows: readonly FilingRow<P>[] = batch.rows,
): Promise<ReadonlyMap<string, Outcome>> => {
  const toElements = (some: readonly FilingRow<P>[]) =>
    some.map(({ row: { payload } }) => ({
      conversationId: payload.conversationId,
      conversationType: payload.conversationType,
      conversationStatus,
    }))
  const toAll = (outcome: Outcome): ReadonlyMap<string, Outcome> => new Map(rows.map(({ row }) => [row.id, outcome]))
  let going = rows
  try {
    const results = await deps.client.bulkUpdateConversation(toElements(rows), signal, async () => {
      going = await batch.leave(rows)
      return toElements(going)
    })
    return new Map(
      going.flatMap(({ row }, index) => {
        const result = results[index]
        return result === undefined ? [] : [[row.id, toOutcome(result, conversationStatus)]]
      }),
    )
  } catch (error) {
    if (error instanceof NothingLeaves) return new Map()
    if (!(error instanceof Failure)) {
      deps.log.error('could not file conversations', { error })
      return toAll(
        unclear(
          conversationStatus,
          'Something went wrong in Stallhand. Try again. If it happens again, report a problem under Settings, About.',
        ),
      )
    }
    if (error.detail.kind === 'notFound' && going.length > 1) {
      const middle = Math.ceil(going.length / 2)
      const first = await updateBatch(deps, batch, conversationStatus, signal, going.slice(0, middle))
      const rest = await updateBatch(deps, batch, conversationStatus, signal, going.slice(middle))
      return new Map([...first, ...rest])
    }
    return toAll(failedOutcome(error, conversationStatus))
  }
}
