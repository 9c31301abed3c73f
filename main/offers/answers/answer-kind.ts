/**
 * Answers to buyers' offers as a kind of the outbound queue (LST-25). The offer is read at most two seconds before its answer leaves
 * (OFF-08). A lost answer is settled by reading the offer, never by answering again.
 */
import * as z from 'zod'
import type { Money } from '../../../shared/money.ts'
import { answerActions, bestOfferStatuses, moneySchema } from '../../../shared/offers/best-offer.ts'
import { Failure } from '../../../shared/result.ts'
import type { OutboundKind, OutboundRow } from '../../outbound/kind.ts'
import type { Outcome } from '../../outbound/outcome.ts'
import { triggerOf } from '../../outbound/outcome.ts'
import type { Clock } from '../../ports.ts'
import type { BestOfferAnswer, BestOfferRecord, BestOffersPort, ReadOptions } from '../platform/adapter.ts'
import type { PlatformClock } from '../reading/platform-clock.ts'
import { waitsForSeller } from '../store/best-offer-store.ts'
import { decideAnswer, isAnswered, TOO_LATE, type Words } from './answer-decision.ts'

/** Declines that share a call: each is read first, and the first reading is at most two seconds old when they leave. */
const MAX_SHARED = 10
/** Fewer than the read lane's eight slots, so that a slot stays free for the seller's own reads. */
const PARALLEL_READS = 3

export const answerPayloadSchema = z.object({
  offerId: z.string(),
  listingId: z.string(),
  sku: z.string().nullable(),
  title: z.string(),
  buyer: z.string().nullable(),
  action: z.enum(answerActions),
  /** The offer that the seller answered. */
  seen: z.object({ price: moneySchema, quantity: z.int() }),
  /** For all pieces together; null unless the action is `Counter`. */
  counter: moneySchema.nullable(),
  /** To the buyer; empty: none. */
  message: z.string(),
  /** By the platform's clock. */
  expiresAtMs: z.number().nullable(),
})
export type AnswerPayload = z.infer<typeof answerPayloadSchema>

const evidenceSchema = z.object({ status: z.enum(bestOfferStatuses) })
export type AnswerEvidence = z.infer<typeof evidenceSchema>

export type AnswerRow = OutboundRow<AnswerPayload, AnswerEvidence>

export const answerSubject = (offerId: string): string => `bestOffer:${offerId}`
/** Answers for one listing go one after the other: accepting takes pieces that another buyer wants too. */
export const answerLane = (listingId: string): string => `bestOffers:${listingId}`

const describeAnswer = (
  { action, buyer, title, seen, counter }: AnswerPayload,
  money: (one: Money) => string,
): string => {
  const offer = `${buyer === null ? 'the offer' : `the offer of ${buyer}`}, ${money(seen.price)} for ${title}`
  switch (action) {
    case 'Accept':
      return `Accept ${offer}`
    case 'Decline':
      return `Decline ${offer}`
    case 'Counter':
      return `Answer ${offer}, with ${counter === null ? 'another price' : money(counter)}`
  }
}

const toAnswer = ({ action, listingId, message, counter, seen }: AnswerPayload): BestOfferAnswer =>
  action === 'Counter' && counter !== null
    ? { action, listingId, message, price: counter, quantity: seen.quantity }
    : { action: action === 'Accept' ? 'Accept' : 'Decline', listingId, message }

export const createAnswerKind = (deps: {
  readonly port: BestOffersPort
  readonly clock: Clock
  readonly platformClock: PlatformClock
  readonly words: Words
  /** Stores what a check read. `beganAtMs`: when the reading began. */
  readonly onRead: (offers: readonly BestOfferRecord[], beganAtMs: number) => void
  readonly onState: (row: AnswerRow) => void
  readonly onChange: () => void
  /** Reads all open offers again, after an answer. */
  readonly refresh: () => void
}): OutboundKind<AnswerPayload, AnswerEvidence> => {
  const { port, clock, platformClock, words } = deps

  const read = async (offerId: string, options: ReadOptions): Promise<BestOfferRecord | undefined> => {
    const beganAtMs = clock.nowMs()
    const { offer, atMs } = await port.read(offerId, options)
    platformClock.note(atMs)
    if (offer !== undefined) deps.onRead([offer], beganAtMs)
    return offer
  }

  /** What the buyer offers instead of an offer that they withdrew. */
  const findNewer = async (old: BestOfferRecord, options: ReadOptions): Promise<BestOfferRecord | undefined> => {
    if (old.buyer === null) return undefined
    const beganAtMs = clock.nowMs()
    const { offers } = await port.listOpenOf(old.listingId, options)
    deps.onRead(offers, beganAtMs)
    return offers.find((offer) => offer.buyer === old.buyer && offer.offerId !== old.offerId && waitsForSeller(offer))
  }

  const check: OutboundKind<AnswerPayload, AnswerEvidence>['check'] = async ({ payload }, signal) => {
    let offer: BestOfferRecord | undefined
    try {
      offer = await read(payload.offerId, { signal })
    } catch (error) {
      if (error instanceof Failure && platformClock.isPast(payload.expiresAtMs) && !signal.aborted) {
        return { decision: 'refuse', error: { kind: 'conflict', message: TOO_LATE } }
      }
      throw error
    }
    const newer = offer?.status === 'Retracted' ? await findNewer(offer, { signal }) : undefined
    const decision = decideAnswer(payload, offer, platformClock.nowMs(), newer, words)
    if (decision.decision === 'alreadyThere') return { decision: 'alreadyThere', atMs: clock.nowMs() }
    if (decision.decision === 'refuse') return decision
    return { decision: 'send', before: offer === undefined ? null : { status: offer.status } }
  }

  return {
    name: 'bestOfferAnswer',
    payload: answerPayloadSchema,
    evidence: evidenceSchema,
    describe: ({ payload }) => describeAnswer(payload, words.money),
    written: ({ buyer, title, message, listingId }) =>
      message === '' ? null : { to: buyer, topic: title, text: message, files: [], listingId, isCopiedToSender: false },
    page: ({ sku, listingId }) => (sku === null ? { page: 'listing', id: listingId } : { page: 'item', id: sku }),
    check,
    effect: 'replaces',
    maxBatch: MAX_SHARED,
    checksAtOnce: PARALLEL_READS,
    batchKey: ({ action, offerId, listingId, message }) =>
      action === 'Decline' ? JSON.stringify([listingId, message]) : offerId,
    dispatch: async (batch, signal) => {
      const [first] = batch.rows
      if (first === undefined) return new Map()
      const { row } = first
      let going: readonly AnswerRow[] = []
      const prepare = async (): Promise<readonly string[]> => {
        going = (await batch.leave()).map((one) => one.row)
        return going.map(({ payload }) => payload.offerId)
      }
      const outcomes = await port.respond(toAnswer(row.payload), prepare, { ...triggerOf(row), signal })
      if ('outcome' in outcomes) return outcomes
      return new Map(
        going.flatMap(({ id, payload }): [string, Outcome][] => {
          const outcome = outcomes.get(payload.offerId)
          return outcome === undefined ? [] : [[id, outcome]]
        }),
      )
    },
    settle: async ({ payload }, _before, signal) => {
      const atMs = clock.nowMs()
      const offer = await read(payload.offerId, { signal })
      return {
        isDone: isAnswered(payload, offer),
        after: offer === undefined ? null : { status: offer.status },
        atMs,
      }
    },
    canSellerSettle: true,
    onState: (row) => deps.onState(row),
    onChange: deps.onChange,
    afterSend: async () => deps.refresh(),
  }
}
