/** One conversation: who and what, its messages as text, what is on its way, and the reply. */
import { Archive, ArchiveRestore, BookmarkPlus, Mail, MailOpen, MessagesSquare, RefreshCw, Trash2 } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { StallhandContract } from '../../shared/ipc/contract.ts'
import type { OutputOf } from '../../shared/ipc/define.ts'
import type { Message } from '../../shared/messaging/conversation.ts'
import { type AppError, Failure } from '../../shared/result.ts'
import { useClient, useQueryOf } from '../api/hooks.ts'
import { useNow } from '../api/use-now.ts'
import { Failing, FirstTime, Loading } from '../ui/face.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Pane } from '../ui/pane.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Composer } from './composer.tsx'
import { DeletionNotice, type Filing } from './filing.tsx'
import { OutboxLine } from './outbox-line.tsx'
import { SavedRepliesDialog } from './saved-replies-dialog.tsx'
import styles from './thread-pane.module.css'
import { countOf, failureWords, nameOf, timeWords } from './words.ts'

/** Running through the list with j and k asks the platform only where one stays. */
const REFRESH_AFTER_MS = 350
const REFRESH_EVERY_MS = 20_000

type Thread = OutputOf<StallhandContract['messaging']['thread']>

const writerWords = { seller: 'You', platform: 'Platform', buyer: 'Buyer', unknown: 'Writer not told' } as const

type MessageEntryProps = {
  readonly message: Message
  readonly nowMs: number
  /** Makes a saved reply of a message of the seller's own. */
  readonly onSave: (text: string) => void
}

const MessageEntry = ({ message, nowMs, onSave }: MessageEntryProps) => (
  <article className={styles.message} data-writer={message.writer}>
    <header className={styles.head}>
      <span className={styles.who}>
        {message.writer === 'seller' ? writerWords.seller : (message.sender ?? writerWords[message.writer])}
      </span>
      {message.createdAtMs !== null && (
        <span className={styles.when}>
          <RelativeTime at={message.createdAtMs} now={nowMs} />
        </span>
      )}
      {message.writer === 'seller' && message.text !== '' && (
        <span className={styles.save}>
          <IconButton
            size="s"
            icon={BookmarkPlus}
            label="Make a saved reply of this"
            onPress={() => onSave(message.text)}
          />
        </span>
      )}
    </header>
    {/* SECURITY (MSG-23): a stranger's words, as a text node and nothing else. */}
    <p className={styles.text}>{message.text}</p>
    {message.attachments.length > 0 && (
      <ul className={styles.attachments}>
        {message.attachments.map((attachment) => (
          <li key={`${attachment.mediaName} ${attachment.mediaUrl}`}>
            {attachment.mediaName} <span className={styles.address}>{attachment.mediaUrl}</span>
          </li>
        ))}
      </ul>
    )}
  </article>
)

