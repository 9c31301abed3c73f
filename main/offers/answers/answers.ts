/** Queues answers to buyers' offers, gives up those that wait past the offer's end, and shows those on their way (LST-25). */
import { randomUUID } from 'node:crypto'
import { type MoneyStyle, parseMoney, readPrice } from '../../../shared/money.ts'
import type { AnswerAction, BestOffer, SeenOffer } from '../../../shared/offers/best-offer.ts'
import type { QueuedAct } from '../../../shared/outbound/act-result.ts'
import { unsentStates } from '../../../shared/outbound/state.ts'
import { conflict, Failure, notFound, validation } from '../../../shared/result.ts'
import type { Services } from '../../feature.ts'
import type { OutboundKind } from '../../outbound/kind.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import type { PlatformClock } from '../reading/platform-clock.ts'
import type { BestOfferStore, StoredBestOffer } from '../store/best-offer-store.ts'
import { describeEnd, findCounterProblem, statusAfter, TOO_LATE, type Words } from './answer-decision.ts'
import { type AnswerEvidence, type AnswerPayload, type AnswerRow, answerLane, answerSubject } from './answer-kind.ts'

const UNKNOWN = 'This offer isn’t known here. Refresh the offers.'
const ON_ITS_WAY = 'An answer to this offer is on its way already. It can be undone while it waits.'
const CHANGED = 'The buyer has changed this offer. Look at it again.'

/** States in which an answer may still be carried out, or was and isn't known. */
const onItsWay: readonly string[] = ['delayed', 'queued', 'waiting', 'sending', 'unknown']
/** States in which an answer waits and no byte of it left. */
const waits: readonly string[] = ['delayed', 'queued', 'waiting']

/** An offer that ends sooner is answered at once: its last seconds are for the answer. */
const UNDO_UNTIL_BEFORE_END_MS = 60_000
const CAN_BE_UNDONE = { state: 'waiting', known: null, message: '', note: '' } as const

/** When to look again whether answers are too late. */
const LOOK_AGAIN_MS = 60_000

type Request = {
  readonly action: AnswerAction
  readonly seen: SeenOffer
  /** As typed. */
  readonly counter?: string
  readonly message: string
  readonly undoMs: number
}

type Added = { readonly id: string; readonly lane: string; readonly isUndoable: boolean }

export type Answers = ReturnType<typeof createAnswers>

