/** The inbox: the list of conversations beside the one that is open. */
import { type KeyboardEvent, useCallback, useEffect, useRef } from 'react'
import { goTo, usePlace } from '../api/place.ts'
import { useViewState } from '../api/use-view-state.ts'
import { Split } from '../ui/split.tsx'
import { ConversationList } from './conversation-list.tsx'
import styles from './inbox-screen.module.css'
import { ThreadPane } from './thread-pane.tsx'

const open = (conversationId: string): void => goTo({ room: 'inbox', path: [conversationId] })
const close = (): void => goTo({ room: 'inbox', path: [] })

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

export const InboxScreen = () => {
  const { path } = usePlace()
  const conversationId = path[0] ?? null
  const wantsReply = path[1] === 'reply'
  const [listWidth, setListWidth] = useViewState('messaging.listWidth', 360)
  const screenRef = useRef<HTMLDivElement>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const textRef = useRef<HTMLTextAreaElement>(null)

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
      else if (conversationId !== null) {
        close()
        focusList()
      }
      return
    }
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '/') {
      event.preventDefault()
      searchRef.current?.focus()
    } else if (event.key === 'r' && textRef.current !== null) {
      event.preventDefault()
      textRef.current.focus()
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole screen, each with a control of its own as well
    <div className={styles.screen} onKeyDown={onKeyDown} ref={screenRef}>
      <Split
        label="Width of the conversation list"
        size={listWidth}
        onSizeChange={setListWidth}
        showing={conversationId === null ? 'list' : 'detail'}
        list={<ConversationList selected={conversationId} onSelect={open} onOpen={openReply} searchRef={searchRef} />}
        detail={<ThreadPane conversationId={conversationId} textRef={textRef} onBack={close} />}
      />
    </div>
  )
}
