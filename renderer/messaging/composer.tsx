/** Where a reply is written. Always there, always saved; it empties only when the outbox has the message. */
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import type { Draft } from '../../shared/messaging/conversation.ts'
import { messagingLimits } from '../../shared/messaging/limits.ts'
import { codePointCount, contentProblems } from '../../shared/messaging/message-text.ts'
import { useClient, useQueryOf } from '../api/hooks.ts'
import { useConnection } from '../api/use-connection.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/text-area.tsx'
import styles from './composer.module.css'
import type { DraftStatus } from './draft-keeper.ts'
import { useDraft } from './use-draft.ts'
import { countOf } from './words.ts'

export type ComposerProps = {
  readonly conversationId: string
  readonly buyer: string
  readonly draft: Draft | null
  readonly buyerMessages: number
  readonly textRef: RefObject<HTMLTextAreaElement | null>
  /** Brings the newest messages into sight. */
  readonly onReview: () => void
}

const savedWords = (status: DraftStatus, isOffline: boolean): string => {
  switch (status) {
    case 'empty':
      return isOffline ? 'Offline: what you send waits in the outbox' : ''
    case 'unsaved':
    case 'saving':
      return 'Saving'
    case 'saved':
      return isOffline ? 'Saved, sends when online' : 'Saved'
    case 'conflict':
      return 'Not saved: changed in another window'
    case 'failed':
      return 'Not saved yet, trying again'
  }
}

export const Composer = ({ conversationId, buyer, draft, buyerMessages, textRef, onReview }: ComposerProps) => {
  const client = useClient()
  const connection = useConnection()
  const online = useQueryOf('connection', 'status', {}).data?.online.state
  const { keeper, view } = useDraft(conversationId, draft, () => document.activeElement === textRef.current)
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const sendingNow = useRef(false)

  const { messageText } = view.content
  const count = codePointCount(messageText)
  const problems = contentProblems(view.content)
  const isBlank = messageText.trim() === '' && view.content.messageMedia.length === 0
  const newer = draft === null ? 0 : Math.max(0, buyerMessages - draft.buyerMessagesSeen)
  const target = { conversationId }

  const review = async (): Promise<void> => {
    onReview()
    const revision = await keeper.flush()
    if (revision !== null) await client.messaging.markReviewed({ target, revision, buyerMessagesSeen: buyerMessages })
  }

  const send = async (): Promise<void> => {
    const revision = await keeper.flush()
    if (revision === null) return
    await client.messaging.send({ target, revision })
    keeper.sent()
    textRef.current?.focus()
  }

  const submit = async (): Promise<void> => {
    if (sendingNow.current || isBlank || (newer === 0 && problems.length > 0)) return
    sendingNow.current = true
    setSending(true)
    setRefusal(null)
    try {
      await (newer > 0 ? review() : send())
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error))
    } finally {
      sendingNow.current = false
      setSending(false)
    }
  }

  // An input method that is composing has the Enter key for itself, with or without Ctrl.
  const keepFromComposing = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && event.nativeEvent.isComposing) event.stopPropagation()
  }

  const problem = isBlank ? undefined : problems[0]?.message
  const blocked = newer > 0 ? undefined : isBlank ? 'Write something to send' : problem

  return (
    <section aria-label="Reply" className={styles.composer} onKeyDownCapture={keepFromComposing}>
      {view.status === 'conflict' && (
        <Banner tone="caution" title="This draft is another in a second window">
          <p className={styles.choice}>{view.problem}</p>
          <span className={styles.choices}>
            <Button size="s" onPress={keeper.keepMine}>
              Keep this text
            </Button>
            <Button size="s" onPress={keeper.takeTheirs}>
              Take the other
            </Button>
          </span>
        </Banner>
      )}
      {refusal !== null && (
        <Banner tone="caution" onDismiss={() => setRefusal(null)}>
          {refusal}
        </Banner>
      )}
      <div className={styles.field}>
        <TextArea
          label={`Reply to ${buyer}`}
          isLabelHidden
          placeholder={`Reply to ${buyer}`}
          value={messageText}
          onChange={(text) => keeper.type(text, buyerMessages)}
          onBlur={() => void keeper.flush().catch(() => undefined)}
          onSubmit={() => void submit()}
          isReadOnly={isSending}
          minRows={3}
          maxRows={12}
          limit={messagingLimits.messageTextCodePoints}
          used={count}
          error={count > messagingLimits.messageTextCodePoints ? problem : undefined}
          textAreaRef={textRef}
        />
      </div>
      <div className={styles.foot}>
        <span className={styles.saved} role="status">
          {savedWords(view.status, online === 'offline')}
        </span>
        <Button
          variant="primary"
          kind={connection?.kind}
          isPending={isSending}
          disabledReason={blocked}
          isDisabled={blocked !== undefined}
          hint="Ctrl or ⌘ with Enter"
          onPress={() => void submit()}
        >
          {newer > 0 ? `Review ${countOf(newer, 'new message')}` : 'Send'}
        </Button>
      </div>
    </section>
  )
}
