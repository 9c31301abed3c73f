/** Writes a message. Saves the text as a draft, and empties once the outbox has the message. */
import { ChevronDown } from 'lucide-react'
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Draft } from '../../../shared/messaging/conversation.ts'
import { messagingLimits } from '../../../shared/messaging/message-limits.ts'
import {
  attachmentProblems,
  codePointCount,
  type MessageTarget,
  prepareContent,
} from '../../../shared/messaging/message-text.ts'
import { resolveText, type SavedReply } from '../../../shared/messaging/saved-reply.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { usePlatform } from '../../api/use-connection.ts'
import { keysHint } from '../../commands/command-button.tsx'
import { type CommandId, commandInfo } from '../../commands/commands.ts'
import { useCommand } from '../../commands/registry.ts'
import { SuggestionsFor } from '../../parts/proposals/suggestions.tsx'
import { renderNow } from '../../ui/base/render-now.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { errorMessage } from '../../ui/feedback/error-message.ts'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import type { Slash } from '../saved-replies/reply-choice.ts'
import { LaterDialog } from '../triage/later-dialog.tsx'
import styles from './composer.module.css'
import { ComposerNotes } from './composer-notes.tsx'
import { ComposerTools } from './composer-tools.tsx'
import { hasContactData } from './contact-data.ts'
import type { DraftStatus } from './draft-keeper.ts'
import { EarlierAnswers } from './earlier-answers.tsx'
import { MessageExtras } from './message-extras.tsx'
import { ParcelQuestion, useParcelReply } from './parcel-question.tsx'
import { planInsertion } from './plan-insertion.ts'
import { SlashList, useSlashReplies } from './slash-replies.tsx'
import { UploadList } from './upload-list.tsx'
import { useAttachmentUploads } from './use-attachment-uploads.ts'
import { useDraft } from './use-draft.ts'
import { useReplies } from './use-replies.ts'
import { type SentStep, type Submit, useSendMessage } from './use-send-message.ts'

type ComposerProps = {
  readonly target: MessageTarget
  /** The name to show. */
  readonly buyer: string
  /** Values of the variables. The item's title belongs to the listing. */
  readonly username: string | null
  readonly subject: string | null
  /** The listing that the conversation is about. */
  readonly itemId: string | null
  /** The buyer's newest message: replies in its language come first. */
  readonly latestText: string
  readonly draft: Draft | null
  /** Null until the thread was read. */
  readonly buyerMessages: number | null
  /** Buyer messages that the seller hadn't seen when writing the draft. */
  readonly newer: number
  readonly textRef: RefObject<HTMLTextAreaElement | null>
  /** Scrolls to the newest messages. */
  readonly onReview: () => void
  /** Shown above the text. */
  readonly offer?: ReactNode
  /** Takes the chosen step after sending. Undefined if Send is the only choice. */
  readonly onSentAnd?: ((step: SentStep) => void) | undefined
}

const MAX_LENGTH = messagingLimits.messageTextCodePoints

