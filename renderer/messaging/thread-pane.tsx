/** One conversation: who and what, its messages as text, what is on its way, and the reply. */
import { MessagesSquare } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Link as AriaLink } from 'react-aria-components'
import type { StallhandContract } from '../../shared/ipc/contract.ts'
import type { OutputOf } from '../../shared/ipc/define.ts'
import type { Conversation, Message } from '../../shared/messaging/conversation.ts'
import type { SearchHit } from '../../shared/messaging/list.ts'
import { useApiQuery } from '../api/hooks.ts'
import { navigate } from '../api/location.ts'
import { useNow } from '../api/use-now.ts'
import { formatCount, formatNumber } from '../ui/locale-format.ts'
import { Pane } from '../ui/pane.tsx'
import { EmptyState, ErrorState, LoadingState } from '../ui/states.tsx'
import { announce } from './announcer.tsx'
import { Composer } from './composer.tsx'
import { DeletionNotice } from './deletions.tsx'
import { failureFace } from './failure-face.ts'
import { LinkDialog } from './link-dialog.tsx'
import type { FollowedLink } from './message-text.tsx'
import { buyerName, formatShortTime } from './messaging-labels.ts'
import { SavedRepliesDialog } from './saved-replies-dialog.tsx'
import { ThreadActs } from './thread-acts.tsx'
import { ThreadMessages } from './thread-messages.tsx'
import styles from './thread-pane.module.css'
import type { Filing } from './use-filing.ts'
import { useFreshThread } from './use-fresh-thread.ts'
import { WaitingNote } from './waiting-note.tsx'

type Thread = OutputOf<StallhandContract['messaging']['thread']>

/** What of the list the header leads to: all with this buyer, all about this item. */
export type LookAt = (what: { readonly otherParty: string } | { readonly itemId: string }) => void

/** Says what the buyer writes while the conversation is open. */
const useAnnouncedMessages = (conversationId: string, name: string, messages: readonly Message[]): void => {
  const known = useRef({ of: '', count: 0 })
  useEffect(() => {
    const before = known.current
    known.current = { of: conversationId, count: messages.length }
    if (before.of !== conversationId || before.count === 0) return
    for (const message of messages.slice(before.count)) {
      if (message.writer !== 'seller') announce(`New message from ${name}: ${message.text.slice(0, 200)}`)
    }
  }, [conversationId, messages, name])
}

/** What is asked or made of one conversation. */
type OpenDialog = { readonly of: string; readonly toSave?: string; readonly link?: FollowedLink }

/**
 * It stays while one goes from conversation to conversation: what belongs to one alone is made anew, the frame around it only
 * changes its words.
 */
const OpenThread = ({
  thread,
  textRef,
  onBack,
  onLookAt,
  filing,
  areRowsMarked,
  hit,
}: ThreadPaneProps & { readonly thread: Thread }) => {
  const { conversation, messages, freshness, draft } = thread
  const { conversationId, itemId, buyer } = conversation
  const nowMs = useNow()
  const { error, isReading, read } = useFreshThread(conversationId, conversation.unread)
  const name = buyerName(conversation)
  const target = useMemo(() => ({ conversationId }), [conversationId])
  const values = useMemo(
    () => ({ buyer, item: itemId, subject: conversation.subject }),
    [buyer, itemId, conversation.subject],
  )
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const shown = dialog?.of === conversationId ? dialog : null
  const closeDialog = (): void => setDialog(null)
  const save = useCallback((toSave: string) => setDialog({ of: conversationId, toSave }), [conversationId])
  const follow = useCallback((link: FollowedLink) => setDialog({ of: conversationId, link }), [conversationId])
  const reviewRef = useRef<() => void>(() => undefined)
  const review = useCallback(() => reviewRef.current(), [])
  useAnnouncedMessages(conversationId, name, messages)
  const readAgain = useCallback(() => void read(), [read])
  // Being offline is said once, by the status line; the age of what is shown stands in the header.
  const isOffline = useApiQuery('connection', 'status', {}).data?.online.state === 'offline'
  const newer = draft === null ? 0 : Math.max(0, thread.buyerMessages - draft.buyerMessagesSeen)

  const ageText = freshness.readAtMs === null ? 'not read yet' : `as of ${formatShortTime(freshness.readAtMs, nowMs)}`
  const missing =
    freshness.readAtMs !== null && !freshness.complete && freshness.total !== null
      ? ` · ${formatNumber(messages.length)} of ${formatCount(freshness.total, 'message')}`
      : ''

  const empty = () => {
    if (freshness.readAtMs !== null) {
      return <p className={styles.notice}>The platform shows no messages in this conversation.</p>
    }
    if (error === null) return <LoadingState label="Reading the conversation" shape="lines" />
    return (
      <ErrorState
        what="This conversation was never read here"
        {...failureFace(error, () => void read())}
        isRetrying={isReading}
      />
    )
  }

  return (
    <Pane
      title={conversation.subject === null || conversation.subject === '' ? 'No subject' : conversation.subject}
      subtitle={
        <>
          {buyer === null ? (
            name
          ) : (
            <AriaLink className={styles.lead ?? ''} onPress={() => onLookAt({ otherParty: buyer })}>
              <bdi>{name}</bdi>
            </AriaLink>
          )}
          {itemId !== null && (
            <>
              {' · item '}
              <AriaLink className={styles.lead ?? ''} onPress={() => onLookAt({ itemId })}>
                <bdi>{itemId}</bdi>
              </AriaLink>
            </>
          )}
          {` · ${ageText}${missing}`}
        </>
      }
      onBack={onBack}
      backLabel="Back to the list"
      isFilled
      acts={
        <>
          <WaitingNote waitingSince={conversation.waitingSince} nowMs={nowMs} />
          <ThreadActs
            conversation={conversation}
            isReading={isReading}
            onRead={readAgain}
            filing={filing}
            areRowsMarked={areRowsMarked}
          />
        </>
      }
      footer={
        thread.canReply ? (
          <Composer
            target={target}
            buyer={name}
            values={values}
            draft={draft}
            buyerMessages={thread.buyerMessages}
            textRef={textRef}
            onReview={review}
          />
        ) : (
          <span className={styles.notice}>A notice of the platform. It can be read and filed, not answered.</span>
        )
      }
    >
      <DeletionNotice conversation={conversation} />
      {error !== null && !isOffline && messages.length > 0 && (
        <ErrorState
          what="This conversation could not be refreshed"
          {...failureFace(error, () => void read())}
          ageText={`Showing it ${ageText}.`}
          isRetrying={isReading}
        />
      )}
      <ThreadMessages
        key={conversationId}
        name={name}
        messages={messages}
        outbox={thread.outbox}
        newer={newer}
        hit={hit}
        reviewRef={reviewRef}
        onSave={save}
        onFollow={follow}
        empty={messages.length === 0 ? empty() : null}
      />
      <SavedRepliesDialog isOpen={shown?.toSave !== undefined} newText={shown?.toSave ?? null} onClose={closeDialog} />
      {shown?.link !== undefined && (
        <LinkDialog conversationId={conversationId} link={shown.link} onClose={closeDialog} />
      )}
    </Pane>
  )
}