/** Reads the thread when it is opened and while it is looked at; says how the last reading went. */
const useFreshThread = (conversationId: string, isUnread: boolean) => {
  const client = useClient()
  const [error, setError] = useState<AppError | null>(null)
  const [isReading, setReading] = useState(false)
  const read = useCallback(async () => {
    setReading(true)
    try {
      await client.messaging.refreshThread({ conversationId })
      setError(null)
    } catch (problem) {
      if (problem instanceof Failure) setError(problem.detail)
    } finally {
      setReading(false)
    }
  }, [client, conversationId])

  useEffect(() => {
    const first = setTimeout(() => void read(), REFRESH_AFTER_MS)
    const again = setInterval(() => {
      if (!document.hidden) void read()
    }, REFRESH_EVERY_MS)
    return () => {
      clearTimeout(first)
      clearInterval(again)
    }
  }, [read])

  useEffect(() => {
    if (!isUnread) return undefined
    // Seen for a moment is read. Where that cannot be told to the platform now, it stays unread and nothing is lost.
    const timer = setTimeout(() => {
      if (!document.hidden) void client.messaging.markRead({ conversationId }).catch(() => undefined)
    }, 3 * REFRESH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [client, conversationId, isUnread])

  return { error, isReading, read }
}

/** Keeps the newest message in sight, unless somebody has scrolled up to read. */
const useStickToEnd = (
  length: number,
): { readonly scrollRef: RefObject<HTMLElement | null>; readonly toEnd: () => void } => {
  const scrollRef = useRef<HTMLElement>(null)
  const isAtEnd = useRef(true)
  const toEnd = useCallback(() => {
    const element = scrollRef.current
    if (element !== null) element.scrollTop = element.scrollHeight
  }, [])
  useEffect(() => {
    const element = scrollRef.current
    if (element === null) return undefined
    const note = (): void => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 48
    }
    element.addEventListener('scroll', note, { passive: true })
    return () => element.removeEventListener('scroll', note)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is more to see than before
  useLayoutEffect(() => {
    if (isAtEnd.current) toEnd()
  }, [length, toEnd])
  return { scrollRef, toEnd }
}

const OpenThread = ({ thread, textRef, onBack, filing }: ThreadPaneProps & { readonly thread: Thread }) => {
  const { conversation, messages, freshness } = thread
  const { conversationId } = conversation
  const nowMs = useNow()
  const { error, isReading, read } = useFreshThread(conversationId, conversation.unread)
  const { scrollRef, toEnd } = useStickToEnd(messages.length + thread.outbox.length)
  const name = nameOf(conversation)
  const target = useMemo(() => ({ conversationId }), [conversationId])
  const [toSave, setToSave] = useState<string | null>(null)
  // Being offline is said once, by the status line; the age of what is shown stands in the header.
  const isOffline = useQueryOf('connection', 'status', {}).data?.online.state === 'offline'

  const ageText = freshness.readAtMs === null ? 'not read yet' : `as of ${timeWords(freshness.readAtMs, nowMs)}`
  const missing =
    freshness.readAtMs !== null && !freshness.complete && freshness.total !== null
      ? ` · ${messages.length.toLocaleString()} of ${countOf(freshness.total, 'message')}`
      : ''

  return (
    <Pane
      title={conversation.subject === null || conversation.subject === '' ? 'No subject' : conversation.subject}
      subtitle={`${name}${conversation.itemId === null ? '' : ` · item ${conversation.itemId}`} · ${ageText}${missing}`}
      onBack={onBack}
      backLabel="Back to the list"
      isFilled
      acts={
        <>
          <IconButton
            icon={RefreshCw}
            label="Read this conversation again"
            isPending={isReading}
            onPress={() => void read()}
          />
          {conversation.unread ? (
            <IconButton
              icon={MailOpen}
              label="Mark as read"
              hint="i"
              onPress={() => filing.file([conversation], 'read')}
            />
          ) : (
            <IconButton
              icon={Mail}
              label="Mark as unread"
              hint="u"
              onPress={() => filing.file([conversation], 'unread')}
            />
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
            isDisabled={conversation.deletion !== null}
            disabledReason="It is about to be deleted"
            onPress={() => filing.askDelete([conversation])}
          />
        </>
      }
      footer={
        thread.canReply ? (
          <Composer
            key={conversationId}
            target={target}
            buyer={name}
            values={{ buyer: conversation.buyer, item: conversation.itemId, subject: conversation.subject }}
            draft={thread.draft}
            buyerMessages={thread.buyerMessages}
            textRef={textRef}
            onReview={toEnd}
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section aria-label={`Messages with ${name}`} className={styles.messages} ref={scrollRef} tabIndex={0}>
        {messages.length === 0 && freshness.readAtMs === null && error === null && (
          <Loading label="Reading the conversation" shape="lines" />
        )}
        {messages.length === 0 && freshness.readAtMs === null && error !== null && (
          <Failing
            what="This conversation was never read here"
            {...failureWords(error)}
            isRetrying={isReading}
            onRetry={() => void read()}
          />
        )}
        {messages.length === 0 && freshness.readAtMs !== null && (
          <p className={styles.notice}>The platform shows no messages in this conversation.</p>
        )}
        {messages.map((message) => (
          <MessageEntry key={message.key} message={message} nowMs={nowMs} onSave={setToSave} />
        ))}
        {thread.outbox.map((entry) => (
          <OutboxLine key={entry.id} entry={entry} />
        ))}
      </section>
      <SavedRepliesDialog isOpen={toSave !== null} newText={toSave} onClose={() => setToSave(null)} />
    </Pane>
  )
}

export type ThreadPaneProps = {
  readonly textRef: RefObject<HTMLTextAreaElement | null>
  readonly onBack: () => void
  readonly filing: Filing
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
  if (conversationId === null) {
    return (
      <FirstTime
        icon={MessagesSquare}
        heading="Choose a conversation"
        text="Move with j and k or the arrow keys, open with Enter, and write. What you write is saved as you type."
      />
    )
  }
  if (answer.data !== undefined) return <OpenThread key={conversationId} thread={answer.data} {...rest} />
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
