/** One conversation: its header, messages, pending messages and reply. */
import { MessagesSquare } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Link as AriaLink } from 'react-aria-components'
import type { StallhandContract } from '../../../shared/ipc/contract.ts'
import type { OutputOf } from '../../../shared/ipc/define.ts'
import type { Conversation, Message } from '../../../shared/messaging/conversation.ts'
import type { SearchHit } from '../../../shared/messaging/list.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { navigate } from '../../api/location.ts'
import { useNow } from '../../api/use-now.ts'
import { formatCount, formatNumber } from '../../ui/locale-format.ts'
import { Pane } from '../../ui/pane.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { announce } from '../announcer.tsx'
import { Composer } from '../composer/composer.tsx'
import { failureFace } from '../failure-face.ts'
import { DeletionNotice } from '../filing/deletions.tsx'
import type { Filing } from '../filing/use-filing.ts'
import { buyerName, formatShortTime } from '../messaging-labels.ts'
import { SavedRepliesDialog } from '../saved-replies/saved-replies-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import type { FollowedLink } from './message-text.tsx'
import { ThreadActions } from './thread-actions.tsx'
import { ThreadMessages } from './thread-messages.tsx'
import styles from './thread-pane.module.css'
import { useFreshThread } from './use-fresh-thread.ts'
import { WaitingNote } from './waiting-note.tsx'

type Thread = OutputOf<StallhandContract['messaging']['thread']>

/** Filters the list by what the header names. */
export type LookAt = (what: { readonly otherParty: string } | { readonly itemId: string }) => void

/** Announces the buyer's messages that arrive while the conversation is open. */
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

/** A dialog about one conversation. */
type OpenDialog = { readonly of: string; readonly toSave?: string; readonly link?: FollowedLink }

/** Stays mounted between conversations, so the header keeps its focus; messages and composer are recreated. */
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
  // The status line shows that the app is offline.
  const isOffline = useApiQuery('connection', 'status', {}).data?.online.state === 'offline'
  const newer = draft === null ? 0 : Math.max(0, thread.buyerMessages - draft.buyerMessagesSeen)

  const ageText =
    freshness.readAtMs === null ? 'not loaded yet' : `updated ${formatShortTime(freshness.readAtMs, nowMs)}`
  const missing =
    freshness.readAtMs !== null && !freshness.complete && freshness.total !== null
      ? ` · ${formatNumber(messages.length)} of ${formatCount(freshness.total, 'message')}`
      : ''

  const empty = () => {
    if (freshness.readAtMs !== null) {
      return <p className={styles.notice}>The platform shows no messages in this conversation.</p>
    }
    if (error === null) return <LoadingState label="Loading the conversation" shape="lines" />
    return (
      <ErrorState
        what="Could not load this conversation"
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
      actions={
        <>
          <WaitingNote waitingSince={conversation.waitingSince} nowMs={nowMs} />
          <ThreadActions
            conversation={conversation}
            isRefreshing={isReading}
            onRefresh={readAgain}
            filing={filing}
            areRowsMarked={areRowsMarked}
          />
        </>
      }
      footer={
        thread.canReply ? (
          <Composer
            key={conversationId}
            target={target}
            buyer={name}
            values={values}
            draft={draft}
            buyerMessages={thread.buyerMessages}
            textRef={textRef}
            onReview={review}
          />
        ) : (
          <span className={styles.notice}>Platform notices can't be answered.</span>
        )
      }
    >
      <DeletionNotice conversation={conversation} />
      {error !== null && !isOffline && messages.length > 0 && (
        <ErrorState
          what="Could not refresh this conversation"
          {...failureFace(error, () => void read())}
          ageText={`Showing the conversation ${ageText}.`}
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
  /** The search hit to show; null outside a search. */
  readonly hit: SearchHit | null
  /** Holds the conversation on screen, for keys that apply to it. */
  readonly openedRef: RefObject<Conversation | null>
}

export type ThreadPlace = {
  readonly conversationId: string | null
  /** Focuses the reply once the conversation is loaded, then removes the wish from the address. */
  readonly wantsReply: boolean
}

export const ThreadPane = ({ conversationId, wantsReply, ...rest }: ThreadPaneProps & ThreadPlace) => {
  const answer = useApiQuery(
    'messaging',
    'thread',
    { conversationId: conversationId ?? '-' },
    { enabled: conversationId !== null },
  )
  // Keeps the frame of the last conversation until the next one is loaded.
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
        text="Move with j and k or the arrow keys, open with Enter. What you write is saved as you type."
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
          what="Could not show this conversation"
          {...failureFace(answer.error.detail, () => void answer.refetch())}
          isRetrying={answer.isFetching}
        />
      )}
    </Pane>
  )
}
