/** The inbox: the list of conversations beside the one that is open. */
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Conversation } from '../../shared/messaging/conversation.ts'
import type { ListedConversation, SearchHit } from '../../shared/messaging/list.ts'
import { useApiPrefetch, useClient } from '../api/hooks.ts'
import { locationHref, navigate, useAppLocation } from '../api/location.ts'
import { useViewState } from '../api/use-view-state.ts'
import { useCommand } from '../commands/registry.ts'
import type { RowSource } from '../ui/row-source.ts'
import { Split } from '../ui/split.tsx'
import { toast, toastFailure } from '../ui/toast.tsx'
import { Announcer } from './announcer.tsx'
import { NewMessagePane } from './composer/new-message-pane.tsx'
import { DeleteDialog } from './filing/filing.tsx'
import { folderActionOf } from './filing/filing-actions.ts'
import { type Filed, type Filing, useFiling } from './filing/use-filing.ts'
import styles from './inbox-screen.module.css'
import { ConversationList } from './list/conversation-list.tsx'
import { markedNow } from './list/marked-now.ts'
import { useMarks } from './list/use-marks.ts'
import { useSelection } from './list/use-selection.ts'
import { type LookAt, ThreadPane } from './thread/thread-pane.tsx'
import { newMessageSegment, writeTo } from './write-to.ts'

const open = (conversationId: string): void => navigate({ screen: 'inbox', path: [conversationId] })
const close = (): void => navigate({ screen: 'inbox', path: [] })

