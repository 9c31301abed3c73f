/** Where a message is written. Always there, always saved; it empties only when the outbox has it. */
import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Draft } from '../../shared/messaging/conversation.ts'
import { messagingLimits } from '../../shared/messaging/limits.ts'
import {
  attachmentProblems,
  codePointCount,
  type MessageContent,
  type MessageTarget,
  placeholderProblems,
  targetKey,
  textProblems,
} from '../../shared/messaging/message-text.ts'
import { resolveText, type VariableValues } from '../../shared/messaging/saved-reply.ts'
import { useApiQuery, useClient } from '../api/hooks.ts'
import { useConnection } from '../api/use-connection.ts'
import { Button } from '../ui/button.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { formatCount } from '../ui/locale-format.ts'
import { TextArea } from '../ui/text-area.tsx'
import styles from './composer.module.css'
import { ComposerNotes } from './composer-notes.tsx'
import { ComposerTools, MessageExtras } from './composer-tools.tsx'
import type { DraftStatus } from './draft-keeper.ts'
import { MessageCounter } from './message-counter.tsx'
import { useDraft } from './use-draft.ts'
import { useIsLow } from './use-is-low.ts'

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

const MOST_NAMED = 40

const shortened = (name: string): string => (name.length > MOST_NAMED ? `${name.slice(0, MOST_NAMED)}…` : name)

const savedWords = (status: DraftStatus, isOffline: boolean, problem: string | null): string => {
  switch (status) {
    case 'empty':
      return isOffline ? 'Offline: what you send waits in the outbox' : ''
    case 'unsaved':
      return 'Saving'
    case 'saved':
      return isOffline ? 'Saved, sends when online' : 'Saved'
    case 'conflict':
      return 'Not saved: changed in another window'
    case 'failed':
      return `Not saved yet, trying again. ${problem ?? ''}`.trim()
  }
}

type SavedNoteProps = {
  readonly status: DraftStatus
  readonly isOffline: boolean
  /** Why it could not be saved. */
  readonly problem: string | null
}

const SavedNote = memo(({ status, isOffline, problem }: SavedNoteProps) => (
  // Saving and saved come with every pause: seen, and said only when something is wrong.
  <span
    aria-live={status === 'conflict' || status === 'failed' ? 'polite' : 'off'}
    className={styles.saved}
    role="status"
  >
    {savedWords(status, isOffline, problem)}
  </span>
))

type SendButtonProps = {
  readonly newer: number
  readonly blocked: string | undefined
  readonly isSending: boolean
  readonly onPress: () => void
}

const SendButton = memo(({ newer, blocked, isSending, onPress }: SendButtonProps) => {
  const connection = useConnection()
  return (
    <Button
      variant="primary"
      kind={connection?.kind}
      isPending={isSending}
      disabledReason={blocked}
      isDisabled={blocked !== undefined}
      hint="Ctrl or ⌘ with Enter"
      onPress={onPress}
    >
      {newer > 0 ? `Review ${formatCount(newer, 'new message')}` : 'Send'}
    </Button>
  )
})

/** The same function for ever, doing what the latest one does: so that what is not changed by typing is not drawn by it. */
const useLatest = <Args extends readonly unknown[]>(run: (...args: Args) => void): ((...args: Args) => void) => {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}

/** What the composer of one target knows of sending. */
type Sending = {
  readonly of: string
  readonly isSending: boolean
  /** Why the last try was refused. */
  readonly refusal: string | null
  /** The same text went to this buyer a moment ago, and the user was not yet asked about it. */
  readonly repeated: { readonly text: string; readonly atMs: number } | null
}

const notSending = (of: string): Sending => ({ of, isSending: false, refusal: null, repeated: null })

/**
 * It stays where it is while one goes from conversation to conversation, and only what belongs to the target changes: making
 * its buttons anew for each would cost more than the messages.
 */
