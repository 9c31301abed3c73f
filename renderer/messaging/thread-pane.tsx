/** One conversation: who and what, its messages as text, what is on its way, and the reply. */
import { Archive, ArchiveRestore, Mail, MailOpen, MessagesSquare, RefreshCw, Trash2 } from 'lucide-react'
import {
  Fragment,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Link as AriaLink } from 'react-aria-components'
import type { StallhandContract } from '../../shared/ipc/contract.ts'
import type { OutputOf } from '../../shared/ipc/define.ts'
import type { Conversation, Message, OutboxEntry } from '../../shared/messaging/conversation.ts'
import type { SearchHit } from '../../shared/messaging/list.ts'
import { useQueryOf } from '../api/hooks.ts'
import { useNow } from '../api/use-now.ts'
import { Button } from '../ui/button.tsx'
import { Failing, FirstTime, Loading } from '../ui/face.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { numberText } from '../ui/locale-text.ts'
import { Pane } from '../ui/pane.tsx'
import { announce } from './announcer.tsx'
import { Composer } from './composer.tsx'
import { DeletionNotice, type Filing } from './filing.tsx'
import { rangesIn } from './found-text.ts'
import { LinkDialog } from './link-dialog.tsx'
import { MessageEntry } from './message-entry.tsx'
import type { FollowedLink } from './message-text.tsx'
import { OutboxLine } from './outbox-line.tsx'
import { SavedRepliesDialog } from './saved-replies-dialog.tsx'
import styles from './thread-pane.module.css'
import { useFreshThread } from './use-fresh-thread.ts'
import { useThreadScroll } from './use-thread-scroll.ts'
import { WaitingNote } from './waiting-note.tsx'
import { countOf, failureWords, nameOf, timeWords } from './words.ts'

type Thread = OutputOf<StallhandContract['messaging']['thread']>

/** What of the list the header leads to: all with this buyer, all about this item. */
export type LookAt = (what: { readonly otherParty: string } | { readonly itemId: string }) => void

/** Index of the first of the `newer` messages that the buyer wrote last; -1 where there are none. */
const firstNewer = (messages: readonly Message[], newer: number): number => {
  if (newer === 0) return -1
  let left = newer
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const { writer } = messages[index] ?? { writer: 'platform' }
    if (writer === 'seller' || writer === 'platform') continue
    left -= 1
    if (left === 0) return index
  }
  return -1
}

type MessagesProps = {
  readonly name: string
  readonly messages: readonly Message[]
  readonly outbox: readonly OutboxEntry[]
  /** How many messages the buyer has written since the draft was begun. */
  readonly newer: number
  readonly hit: SearchHit | null
  /** Told how to bring the newest messages, or those to review, into sight. */
  readonly reviewRef: RefObject<() => void>
  readonly onSave: (text: string) => void
  readonly onFollow: (link: FollowedLink) => void
  /** Stands there while there are no messages. */
  readonly empty: ReactNode
}

/** The messages themselves. Apart from the header and the composer, so that neither draws them again. */
const Messages = memo(({ name, messages, outbox, newer, hit, reviewRef, onSave, onFollow, empty }: MessagesProps) => {
  const nowMs = useNow()
  const foundIndex = useMemo(() => {
    const index = hit === null ? -1 : messages.findIndex(({ key }) => key === hit.messageKey)
    return index < 0 ? null : index
  }, [messages, hit])
  const { scrollRef, firstShown, showEarlier, toEnd } = useThreadScroll(messages.length, outbox.length, foundIndex)
  const newerAt = firstNewer(messages, newer)

  const inView = useCallback(
    (selector: string): boolean => {
      const element = scrollRef.current?.querySelector(selector)
      element?.scrollIntoView({ block: 'center' })
      return element !== null && element !== undefined
    },
    [scrollRef],
  )
  useEffect(() => {
    reviewRef.current = () => {
      if (!inView('[data-newer]')) toEnd()
      scrollRef.current?.focus({ preventScroll: true })
    }
  }, [reviewRef, inView, toEnd, scrollRef])

  const foundKey = foundIndex === null ? null : hit?.messageKey
  useLayoutEffect(() => {
    if (foundKey !== null) inView('[data-found]')
  }, [foundKey, inView])

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-label={`Messages with ${name}`} className={styles.messages} ref={scrollRef} tabIndex={0}>
      {empty}
      {firstShown > 0 && (
        <span className={styles.earlier}>
          <Button size="s" variant="quiet" onPress={showEarlier}>
            {`Show earlier messages (${numberText(firstShown)})`}
          </Button>
        </span>
      )}
      {messages.slice(firstShown).map((message, offset) => (
        <Fragment key={message.key}>
          {firstShown + offset === newerAt && (
            <p className={styles.newer} data-newer="">
              {newer === 1 ? 'New since you began your draft' : `${newer} new since you began your draft`}
            </p>
          )}
          <MessageEntry
            message={message}
            nowMs={nowMs}
            found={hit !== null && message.key === hit.messageKey ? rangesIn(message.text, hit) : undefined}
            onSave={onSave}
            onFollow={onFollow}
          />
        </Fragment>
      ))}
      {outbox.map((entry) => (
        <OutboxLine key={entry.id} entry={entry} />
      ))}
    </section>
  )
})

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