const listSelector = '[role=listbox]'
const messagesSelector = 'section[tabindex="0"]'

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** e archives or brings back, u and i mark as unread and read, Delete asks. Returns whether the key was one of these. */
const runFilingKey = (key: string, rows: readonly Conversation[], filing: Filing): boolean => {
  switch (key) {
    case 'e':
      filing.file(rows, folderActionOf(rows))
      return true
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

/** The conversation below the given one, else the one above, that is not filed along with it; null where there is none. */
const neighbourOf = (
  rows: RowSource<ListedConversation> | null,
  conversationId: string,
  filed: ReadonlySet<string>,
): string | null => {
  let above: string | null = null
  let isPast = false
  for (const [, row] of rows?.here() ?? []) {
    if (row.conversationId === conversationId) isPast = true
    else if (filed.has(row.conversationId)) continue
    else if (isPast) return row.conversationId
    else above = row.conversationId
  }
  return isPast ? above : null
}

const READ_AHEAD_AFTER_MS = 60

/** The conversations right above and below the given one. */
const neighboursOf = (rows: RowSource<ListedConversation> | null, conversationId: string): readonly string[] => {
  for (const [index, row] of rows?.here() ?? []) {
    if (row.conversationId !== conversationId) continue
    return [rows?.at(index + 1), rows?.at(index - 1)].flatMap((one) => (one === undefined ? [] : [one.conversationId]))
  }
  return []
}

/** The conversation that is open: by the address, and after a start the one that was open when the window was left. */
const useOpenConversation = (segment: string | null): string | null => {
  const [stored, setStored] = useViewState('messaging.open', '')
  const restored = useRef<string | null>(segment === null && stored !== '' ? stored : null)
  const isNew = segment === newMessageSegment
  useEffect(() => {
    if (restored.current !== null) {
      window.location.replace(locationHref({ screen: 'inbox', path: [restored.current] }))
      restored.current = null
    } else if (!isNew) setStored(segment ?? '')
  }, [segment, isNew, setStored])
  return isNew ? null : (segment ?? restored.current)
}

export const InboxScreen = () => {
  const { path } = useAppLocation()
  const client = useClient()
  const isNew = path[0] === newMessageSegment
  const conversationId = useOpenConversation(path[0] ?? null)
  const [listWidth, setListWidth] = useViewState('messaging.listWidth', 360)
  const screenRef = useRef<HTMLDivElement>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const textRef = useRef<HTMLTextAreaElement>(null)
  const rowsRef = useRef<RowSource<ListedConversation> | null>(null)
  const shown = useSelection()
  const { selection, select } = shown
  /** Where the search found what was opened out of it. */
  const [found, setFound] = useState<{ readonly conversationId: string; readonly hit: SearchHit } | null>(null)
  /** The conversation that stands on screen. Read when a key means it, so that what becomes of it draws nothing here again. */
  const openedRef = useRef<Conversation | null>(null)
  const readAhead = useApiPrefetch('messaging', 'thread')

  const marks = useMarks(selection)
  const { clear, only } = marks
  /** Where to go when the open conversation is filed away; told when the action begins, as the list is then. */
  const nextAfterFiling = useRef<{ readonly from: string; readonly to: string | null } | null>(null)
  const onFiled = useCallback(
    ({ failed }: Filed) => {
      if (failed.size === 0) clear()
      else only(failed)
      const next = nextAfterFiling.current
      nextAfterFiling.current = null
      if (next === null || failed.has(next.from)) return
      if (next.to === null) close()
      else open(next.to)
    },
    [clear, only],
  )
  const filed = useFiling(onFiled)
  const filing: Filing = useMemo(() => {
    const openId = (): string | null => openedRef.current?.conversationId ?? null
    const noteNext = (rows: readonly Conversation[]): void => {
      const from = openId()
      const ids = new Set(rows.map((row) => row.conversationId))
      nextAfterFiling.current =
        from !== null && ids.has(from) ? { from, to: neighbourOf(rowsRef.current, from, ids) } : null
    }
    return {
      ...filed,
      file: (rows, action) => {
        nextAfterFiling.current = null
        // What is open is read a moment later; to stay unread it must be left.
        if (action === 'unread' && rows.some((row) => row.conversationId === openId())) close()
        else if (action !== 'read' && action !== 'unread') noteNext(rows)
        filed.file(rows, action)
      },
      confirmDelete: () => {
        noteNext(filed.asked)
        filed.confirmDelete()
      },
    }
  }, [filed])
  /** What a filing key is about: the marked ones, else the one that is open. */
  const meantNow = (): readonly Conversation[] => {
    if (marks.marked.size > 0) return markedNow(marks.marked, rowsRef.current)
    return openedRef.current === null ? [] : [openedRef.current]
  }

  /** Whether it could be done: in a narrow window the list gives its place to what is open. */
  const focusOn = (selector: string): boolean => {
    const element = screenRef.current?.querySelector<HTMLElement>(selector)
    if (element?.checkVisibility() !== true) return false
    element.focus()
    return true
  }

  const onSelect = useCallback((id: string, hit: SearchHit | null): void => {
    setFound(hit === null ? null : { conversationId: id, hit })
    open(id)
  }, [])
  const openReply = useCallback((id: string): void => navigate({ screen: 'inbox', path: [id, 'reply'] }), [])
  const lookAt: LookAt = useCallback((what) => select({ itemId: null, otherParty: null, ...what }), [select])

  const openIdRef = useRef(conversationId)
  useLayoutEffect(() => {
    openIdRef.current = conversationId
  }, [conversationId])
  const nextUnanswered = useCallback((): void => {
    client.messaging
      .nextUnanswered({ ...selection, conversationId: openIdRef.current })
      .then(({ conversationId: next }) => {
        if (next === null) toast({ text: 'Nothing else in this list waits for an answer.' })
        else open(next)
      })
      .catch(toastFailure)
  }, [client, selection])

  useCommand('inbox.reply', () => textRef.current?.focus(), { isEnabled: conversationId !== null || isNew })
  useCommand('inbox.search', () => searchRef.current?.focus())

  // Whoever stays here a moment goes on to a neighbour next.
  useEffect(() => {
    if (conversationId === null) return undefined
    const timer = setTimeout(() => {
      for (const id of neighboursOf(rowsRef.current, conversationId)) readAhead({ conversationId: id })
    }, READ_AHEAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [conversationId, readAhead])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const { target } = event
    // What happens in a dialog or a menu above the screen is not the screen's.
    if (!(target instanceof Node) || screenRef.current?.contains(target) !== true) return
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      if (isTyping(target) && (focusOn(listSelector) || focusOn(messagesSelector))) return
      if (conversationId !== null || isNew) {
        close()
        focusOn(listSelector)
      }
      return
    }
    if (isTyping(target) || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '/') {
      event.preventDefault()
      searchRef.current?.focus()
    } else if (event.key === 'c') {
      event.preventDefault()
      writeTo(null)
    } else if (event.key === 'n') {
      event.preventDefault()
      nextUnanswered()
    } else if (event.key === 'r' && textRef.current !== null) {
      event.preventDefault()
      textRef.current.focus()
    } else if (!marks.isMarking) {
      const meant = meantNow()
      if (meant.length > 0 && runFilingKey(event.key, meant, filing)) event.preventDefault()
    }
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
            selection={shown}
            selected={conversationId}
            onSelect={onSelect}
            onOpen={openReply}
            onNextUnanswered={nextUnanswered}
            searchRef={searchRef}
            rowsRef={rowsRef}
            marks={marks}
            filing={filing}
          />
        }
        detail={
          isNew ? (
            <NewMessagePane username={path[1] ?? null} textRef={textRef} onBack={close} />
          ) : (
            <ThreadPane
              conversationId={conversationId}
              wantsReply={path[1] === 'reply'}
              textRef={textRef}
              onBack={close}
              onLookAt={lookAt}
              filing={filing}
              areRowsMarked={marks.marked.size > 0}
              openedRef={openedRef}
              hit={
                found !== null && found.conversationId === conversationId && selection.search !== '' ? found.hit : null
              }
            />
          )
        }
      />
      <DeleteDialog filing={filing} />
      <Announcer />
    </div>
  )
}
