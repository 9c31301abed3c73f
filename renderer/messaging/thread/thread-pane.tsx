/** One conversation: its header, messages, pending messages and reply. */
import { MessagesSquare, PanelRight } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Link as AriaLink } from 'react-aria-components'
import type { StallhandContract } from '../../../shared/ipc/contract.ts'
import type { OutputOf } from '../../../shared/ipc/define.ts'
import type { Conversation, Message } from '../../../shared/messaging/conversation.ts'
import type { ListFilter, SearchHit } from '../../../shared/messaging/list.ts'
import { useApiQuery, useClient } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { useListedItem } from '../../api/use-listed-items.ts'
import { CommandIconButton } from '../../commands/command-button.tsx'
import { holdCharacters } from '../../commands/keys.ts'
import { errorStateProps } from '../../parts/error-state-props.ts'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/feedback/states.tsx'
import { formatShortTime } from '../../ui/format/format-time.ts'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Pane } from '../../ui/layout/pane.tsx'
import { announce } from '../announcer.tsx'
import { Composer } from '../composer/composer.tsx'
import { findKeeper } from '../composer/use-draft.ts'
import { ContextPane } from '../context/context-pane.tsx'
import { useOrderCommands } from '../context/orders-section.tsx'
import { DeletionNotice } from '../filing/deletions.tsx'
import type { Filing } from '../filing/use-filing.ts'
import { closeConversation, openConversation } from '../locations.ts'
import { buyerName, waitLabel } from '../messaging-labels.ts'
import type { OffersParts } from '../offers-parts.ts'
import { CourtesyOffer } from '../triage/courtesy-offer.tsx'
import type { Triage } from '../triage/use-triage.ts'
import { LinkDialog } from './link-dialog.tsx'
import type { FollowedLink } from './message-text.tsx'
import { ThreadActions } from './thread-actions.tsx'
import { ThreadMessages } from './thread-messages.tsx'
import styles from './thread-pane.module.css'
import { useThreadRefresh } from './use-thread-refresh.ts'

/** A reading older than this shows its age. */
const OLD_MS = 3_600_000

const formatSubject = ({ subject }: Conversation): string =>
  subject === null || subject === '' ? 'No subject' : subject

type Thread = OutputOf<StallhandContract['messaging']['thread']>

/** Announces buyer messages that arrive while the conversation is open. */
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