export type ThreadPaneProps = {
  readonly textRef: RefObject<HTMLTextAreaElement | null>
  readonly onBack: () => void
  readonly onLookAt: LookAt
  readonly filing: Filing
  readonly areRowsMarked: boolean
  /** Where the search found it, when it was opened out of a search. */
  readonly hit: SearchHit | null
  /** Told which conversation stands on screen, for keys that mean it. */
  readonly openedRef: RefObject<Conversation | null>
}

export type ThreadPlace = {
  readonly conversationId: string | null
  /** The keyboard goes into the reply as soon as the conversation is there; the address then names the conversation alone. */
  readonly wantsReply: boolean
}

export const ThreadPane = ({ conversationId, wantsReply, ...rest }: ThreadPaneProps & ThreadPlace) => {
  const answer = useApiQuery(
    'messaging',
    'thread',
    { conversationId: conversationId ?? '-' },
    { enabled: conversationId !== null },
  )
  // Until the next one is read, which is a frame or two, the frame stays and shows nothing.
  const [last, setLast] = useState<Thread | undefined>(undefined)
  if (answer.data !== undefined && answer.data !== last) setLast(answer.data)
  const { openedRef } = rest
  const opened = conversationId === null ? null : (answer.data?.conversation ?? null)
  useLayoutEffect(() => {
    openedRef.current = opened
  }, [openedRef, opened])

  const { textRef } = rest
  const isThere = opened !== null
  useEffect(() => {
    if (!wantsReply || !isThere || conversationId === null) return
    textRef.current?.focus()
    navigate({ screen: 'inbox', path: [conversationId] })
  }, [wantsReply, isThere, conversationId, textRef])

  if (conversationId === null) {
    return (
      <EmptyState
        icon={MessagesSquare}
        heading="Choose a conversation"
        text="Move with j and k or the arrow keys, open with Enter, and write. What you write is saved as you type."
      />
    )
  }
  const thread = answer.data ?? (answer.error === null ? last : undefined)
  if (thread !== undefined) {
    const isWaiting = answer.data === undefined
    return (
      <div aria-busy={isWaiting} className={styles.kept} inert={isWaiting}>
        <OpenThread thread={thread} {...rest} />
      </div>
    )
  }
  return (
    <Pane title="Conversation" onBack={rest.onBack} backLabel="Back to the list">
      {answer.error === null ? (
        <LoadingState label="Loading the conversation" shape="lines" />
      ) : (
        <ErrorState
          what="This conversation cannot be shown"
          {...failureFace(answer.error.detail, () => void answer.refetch())}
          isRetrying={answer.isFetching}
        />
      )}
    </Pane>
  )
}
