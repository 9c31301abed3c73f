/** Sends what is written, once: asks first about what is new and what was just sent, and offers the undo. */
import { type RefObject, useRef, useState } from 'react'
import type { MessageTarget } from '../../../shared/messaging/message-text.ts'
import { waitingStates } from '../../../shared/outbound/state.ts'
import { useAction, useClient } from '../../api/hooks.ts'
import { undoUnlessSent } from '../../runs/undo-queued.ts'
import { doUndoably } from '../../ui/feedback/undo.ts'
import { describeSent } from './describe-sent.ts'
import type { DraftKeeper } from './draft-keeper.ts'

export type SentStep = 'archive' | 'next'

export type Submit = {
  /** Whether the seller just confirmed sending the same text again. */
  readonly isConfirmed?: boolean
  readonly step?: SentStep
  readonly sendAtMs?: number
}

type SendOptions = {
  readonly target: MessageTarget
  readonly buyer: string
  readonly keeper: Pick<DraftKeeper, 'view' | 'flush' | 'sent'>
  /** With the values of its variables. */
  readonly preparedText: string
  /** Buyer messages that the seller hadn't seen when writing. */
  readonly newer: number
  readonly buyerMessages: number | null
  readonly isOffline: boolean
  readonly textRef: RefObject<HTMLTextAreaElement | null>
  readonly onReview: () => void
  readonly onSentAnd: ((step: SentStep) => void) | undefined
}

export const useSendMessage = (options: SendOptions) => {
  const { target, buyer, keeper, preparedText, newer, buyerMessages, isOffline } = options
  const { textRef, onReview, onSentAnd } = options
  const client = useClient()
  /** The same text was sent to this buyer a moment ago. */
  const [repeated, setRepeated] = useState<{
    readonly text: string
    readonly atMs: number
    readonly submit: Submit
  } | null>(null)
  const isBusy = useRef(false)

  /** Returns its row in the outbox; undefined if something is to be answered first. */
  const send = async (how: Submit) => {
    const revision = await keeper.flush()
    if (newer > 0) {
      if (revision !== null)
        await client.messaging.markReviewed({ target, revision, buyerMessagesSeen: buyerMessages ?? 0 })
      onReview()
      return undefined
    }
    if (revision === null) return undefined
    if (how.isConfirmed !== true) {
      const { atMs } = await client.messaging.sentRecently({ target, messageText: preparedText })
      if (atMs !== null) {
        setRepeated({ text: keeper.view().content.messageText, atMs, submit: how })
        return undefined
      }
    }
    const { sendAtMs } = how
    const queued = await client.messaging.send({
      target,
      revision,
      ...(sendAtMs === undefined ? {} : { sendAtMs }),
    })
    setRepeated(null)
    keeper.sent(revision)
    return queued
  }
  const isWaiting = async (id: string): Promise<boolean> => {
    const { entries } = await client.outbound.list({})
    return entries.some((entry) => entry.id === id && waitingStates.includes(entry.state))
  }

  const sending = useAction(async (how: Submit) => {
    const area = textRef.current
    const { sendAtMs, step } = how
    const doing = { label: `Reply to ${buyer}`, mayWait: sendAtMs === undefined }
    const isSent = await doUndoably(doing, async () => {
      const queued = await send(how)
      if (queued === undefined) return null
      const { id, undoUntilMs } = queued
      return {
        ...describeSent({ buyer, undoUntilMs, sendAtMs, isOffline }),
        undo: () =>
          undoUnlessSent(() => client.outbound.withdraw({ id }), 'It was sent, and a message can’t be taken back.'),
        waits: () => isWaiting(id),
        // Where the message stays on screen, it shows its own undo.
        isQuiet: step === undefined,
      }
    })
    if (!isSent) return
    if (step !== undefined) {
      onSentAnd?.(step)
      return
    }
    // Another conversation may be open by now.
    if (textRef.current === area) area?.focus()
  })

  return {
    sending,
    /** Does nothing while another send is in progress. */
    start: (how: Submit): void => {
      if (isBusy.current) return
      isBusy.current = true
      sending.mutate(how, {
        onSettled: () => {
          isBusy.current = false
        },
      })
    },
    repeated,
    forgetRepeated: () => setRepeated(null),
  }
}