export const createAnswers = (
  deps: Pick<Services, 'clock' | 'database' | 'scheduler'> & {
    readonly outbound: Outbound
    readonly store: BestOfferStore
    readonly platformClock: PlatformClock
    readonly words: Words
    readonly style: () => MoneyStyle
    readonly createKind: (onState: (row: AnswerRow) => void) => OutboundKind<AnswerPayload, AnswerEvidence>
    readonly skuOf: (listingId: string) => string | null
    readonly onSendRequested: () => void
    /** Called with the listing's number after an offer was accepted. */
    readonly onAccepted: (payload: AnswerPayload) => void
  },
) => {
  const { outbound, store, platformClock, clock, database, scheduler, words } = deps
  const queue = outbound.register(
    deps.createKind((row) => {
      if (row.state.state !== 'sent') return
      const { offerId, action } = row.payload
      store.markAnswered(offerId, statusAfter(action), row.state.atMs)
      if (action === 'Accept') deps.onAccepted(row.payload)
    }),
  )

  const openOf = (offerIds: readonly string[]): readonly AnswerRow[] =>
    queue.open('subject IN (SELECT value FROM json_each(?))', [JSON.stringify(offerIds.map(answerSubject))])

  /** Gives up answers whose offers have expired: they can't be sent any more, whatever they wait for. */
  const giveUpLate = (): void => {
    const atMs = clock.nowMs()
    const late = queue
      .open()
      .filter(({ state, payload }) => waits.includes(state.state) && platformClock.isPast(payload.expiresAtMs))
    database.transaction(() => {
      for (const { id } of late) {
        queue.apply(id, { event: 'waitPassed', atMs, dueMs: Number.POSITIVE_INFINITY })
        queue.apply(id, { event: 'refused', atMs, error: { kind: 'conflict', message: TOO_LATE } })
      }
    })
    for (const lane of new Set(late.map(({ lane: one }) => one))) queue.wake(lane)
  }

  const planDeadline = (isAgain = false): void => {
    const ends = queue
      .open()
      .flatMap(({ state, payload: { expiresAtMs } }) =>
        waits.includes(state.state) && expiresAtMs !== null ? [expiresAtMs] : [],
      )
    if (ends.length === 0) return
    // One that is past, and was not given up, is past by one of two clocks only.
    const atMs = Math.max(platformClock.toLocal(Math.min(...ends)), isAgain ? clock.nowMs() + LOOK_AGAIN_MS : 0)
    scheduler.plan('offers.deadline', atMs, async () => {
      giveUpLate()
      planDeadline(true)
    })
  }

  const requireAnswerable = ({ offerId, price, quantity }: SeenOffer): StoredBestOffer => {
    const offer = store.find(offerId)
    if (offer === undefined) throw notFound(UNKNOWN)
    if (openOf([offerId]).some(({ state }) => onItsWay.includes(state.state))) throw conflict(ON_ITS_WAY)
    if (!offer.isOpen) throw conflict(describeEnd(offer.status, words.name))
    if (platformClock.isPast(offer.expiresAtMs)) throw conflict(TOO_LATE)
    const isSeen =
      offer.price.minor === price.minor && offer.price.currency === price.currency && offer.quantity === quantity
    if (!isSeen) throw conflict(CHANGED)
    return offer
  }

  const readCounter = (typed: string, offer: StoredBestOffer): NonNullable<AnswerPayload['counter']> => {
    const { currency } = offer.price
    const reading = readPrice(typed, { ...deps.style(), currency })
    if ('problem' in reading) throw validation('input.counter', reading.problem)
    const counter = parseMoney(reading.amount, currency)
    if (counter === undefined) {
      throw validation('input.counter', `${currency} has no smaller unit. Enter a whole number.`)
    }
    const problem = findCounterProblem(counter, offer, words)
    if (problem !== undefined) throw validation('input.counter', problem)
    return counter
  }

  /** Stores an answer, in the caller's transaction. Throws as `offers.accept`. */
  const add = ({ action, seen, counter, message, undoMs }: Request): Added => {
    const offer = requireAnswerable(seen)
    const { offerId, listingId } = offer
    const payload: AnswerPayload = {
      offerId,
      listingId,
      sku: deps.skuOf(listingId),
      title: offer.title ?? listingId,
      buyer: offer.buyer,
      action,
      seen: { price: offer.price, quantity: offer.quantity },
      counter: action === 'Counter' ? readCounter(counter ?? '', offer) : null,
      message,
      expiresAtMs: offer.expiresAtMs,
    }
    const id = randomUUID()
    const lane = answerLane(listingId)
    const subject = answerSubject(offerId)
    // The new answer replaces one that certainly wasn't carried out.
    queue.discard(`subject = ? AND state IN ('refused', 'notFound')`, [subject])
    const endsAtMs = offer.expiresAtMs === null ? Number.POSITIVE_INFINITY : platformClock.toLocal(offer.expiresAtMs)
    const undoUntilMs = clock.nowMs() + undoMs
    const isUndoable = undoMs > 0 && endsAtMs - undoUntilMs >= UNDO_UNTIL_BEFORE_END_MS
    const state = { state: 'delayed', undoUntilMs, earlier: null } as const
    queue.add({ id, lane, subject, payload, ...(isUndoable ? { state } : {}) })
    return { id, lane, isUndoable }
  }

  /** What the first try came to; an answer that can be undone first waits. */
  const send = async ({ id, lane, isUndoable }: Added): Promise<QueuedAct> => {
    if (!isUndoable) return { ...(await queue.try(id, lane)), id }
    queue.wake(lane)
    return { ...CAN_BE_UNDONE, id }
  }

  return {
    /** Throws as `offers.accept`, and the platform's refusal. */
    answer: async (request: Request): Promise<QueuedAct> => {
      const added = database.transaction(() => add(request))
      planDeadline()
      deps.onSendRequested()
      return send(added)
    },

    /** Declines each by itself; those of one listing share calls. */
    decline: async (seen: readonly SeenOffer[], message: string, undoMs: number) => {
      const added = database.transaction(() =>
        seen.map((one) => {
          try {
            return { offerId: one.offerId, ...add({ action: 'Decline', seen: one, message, undoMs }) }
          } catch (error) {
            if (error instanceof Failure) return { offerId: one.offerId, problem: error.message }
            throw error
          }
        }),
      )
      planDeadline()
      if (added.some((one) => 'id' in one)) deps.onSendRequested()
      return Promise.all(
        added.map(async (one) => {
          const { offerId } = one
          if ('problem' in one) return { offerId, act: null, problem: one.problem }
          try {
            return { offerId, act: await send(one), problem: null }
          } catch (error) {
            if (error instanceof Failure) return { offerId, act: null, problem: error.message }
            throw error
          }
        }),
      )
    },

    /** The answer to each offer that isn't carried out yet. */
    pending: (offerIds: readonly string[]): ReadonlyMap<string, NonNullable<BestOffer['pending']>> =>
      new Map(
        openOf(offerIds).map(({ id, payload, state, lastError }) => {
          const canAct = unsentStates.includes(state.state)
          return [
            payload.offerId,
            {
              outboundId: id,
              state: state.state,
              action: payload.action,
              message: state.state === 'unknown' ? state.reason : (lastError?.message ?? ''),
              canSendNow: canAct,
              canDiscard: canAct,
            },
          ]
        }),
      ),

    start: (): void => {
      giveUpLate()
      planDeadline()
    },
  }
}