const draftStatusLabel = (status: DraftStatus, isOffline: boolean, problem: string | null): string => {
  switch (status) {
    case 'empty':
      return isOffline ? 'Offline: messages wait in the outbox' : ''
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

const sendAction = (command: CommandId, isDisabled: boolean, onPress: () => void) => {
  const { label, keys } = commandInfo(command)
  return { id: command, label, keys, isDisabled, onPress }
}

/** Give it a key per target, so the text, undo and errors of one never appear in another. */
export const Composer = ({
  target,
  buyer,
  username,
  subject,
  itemId,
  latestText,
  draft,
  buyerMessages,
  newer,
  textRef,
  onReview,
  offer,
  onSentAnd,
}: ComposerProps) => {
  const { capabilities, label: platformName } = usePlatform()
  const isOffline = useApiQuery('connection', 'status', {}).data?.online.state === 'offline'
  const { keeper, view } = useDraft(
    target,
    draft,
    buyerMessages,
    // In a background window, focus doesn't mean the user is typing.
    () => document.hasFocus() && document.activeElement === textRef.current,
  )
  const pictures = useAttachmentUploads(keeper)
  const isLow = useMediaQuery('(max-height: 560px)')
  const [isChoosingTime, setChoosingTime] = useState(false)
  /** The last attachment added: its field gets the focus. */
  const [attachedAt, setAttachedAt] = useState<number | null>(null)

  // The browser puts the cursor before an initial text.
  useLayoutEffect(() => {
    const area = textRef.current
    area?.setSelectionRange(area.value.length, area.value.length)
  }, [textRef])

  const sectionRef = useRef<HTMLElement>(null)
  const isReply = 'conversationId' in target
  const label = `${isReply ? 'Reply to' : 'Message to'} ${buyer}`
  const { messageText, messageMedia } = view.content
  const listingId = view.content.reference?.referenceId ?? itemId
  const offered = useReplies({ username, subject, listingId, latestText })
  const { values, replies } = offered
  const prepared = useMemo(
    () => prepareContent(view.content, values, capabilities),
    [view.content, values, capabilities],
  )
  const mediaProblems = useMemo(() => attachmentProblems(messageMedia), [messageMedia])
  const { problems } = prepared
  const isBlank = messageText.trim() === '' && messageMedia.length === 0
  const [unresolved] = prepared.unresolved

  const { sending, start, repeated, forgetRepeated } = useSendMessage({
    ...{ target, buyer, keeper, newer, buyerMessages, isOffline, textRef, onReview, onSentAnd },
    preparedText: prepared.content.messageText,
  })

  /** Writes the values into the text, because main knows neither the order chosen here nor the titles of ended listings. */
  const writeValues = (): void => {
    const typed = keeper.view().content.messageText
    const { text } = resolveText(typed, values)
    if (text !== typed) keeper.type(text)
  }
  const onChosen = useEffectEvent(writeValues)
  useEffect(() => {
    if (offered.chosenOrderId !== null) onChosen()
  }, [offered.chosenOrderId])

  const showUnresolved = (): void => {
    if (unresolved === undefined || textRef.current === null) return
    textRef.current.focus()
    textRef.current.setSelectionRange(unresolved.start, unresolved.end)
  }

  const submit = (how: Submit = {}): void => {
    if (isBlank || pictures.isUploading) return
    if (newer === 0 && problems.length > 0) {
      showUnresolved()
      return
    }
    writeValues()
    start(how)
  }

  /** Inserts a text: replaces the slash, or goes to the cursor, or to the end. */
  const insertText = (text: string, slash?: Slash): void => {
    // By now, the field may be another conversation's, and more may be typed than was rendered.
    const area = sectionRef.current?.contains(textRef.current) === true ? textRef.current : null
    const cursor = document.activeElement === document.body ? null : area
    const planned = planInsertion(keeper.view().content.messageText, text, cursor, slash)
    const place = (): void => {
      area?.focus()
      area?.setSelectionRange(...planned.selection)
    }
    // The next key may follow at once, so the text and the cursor must be in place first.
    renderNow(() => keeper.type(planned.text))
    if (slash !== undefined) place()
    // The menu first returns the focus to its button.
    else setTimeout(place, 0)
  }
  const insert = ({ text }: SavedReply, slash?: Slash): void => insertText(text, slash)

  const slashed = useSlashReplies(replies, insert)
  const parcelReply = useParcelReply(offered, isReply, insert)

  const problem = isBlank ? undefined : problems[0]
  const isUploading = pictures.isUploading ? 'A picture is being uploaded' : undefined
  const blocked = newer > 0 ? undefined : (isUploading ?? (isBlank ? 'Write something to send' : problem?.message))
  const count = codePointCount(prepared.content.messageText)
  /** The key sends only from inside the composer, and nothing sends while another conversation is opening. */
  const sendBy =
    (run: () => void) =>
    (key?: KeyboardEvent): boolean => {
      const section = sectionRef.current
      if (key !== undefined && section?.contains(key.target as Node) !== true) return false
      if (section?.closest('[inert]') !== null) return false
      run()
      return true
    }
  const attach = (): void => {
    setAttachedAt(messageMedia.length)
    keeper.change({ messageMedia: [...messageMedia, { mediaName: '', mediaType: 'IMAGE', mediaUrl: '' }] })
  }
  const canSubmit = isUploading === undefined && (blocked === undefined || unresolved !== undefined)
  const hasSteps = canSubmit && onSentAnd !== undefined
  const sendLater = (): void => setChoosingTime(true)
  useCommand('inbox.send', sendBy(submit), { isEnabled: canSubmit })
  useCommand(
    'inbox.sendAndArchive',
    sendBy(() => submit({ step: 'archive' })),
    { isEnabled: hasSteps },
  )
  useCommand(
    'inbox.sendAndNext',
    sendBy(() => submit({ step: 'next' })),
    { isEnabled: hasSteps },
  )
  useCommand('inbox.sendLater', sendBy(sendLater), { isEnabled: canSubmit })
  const isAlarming = view.status === 'conflict' || view.status === 'failed'

  return (
    <section
      aria-label={isReply ? 'Reply' : 'New message'}
      className={styles.composer}
      ref={sectionRef}
      {...pictures.targetProps}
    >
      {slashed.list !== null && <SlashList {...slashed.list} />}
      <div className={styles.body}>
        {offer}
        {isReply && (
          <SuggestionsFor onInsert={insertText} subject={{ kind: 'conversation', id: target.conversationId }} />
        )}
        {isReply && isBlank && <EarlierAnswers conversationId={target.conversationId} onInsert={insertText} />}
        {parcelReply.isAsked && (
          <ParcelQuestion
            buyer={buyer}
            choices={offered.choices}
            onChoose={parcelReply.choose}
            onDismiss={parcelReply.dismiss}
          />
        )}
        <ComposerNotes
          buyer={buyer}
          conflict={view.status === 'conflict' ? view.problem : null}
          onKeepMine={() => {
            sending.reset()
            keeper.keepMine()
          }}
          onTakeTheirs={() => {
            sending.reset()
            keeper.takeTheirs()
          }}
          problem={sending.error === null ? null : errorMessage(sending.error)}
          onDismissProblem={sending.reset}
          unresolved={unresolved?.placeholder ?? null}
          onShowUnresolved={showUnresolved}
          repeatedAtMs={repeated?.text === messageText ? repeated.atMs : null}
          isSending={sending.isPending}
          onSendAgain={() => submit({ ...repeated?.submit, isConfirmed: true })}
          onDismissRepeated={forgetRepeated}
        />
        <TextArea
          label={label}
          isLabelHidden
          placeholder={`Write a ${isReply ? 'reply' : 'message'}${replies.length > 0 ? ', or / for a saved one' : ''}`}
          value={messageText}
          onChange={(text) => {
            keeper.type(text)
            slashed.onType(text, textRef.current?.selectionStart ?? text.length)
          }}
          onBlur={() => {
            slashed.onLeave()
            void keeper.flush().catch(() => undefined)
          }}
          isReadOnly={sending.isPending}
          minRows={isLow ? 1 : 3}
          maxRows={isLow ? 4 : 12}
          // Shown only near the limit: most replies are far from it.
          limit={count * 5 >= MAX_LENGTH * 4 ? MAX_LENGTH : undefined}
          used={count}
          error={count > MAX_LENGTH ? problem : undefined}
          textAreaRef={textRef}
          suggestions={slashed.suggestions}
        />
        {capabilities.dropsContactData && hasContactData(messageText) && (
          <Text as="p" role="status" size="meta" tone="soft">
            {`${platformName} removes web addresses, email addresses and phone numbers from messages. The buyer may not see them.`}
          </Text>
        )}
        <UploadList uploads={pictures.list} onRetry={pictures.retry} onDismiss={pictures.dismiss} />
        <MessageExtras
          content={view.content}
          problems={mediaProblems}
          attachedAt={attachedAt}
          onChange={keeper.change}
        />
      </div>
      <Row className={styles.foot} gap={2}>
        <ComposerTools
          content={view.content}
          itemId={itemId}
          onAttach={attach}
          onPictures={pictures.canChoose ? pictures.add : undefined}
          onChange={keeper.change}
          onInsert={insert}
          onInsertText={insertText}
          replies={replies}
          values={values}
          choices={offered.choices}
          onChooseOrder={offered.chooseOrder}
        />
        {/* Every pause saves, so only a failure is announced. */}
        <span aria-live={isAlarming ? 'polite' : 'off'} className={styles.saved} role="status">
          {draftStatusLabel(view.status, isOffline, view.problem)}
        </span>
        <Row gap={1}>
          <Button
            variant="primary"
            sends
            isPending={sending.isPending}
            disabledReason={blocked}
            hint={keysHint('inbox.send')}
            onPress={() => submit()}
          >
            {newer > 0 ? `Review ${formatCount(newer, 'new message')}` : 'Send'}
          </Button>
          <Menu
            label="More ways to send"
            placement="top end"
            trigger={<IconButton icon={ChevronDown} label="More ways to send" />}
            actions={[
              ...(onSentAnd === undefined
                ? []
                : [
                    sendAction('inbox.sendAndArchive', !hasSteps, () => submit({ step: 'archive' })),
                    sendAction('inbox.sendAndNext', !hasSteps, () => submit({ step: 'next' })),
                  ]),
              sendAction('inbox.sendLater', !canSubmit, sendLater),
            ]}
          />
        </Row>
      </Row>
      {isChoosingTime && (
        <LaterDialog
          title="Send at"
          chooseLabel="Send then"
          onChoose={(sendAtMs) => submit({ sendAtMs })}
          onClose={() => setChoosingTime(false)}
        />
      )}
    </section>
  )
}
