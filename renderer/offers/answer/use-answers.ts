/** Answers offers, so that it can be undone until the answer is sent (OFF-09). */
import { DEFAULT_UNDO_S, UNDO_KEY } from '../../../shared/app/choices.ts'
import type { BestOffer } from '../../../shared/offers/best-offer.ts'
import { useApiQuery, useClient } from '../../api/hooks.ts'
import { useViewState } from '../../api/use-view-state.ts'
import { undoQueued } from '../../runs/undo-queued.ts'
import type { UndoResult } from '../../ui/feedback/acts.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { doUndoably } from '../../ui/feedback/undo.ts'
import { formatNumber } from '../../ui/format/locale-format.ts'
import { describeAnswer, describeSending } from './answer-texts.ts'

const SENT = 'It was sent, and an answer can’t be taken back.'

type Answered = Pick<BestOffer, 'offerId' | 'price' | 'quantity' | 'buyer'>

export type AnswerRequest =
  | { readonly action: 'Accept'; readonly offers: readonly [Answered]; readonly message?: string }
  | { readonly action: 'Decline'; readonly offers: readonly Answered[]; readonly message?: string }
  | {
      readonly action: 'Counter'
      readonly offers: readonly [Answered]
      readonly counter: string
      readonly message: string
    }

type Queued = { readonly ids: readonly string[]; readonly isWaiting: boolean }

const toSeen = ({ offerId, price, quantity }: Answered) => ({ offerId, price, quantity })

/** Returns a function that answers. It rejects with why nothing was answered. Several offers are only declined together. */
export const useAnswers = (): ((request: AnswerRequest) => Promise<boolean>) => {
  const client = useClient()
  const [undoS] = useViewState(UNDO_KEY, DEFAULT_UNDO_S)
  const isOffline = useApiQuery('connection', 'status', {}).data?.online.state === 'offline'
  const undoMs = undoS * 1_000

  const decline = async (offers: readonly Answered[], message: string): Promise<Queued> => {
    const { results } = await client.offers.decline({ offers: offers.map(toSeen), message, undoMs })
    const problems = results.flatMap(({ problem }) => problem ?? [])
    const acts = results.flatMap(({ act }) => act ?? [])
    if (problems[0] !== undefined) {
      const count =
        results.length === 1 ? '' : `${formatNumber(problems.length)} of ${formatNumber(results.length)} not declined. `
      toast({ text: `${count}${problems[0]}`, tone: 'danger', isOfScreen: true })
    }
    return { ids: acts.map(({ id }) => id), isWaiting: acts.some(({ state }) => state === 'waiting') }
  }

  const send = async (request: AnswerRequest): Promise<Queued> => {
    const { message = '' } = request
    if (request.action === 'Decline') return decline(request.offers, message)
    const [only] = request.offers
    const act =
      request.action === 'Accept'
        ? await client.offers.accept({ ...toSeen(only), message, undoMs })
        : await client.offers.counter({ ...toSeen(only), counter: request.counter, message, undoMs })
    return { ids: [act.id], isWaiting: act.state === 'waiting' }
  }

  const undoAll = async (ids: readonly string[]): Promise<UndoResult> => {
    const results = await Promise.all(ids.map((id) => undoQueued(client, id, SENT)))
    const left = results.filter(({ is }) => is === 'not').length
    if (left === 0) return { is: 'undone' }
    return left === ids.length
      ? { is: 'not', why: SENT }
      : {
          is: 'undone',
          text: `${formatNumber(ids.length - left)} of ${formatNumber(ids.length)} undone; the others were sent.`,
        }
  }

  return (request) => {
    const label = describeAnswer(request.action, request.offers)
    return doUndoably({ label, mayWait: true }, async () => {
      const { ids, isWaiting } = await send(request)
      if (ids.length === 0) return null
      return {
        text: describeSending(label, { isOffline, isWaiting }),
        untilMs: isWaiting && !isOffline ? Date.now() + undoMs : undefined,
        undo: () => undoAll(ids),
        waits: async () =>
          (await client.outbound.list({})).entries.some(({ id, canDiscard }) => canDiscard && ids.includes(id)),
      }
    })
  }
}