export const Composer = memo(({ target, buyer, values, draft, buyerMessages, textRef, onReview }: ComposerProps) => {
  const client = useClient()
  const isOffline = useApiQuery('connection', 'status', {}).data?.online.state === 'offline'
  const { keeper, view } = useDraft(target, draft, () => document.activeElement === textRef.current)
  const isLow = useIsLow()
  const key = targetKey(target)
  const [sending, setSending] = useState<Sending>(notSending(key))
  if (sending.of !== key) setSending(notSending(key))
  const { isSending, refusal, repeated } = sending.of === key ? sending : notSending(key)
  /** What comes of an act for this target, as long as it is still the one that is shown. */
  const note = (part: Partial<Sending>): void =>
    setSending((before) => (before.of === key ? { ...before, ...part } : before))
  const sendingNow = useRef(new Set<string>())

  const label = `${'conversationId' in target ? 'Reply to' : 'Message to'} ${buyer}`
  const { messageText, messageMedia, reference, emailCopyToSender } = view.content
  const item = reference?.referenceId ?? values.item
  const resolved = useMemo(() => resolveText(messageText, { ...values, item }), [messageText, values, item])
  const count = codePointCount(resolved.text)
  const mediaProblems = useMemo(() => attachmentProblems(messageMedia), [messageMedia])
  const problems = [...textProblems(resolved.text), ...placeholderProblems(resolved.text), ...mediaProblems]
  const isBlank = messageText.trim() === '' && messageMedia.length === 0
  const newer = draft === null ? 0 : Math.max(0, buyerMessages - draft.buyerMessagesSeen)
  const [unresolved] = resolved.unresolved

  const review = async (): Promise<void> => {
    const revision = await keeper.flush()
    if (revision !== null) await client.messaging.markReviewed({ target, revision, buyerMessagesSeen: buyerMessages })
    onReview()
  }

  const send = async (isAsked: boolean): Promise<void> => {
    const revision = await keeper.flush()
    if (revision === null) return
    if (!isAsked) {
      const { atMs } = await client.messaging.sentRecently({ target, messageText })
      if (atMs !== null) return note({ repeated: { text: messageText, atMs } })
    }
    await client.messaging.send({ target, revision })
    note({ repeated: null })
    keeper.sent()
    if (areaOf.current === key) textRef.current?.focus()
  }

  const showUnresolved = (): void => {
    if (unresolved === undefined || textRef.current === null) return
    textRef.current.focus()
    textRef.current.setSelectionRange(unresolved.start, unresolved.end)
  }

  const submit = async (isAsked = false): Promise<void> => {
    if (sendingNow.current.has(key) || isBlank) return
    if (newer === 0 && problems.length > 0) return showUnresolved()
    sendingNow.current.add(key)
    note({ isSending: true, refusal: null })
    try {
      await (newer > 0 ? review() : send(isAsked))
    } catch (error) {
      note({ refusal: errorMessage(error) })
    } finally {
      sendingNow.current.delete(key)
      note({ isSending: false })
    }
  }

  /** Whose text the field holds now. */
  const areaOf = useRef(key)
  useLayoutEffect(() => {
    areaOf.current = key
  }, [key])

  const change = useLatest((part: Partial<MessageContent>) => keeper.change(part, buyerMessages))
  const submitOnce = useLatest(() => void submit())
  const textNow = useCallback(() => keeper.view().content.messageText, [keeper])

  /** Where the cursor is, or at the end; the text typed so far stays. */
  const insert = useLatest((text: string): void => {
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
  })

  // An input method that is composing has the Enter key for itself, with or without Ctrl.
  const keepFromComposing = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && event.nativeEvent.isComposing) event.stopPropagation()
  }

  const problem = isBlank ? undefined : problems[0]?.message
  const blocked = newer > 0 ? undefined : isBlank ? 'Write something to send' : problem
  const isTooLong = count > messagingLimits.messageTextCodePoints

  return (
    <section
      aria-label={'conversationId' in target ? 'Reply' : 'New message'}
      className={styles.composer}
      onKeyDownCapture={keepFromComposing}
    >
      <div className={styles.body}>
        <ComposerNotes
          buyer={buyer}
          conflict={view.status === 'conflict' ? view.problem : null}
          onKeepMine={keeper.keepMine}
          onTakeTheirs={keeper.takeTheirs}
          refusal={refusal}
          onDismissRefusal={() => note({ refusal: null })}
          unresolved={unresolved?.placeholder ?? null}
          onShowUnresolved={showUnresolved}
          repeatedAtMs={repeated !== null && repeated.text === messageText ? repeated.atMs : null}
          isSending={isSending}
          onRepeat={() => void submit(true)}
          onDismissRepeated={() => note({ repeated: null })}
        />
        {/* A field of its own for each target, so that undo in one never brings back the text of another. */}
        <TextArea
          key={key}
          label={label}
          isLabelHidden
          placeholder={shortened(label)}
          value={messageText}
          onChange={(text) => keeper.type(text, buyerMessages)}
          onBlur={() => void keeper.flush().catch(() => undefined)}
          onSubmit={submitOnce}
          isReadOnly={isSending}
          minRows={isLow ? 1 : 3}
          maxRows={isLow ? 4 : 12}
          error={isTooLong ? problem : undefined}
          textAreaRef={textRef}
        />
        <MessageExtras
          filled={resolved.filled}
          messageMedia={messageMedia}
          reference={reference}
          emailCopyToSender={emailCopyToSender}
          problems={mediaProblems}
          onChange={change}
        />
      </div>
      <div className={styles.foot}>
        <ComposerTools
          messageMedia={messageMedia}
          reference={reference}
          emailCopyToSender={emailCopyToSender}
          hasText={messageText.trim() !== ''}
          textNow={textNow}
          itemId={values.item}
          onInsert={insert}
          onChange={change}
        />
        <SavedNote status={view.status} isOffline={isOffline} problem={view.problem} />
        <MessageCounter used={count} />
        <SendButton newer={newer} blocked={blocked} isSending={isSending} onPress={submitOnce} />
      </div>
    </section>
  )
})
