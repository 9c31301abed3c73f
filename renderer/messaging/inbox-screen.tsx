/** The inbox: the list of conversations beside the one that is open. */
import { type KeyboardEvent, useCallback, useEffect, useRef } from 'react'
import type { Conversation } from '../../shared/messaging/conversation.ts'
import { useQueryOf } from '../api/hooks.ts'
import { goTo, usePlace } from '../api/place.ts'
import { useViewState } from '../api/use-view-state.ts'
import { Split } from '../ui/split.tsx'
import { ConversationList } from './conversation-list.tsx'
import { DeleteDialog, type Filing, useFiling } from './filing.tsx'
import styles from './inbox-screen.module.css'
import { NewMessagePane } from './new-message-pane.tsx'
import { ThreadPane } from './thread-pane.tsx'
import { useMarks } from './use-marks.ts'
import { newMessageSegment, writeTo } from './write-to.ts'

const open = (conversationId: string): void => goTo({ room: 'inbox', path: [conversationId] })
const close = (): void => goTo({ room: 'inbox', path: [] })

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** e archives or brings back, u and i mark as unread and read, Delete asks. Returns whether the key was one of these. */
const runFilingKey = (key: string, rows: readonly Conversation[], filing: Filing): boolean => {
  switch (key) {
    case 'e': {
      const isArchived = rows.every(({ archived }) => archived)
      filing.file(rows, isArchived ? 'active' : rows.some(({ unread }) => unread) ? 'archiveAndRead' : 'archive')
      return true
    }
    case 'u':
      filing.file(rows, 'unread')
      return true
    case 'i':
      filing.file(rows, 'read')
      return true
    case 'Delete':
    case '#':
      filing.askDelete(rows)
      return true
    default:
      return false
  }
}

export const InboxScreen = () => {
  const { path } = usePlace()
  const isNew = path[0] === newMessageSegment
  const conversationId = isNew ? null : (path[0] ?? null)
  const wantsReply = path[1] === 'reply'
  const [listWidth, setListWidth] = useViewState('messaging.listWidth', 360)
  const screenRef = useRef<HTMLDivElement>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const textRef = useRef<HTMLTextAreaElement>(null)

  const marks = useMarks()
  const { clear, only } = marks
  const onFiled = useCallback(
    (failed: ReadonlySet<string>) => (failed.size === 0 ? clear() : only(failed)),
    [clear, only],
  )
  const filed = useFiling(onFiled)
  const filing: Filing = {
    ...filed,
    file: (rows, act) => {
      // What is open is read a moment later; to stay unread it must be left.
      if (act === 'unread' && rows.some((row) => row.conversationId === conversationId)) close()
      filed.file(rows, act)
    },
  }
  const opened = useQueryOf(
    'messaging',
    'thread',
    { conversationId: conversationId ?? '-' },
    { enabled: conversationId !== null },
  ).data?.conversation
  /** What a filing key is about: the marked ones, else the one that is open. */
  const meant = marks.marked.size > 0 ? [...marks.marked.values()] : opened === undefined ? [] : [opened]

  const focusList = useCallback(() => screenRef.current?.querySelector<HTMLElement>('[role=listbox]')?.focus(), [])

  const openReply = useCallback((id: string): void => goTo({ room: 'inbox', path: [id, 'reply'] }), [])

  // The composer may come a frame later, with the thread.
  useEffect(() => {
    if (!wantsReply || conversationId === null) return undefined
    let tries = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const focus = (): void => {
      tries += 1
      if (textRef.current !== null) {
        textRef.current.focus()
        open(conversationId)
      } else if (tries < 40) timer = setTimeout(focus, 25)
    }
    focus()
    return () => clearTimeout(timer)
  }, [wantsReply, conversationId])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      const inDetail = event.target instanceof Node && textRef.current?.contains(event.target) === true
      event.preventDefault()
      if (inDetail || isTyping(event.target)) focusList()
      else if (conversationId !== null || isNew) {
        close()
        focusList()
      }
      return
    }
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '/') {
      event.preventDefault()
      searchRef.current?.focus()
    } else if (event.key === 'c') {
      event.preventDefault()
      writeTo(null)
    } else if (event.key === 'r' && textRef.current !== null) {
      event.preventDefault()
      textRef.current.focus()
    } else if (meant.length > 0 && runFilingKey(event.key, meant, filing)) event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole screen, each with a control of its own as well
    <div className={styles.screen} onKeyDown={onKeyDown} ref={screenRef}>
      <Split
        label="Width of the conversation list"
        size={listWidth}
        onSizeChange={setListWidth}
        showing={conversationId === null && !isNew ? 'list' : 'detail'}
        list={
          <ConversationList
            selected={conversationId}
            onSelect={open}
            onOpen={openReply}
            searchRef={searchRef}
            marks={marks}
            filing={filing}
          />
        }
        detail={
          isNew ? (
            <NewMessagePane username={path[1] ?? null} textRef={textRef} onBack={close} />
          ) : (
            <ThreadPane conversationId={conversationId} textRef={textRef} onBack={close} filing={filing} />
          )
        }
      />
      <DeleteDialog filing={filing} />
    </div>
  )
}