type HeaderActsProps = {
  readonly conversation: Conversation
  readonly isReading: boolean
  readonly onRead: () => void
  readonly filing: Filing
}

const HeaderActs = memo(({ conversation, isReading, onRead, filing }: HeaderActsProps) => (
  <>
    <IconButton icon={RefreshCw} label="Read this conversation again" isPending={isReading} onPress={onRead} />
    {conversation.unread ? (
      <IconButton icon={MailOpen} label="Mark as read" hint="i" onPress={() => filing.file([conversation], 'read')} />
    ) : (
      <IconButton icon={Mail} label="Mark as unread" hint="u" onPress={() => filing.file([conversation], 'unread')} />
    )}
    {conversation.archived ? (
      <IconButton
        icon={ArchiveRestore}
        label="Back to the inbox"
        hint="e"
        isPending={filing.isBusy}
        onPress={() => filing.file([conversation], 'active')}
      />
    ) : (
      <IconButton
        icon={Archive}
        label="Archive"
        hint="e"
        isPending={filing.isBusy}
        onPress={() => filing.file([conversation], conversation.unread ? 'archiveAndRead' : 'archive')}
      />
    )}
    <IconButton
      icon={Trash2}
      label="Delete this conversation"
      hint="Delete"
      isDisabled={conversation.deletion !== null}
      disabledReason="It is about to be deleted"
      onPress={() => filing.askDelete([conversation])}
    />
  </>
))

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
  hit,
}: ThreadPaneProps & { readonly thread: Thread }) => {
  const { conversation, messages, freshness, draft } = thread
  const { conversationId, itemId, buyer } = conversation
  const nowMs = useNow()
  const { error, isReading, read } = useFreshThread(conversationId, conversation.unread)
  const name = nameOf(conversation)
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
  const isOffline = useQueryOf('connection', 'status', {}).data?.online.state === 'offline'
  const newer = draft === null ? 0 : Math.max(0, thread.buyerMessages - draft.buyerMessagesSeen)

  const ageText = freshness.readAtMs === null ? 'not read yet' : `as of ${timeWords(freshness.readAtMs, nowMs)}`
  const missing =
    freshness.readAtMs !== null && !freshness.complete && freshness.total !== null
      ? ` · ${numberText(messages.length)} of ${countOf(freshness.total, 'message')}`
      : ''

  const empty = () => {
    if (freshness.readAtMs !== null) {
      return <p className={styles.notice}>The platform shows no messages in this conversation.</p>
    }
    if (error === null) return <Loading label="Reading the conversation" shape="lines" />
    return (
      <Failing
        what="This conversation was never read here"
        {...failureWords(error)}
        isRetrying={isReading}
        onRetry={() => void read()}
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
          <HeaderActs conversation={conversation} isReading={isReading} onRead={readAgain} filing={filing} />
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
        <Failing
          what="This conversation could not be refreshed"
          {...failureWords(error)}
          ageText={`Showing it ${ageText}.`}
          isRetrying={isReading}
          onRetry={() => void read()}
        />
      )}
      <Messages
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
  /** Where the search found it, when it was opened out of a search. */
  readonly hit: SearchHit | null
  /** Told which conversation stands on screen, for keys that mean it. */
  readonly openedRef: RefObject<Conversation | null>
}

export const ThreadPane = ({
  conversationId,
  ...rest
}: ThreadPaneProps & { readonly conversationId: string | null }) => {
  const answer = useQueryOf(
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

  if (conversationId === null) {
    return (
      <FirstTime
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
        <Loading label="Loading the conversation" shape="lines" />
      ) : (
        <Failing
          what="This conversation cannot be shown"
          {...failureWords(answer.error.detail)}
          isRetrying={answer.isFetching}
          onRetry={() => void answer.refetch()}
        />
      )}
    </Pane>
  )
}
