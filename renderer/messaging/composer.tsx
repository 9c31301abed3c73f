/** Where a message is written. Always there, always saved; it empties only when the outbox has it. */
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import type { Draft } from '../../shared/messaging/conversation.ts'
import { messagingLimits } from '../../shared/messaging/limits.ts'
import { codePointCount, contentProblems, type MessageTarget } from '../../shared/messaging/message-text.ts'
import { resolveText, type VariableValues } from '../../shared/messaging/saved-reply.ts'
import { useClient, useQueryOf } from '../api/hooks.ts'
import { useConnection } from '../api/use-connection.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/text-area.tsx'
import styles from './composer.module.css'
import { ComposerTools, MessageExtras } from './composer-tools.tsx'
import type { DraftStatus } from './draft-keeper.ts'
import { useDraft } from './use-draft.ts'
import { countOf, timeWords } from './words.ts'

export type ComposerProps = {
  readonly target: MessageTarget
  readonly buyer: string
  /** What the variables of saved replies stand for here. */
  readonly values: VariableValues
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

export const Composer = ({ target, buyer, values, draft, buyerMessages, textRef, onReview }: ComposerProps) => {
  const client = useClient()
  const connection = useConnection()
  const online = useQueryOf('connection', 'status', {}).data?.online.state
  const { keeper, view } = useDraft(target, draft, () => document.activeElement === textRef.current)
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  /** The same text went to this buyer a moment ago, and the user was not yet asked about it. */
  const [repeated, setRepeated] = useState<{ readonly text: string; readonly atMs: number } | null>(null)
  const sendingNow = useRef(false)

  const label = 'conversationId' in target ? `Reply to ${buyer}` : `Message to ${buyer}`
  const { messageText } = view.content
  const here = { ...values, item: view.content.reference?.referenceId ?? values.item }
  const resolved = resolveText(messageText, here)
  const content = { ...view.content, messageText: resolved.text }
  const count = codePointCount(resolved.text)
  const problems = contentProblems(content)
  const isBlank = messageText.trim() === '' && view.content.messageMedia.length === 0
  const newer = draft === null ? 0 : Math.max(0, buyerMessages - draft.buyerMessagesSeen)
  const [unresolved] = resolved.unresolved

  const review = async (): Promise<void> => {
    onReview()
    const revision = await keeper.flush()
    if (revision !== null) await client.messaging.markReviewed({ target, revision, buyerMessagesSeen: buyerMessages })
  }

  const send = async (isAsked: boolean): Promise<void> => {
    const revision = await keeper.flush()
    if (revision === null) return
    if (!isAsked) {
      const { atMs } = await client.messaging.sentRecently({ target, messageText })
      if (atMs !== null) return setRepeated({ text: messageText, atMs })
    }
    await client.messaging.send({ target, revision })
    setRepeated(null)
    keeper.sent()
    textRef.current?.focus()
  }

  const submit = async (isAsked = false): Promise<void> => {
    if (sendingNow.current || isBlank || (newer === 0 && problems.length > 0)) return
    sendingNow.current = true
    setSending(true)
    setRefusal(null)
    try {
      await (newer > 0 ? review() : send(isAsked))
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error))
    } finally {
      sendingNow.current = false
      setSending(false)
    }
  }

  /** Where the cursor is, or at the end; the text typed so far stays. */
  const insert = (text: string): void => {
    const area = textRef.current
    const isPlaced = area !== null && document.activeElement !== document.body
    const start = isPlaced ? area.selectionStart : messageText.length
    const end = isPlaced ? area.selectionEnd : messageText.length
    keeper.type(messageText.slice(0, start) + text + messageText.slice(end), buyerMessages)
    // The menu gives the focus back to its button first.
    setTimeout(() => {
      area?.focus()
      area?.setSelectionRange(start + text.length, start + text.length)
    }, 0)
  }

  const showUnresolved = (): void => {
    if (unresolved === undefined || textRef.current === null) return
    textRef.current.focus()
    textRef.current.setSelectionRange(unresolved.start, unresolved.end)
  }

  // An input method that is composing has the Enter key for itself, with or without Ctrl.
  const keepFromComposing = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && event.nativeEvent.isComposing) event.stopPropagation()
  }

  const problem = isBlank ? undefined : problems[0]?.message
  const blocked = newer > 0 ? undefined : isBlank ? 'Write something to send' : problem

  return (
    <section
      aria-label={'conversationId' in target ? 'Reply' : 'New message'}
      className={styles.composer}
      onKeyDownCapture={keepFromComposing}
    >
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
      {unresolved !== undefined && (
        <Banner tone="caution" act={{ label: 'Show it', onPress: showUnresolved }}>
          {unresolved.placeholder} stands for nothing here. Replace it before sending.
        </Banner>
      )}
      {repeated !== null && repeated.text === messageText && (
        <Banner
          tone="caution"
          act={{ label: 'Send it again', onPress: () => void submit(true), isPending: isSending }}
          onDismiss={() => setRepeated(null)}
        >
          The same text went to {buyer} at {timeWords(repeated.atMs, Date.now())}.
        </Banner>
      )}
      <div className={styles.field}>
        <TextArea
          label={label}
          isLabelHidden
          placeholder={label}
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
      <MessageExtras
        content={view.content}
        problems={problems}
        onChange={(part) => keeper.change(part, buyerMessages)}
      />
      <div className={styles.foot}>
        <ComposerTools
          content={view.content}
          itemId={values.item}
          onInsert={insert}
          onChange={(part) => keeper.change(part, buyerMessages)}
        />
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