/** Stays mounted between conversations, so the header keeps its focus; messages and composer are recreated. */
const OpenThread = ({
  thread,
  chosen,
  textRef,
  onNarrow,
  filing,
  triage,
  onAnswerNext,
  hasContext,
  onToggleContext,
  isFilingOff,
  hit,
  offers,
}: OpenThreadProps & {
  readonly thread: Thread
  /** The conversation the keys act on: the chosen one, even while `thread` is still the previous one. */
  readonly chosen: Conversation | undefined
}) => {
  const platformName = usePlatformName()
  const { conversation, messages, freshness, draft, newer } = thread
  const isChosen = chosen?.conversationId === conversation.conversationId
  const { conversationId, itemId, buyer, waitingSinceMs } = conversation
  const nowMs = useNow()
  const { error, isPending, refresh } = useThreadRefresh(
    conversationId,
    // Opening a conversation doesn't retry what the platform refused.
    conversation.unread && conversation.filing !== 'failed',
  )
  const name = buyerName(conversation, platformName)
  const target = useMemo(() => ({ conversationId }), [conversationId])
  const itemTitle = useListedItem(itemId)?.title ?? null
  const [followed, setFollowed] = useState<{ readonly of: string; readonly link: FollowedLink } | null>(null)
  const follow = useCallback((link: FollowedLink) => setFollowed({ of: conversationId, link }), [conversationId])
  const reviewRef = useRef<() => void>(() => undefined)
  const review = useCallback(() => reviewRef.current(), [])
  useAnnouncedMessages(conversationId, name, messages)
  useOrderCommands(isChosen ? { buyer, listingId: itemId } : { buyer: null, listingId: null })
  // The status line shows that the app is offline.
  const isOffline = useApiQuery('connection', 'status', {}).data?.online.state === 'offline'
  const latest = messages.at(-1)

  const ageText =
    freshness.readAtMs === null ? 'not loaded yet' : `updated ${formatShortTime(freshness.readAtMs, nowMs)}`
  const isOld = freshness.readAtMs === null || nowMs - freshness.readAtMs > OLD_MS
  const missing =
    freshness.readAtMs !== null && !freshness.complete && freshness.total !== null
      ? ` · ${formatNumber(messages.length)} of ${formatCount(freshness.total, 'message')}`
      : ''
  const order = freshness.readAtMs === null || freshness.isOrderKnown ? '' : ' · order not checked yet'

  const empty = () => {
    if (freshness.readAtMs !== null) {
      return <p className={styles.notice}>{`${platformName.The} shows no messages in this conversation.`}</p>
    }
    if (error === null) return <LoadingState label="Loading the conversation" shape="lines" />
    return (
      <ErrorState what="Couldn’t load this conversation" {...errorStateProps(error, refresh)} isRetrying={isPending} />
    )
  }

  return (
    <Pane
      title={formatSubject(conversation)}
      subtitle={
        <>
          {buyer === null ? (
            name
          ) : (
            <AriaLink className={styles.lead ?? ''} onPress={() => onNarrow({ itemId: null, otherParty: buyer })}>
              <bdi>{name}</bdi>
            </AriaLink>
          )}
          {waitingSinceMs !== null && (
            <span title={`Since about ${formatShortTime(waitingSinceMs, nowMs)}`}>
              {` · waiting ${waitLabel(waitingSinceMs, nowMs)}`}
            </span>
          )}
          {(chosen ?? conversation).noReplyNeeded && ' · no reply needed'}
          {itemId !== null && (
            <>
              {' · '}
              <AriaLink className={styles.lead ?? ''} onPress={() => onNarrow({ itemId, otherParty: null })}>
                <bdi>{itemTitle ?? `item ${itemId}`}</bdi>
              </AriaLink>
            </>
          )}
          {isOld && ` · ${ageText}`}
          {missing}
          {order}
        </>
      }
      onBack={closeConversation}
      backLabel="Back to the list"
      isFilled
      actions={
        <>
          <CommandIconButton
            command="inbox.context"
            icon={PanelRight}
            isPressed={hasContext}
            onPress={onToggleContext}
            shortLabel="Order"
          />
          <ThreadActions
            conversation={chosen ?? conversation}
            onRefresh={isChosen ? refresh : undefined}
            filing={filing}
            triage={triage}
            isFilingOff={isFilingOff || chosen === undefined}
          />
        </>
      }
      footer={
        thread.canReply ? (
          <Composer
            key={conversationId}
            target={target}
            buyer={name}
            username={buyer}
            subject={conversation.subject}
            itemId={itemId}
            latestText={messages.findLast(({ writer }) => writer === 'buyer')?.text ?? ''}
            draft={draft}
            buyerMessages={thread.buyerMessages}
            newer={newer}
            textRef={textRef}
            onReview={review}
            offer={
              <>
                <offers.Beside conversationId={conversationId} />
                <CourtesyOffer
                  conversation={conversation}
                  text={latest?.writer === 'buyer' ? latest.text : null}
                  triage={triage}
                />
              </>
            }
            onSentAnd={(step) => (step === 'next' ? onAnswerNext() : filing.file([conversation], 'archive'))}
          />
        ) : (
          <span className={styles.notice}>Platform notices can’t be answered.</span>
        )
      }
    >
      <DeletionNotice conversation={conversation} />
      {error !== null && !isOffline && messages.length > 0 && (
        <ErrorState
          what="Couldn’t refresh this conversation"
          {...errorStateProps(error, refresh)}
          ageText={`Showing the conversation ${ageText}.`}
          isRetrying={isPending}
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
        onFollow={follow}
        empty={messages.length === 0 ? empty() : null}
      />
      {followed?.of === conversationId && (
        <LinkDialog conversationId={conversationId} link={followed.link} onClose={() => setFollowed(null)} />
      )}
    </Pane>
  )
}

type OpenThreadProps = {
  readonly offers: OffersParts
  /** Whether the pane of item and buyer is open; it covers the conversation if `isContextFloating`. */
  readonly hasContext: boolean
  readonly isContextFloating: boolean
  readonly onToggleContext: () => void
  readonly textRef: RefObject<HTMLTextAreaElement | null>
  /** Filters the list by the header's buyer or item. */
  readonly onNarrow: (part: Pick<ListFilter, 'itemId' | 'otherParty'>) => void
  readonly filing: Filing
  readonly triage: Triage
  /** Opens the next unanswered conversation, with the cursor in its reply. */
  readonly onAnswerNext: () => void
  /** The filing keys apply to the list's checked rows. */
  readonly isFilingOff: boolean
  /** The search hit to show; null outside a search. */
  readonly hit: SearchHit | null
}

type ThreadPaneProps = OpenThreadProps & {
  readonly conversationId: string | null
  /** Its row in the list, if that is loaded. */
  readonly row: Conversation | undefined
  /** Focuses the reply once the conversation is loaded, then removes the request from the address. */
  readonly wantsReply: boolean
}

export const ThreadPane = ({ conversationId, ...rest }: ThreadPaneProps) =>
  conversationId === null ? (
    <EmptyState
      icon={MessagesSquare}
      heading="Choose a conversation"
      text="Move with j and k or the arrow keys, open with Enter. What you write is saved as you type."
    />
  ) : (
    <ChosenThread conversationId={conversationId} {...rest} />
  )

const ChosenThread = ({
  conversationId,
  row,
  wantsReply,
  ...rest
}: ThreadPaneProps & { readonly conversationId: string }) => {
  const query = useApiQuery('messaging', 'thread', { conversationId }, { keepPrevious: true })
  const { textRef } = rest
  const isLoaded = query.data !== undefined && !query.isPlaceholderData
  // A quick seller types before the reply is there.
  const isAwaited = wantsReply && !isLoaded && !query.isError
  const typedAhead = useRef({ of: '', text: '' })
  const client = useClient()
  const write = useEffectEvent((text: string) => {
    if (query.data?.canReply === true) findKeeper(client, { conversationId }, query.data.draft).append(text)
  })
  useEffect(() => {
    if (!isAwaited) return undefined
    typedAhead.current = { of: conversationId, text: '' }
    return holdCharacters((character) => {
      typedAhead.current.text += character
    })
  }, [isAwaited, conversationId])
  useEffect(() => {
    if (!wantsReply || !isLoaded) return
    textRef.current?.focus()
    const { of, text } = typedAhead.current
    typedAhead.current = { of: '', text: '' }
    if (of === conversationId && text !== '') write(text)
    openConversation(conversationId)
  }, [wantsReply, isLoaded, conversationId, textRef])

  // Until the next conversation is loaded, the previous one keeps the frame.
  if (query.data !== undefined) {
    return (
      <div aria-busy={!isLoaded} className={styles.frame} inert={!isLoaded}>
        <OpenThread thread={query.data} chosen={isLoaded ? query.data.conversation : row} {...rest} />
        {rest.hasContext && (
          <ContextPane
            conversation={query.data.conversation}
            onClose={rest.isContextFloating ? rest.onToggleContext : undefined}
          />
        )}
      </div>
    )
  }
  return (
    <Pane
      title={row === undefined ? 'Conversation' : formatSubject(row)}
      onBack={closeConversation}
      backLabel="Back to the list"
      actions={row === undefined ? undefined : <ThreadActions conversation={row} {...rest} />}
    >
      <QueryView query={query} label="This conversation" skeleton={{ shape: 'lines' }}>
        {() => null}
      </QueryView>
    </Pane>
  )
}
