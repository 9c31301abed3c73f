/** The inbox: the conversations beside the open one. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ListFilter } from '../../shared/messaging/list.ts'
import { useAction, useApiPrefetch, useClient } from '../api/hooks.ts'
import { useApiRows } from '../api/use-api-rows.ts'
import { useRememberedView, useViewState } from '../api/use-view-state.ts'
import { isTyping } from '../commands/keys.ts'
import { useCommand } from '../commands/registry.ts'
import { locationHref, useAppLocation } from '../location.ts'
import { NEW_MESSAGE } from '../parts/message-path.ts'
import { OFFERS_PATH } from '../parts/offers/offer-labels.ts'
import { toast, toastFailure } from '../ui/feedback/toast.tsx'
import { useMediaQuery } from '../ui/hooks/use-media-query.ts'
import { Split } from '../ui/layout/split.tsx'
import { Announcer } from './announcer.tsx'
import { NewMessagePane } from './composer/new-message-pane.tsx'
import { BuyerSection } from './context/context-pane.tsx'
import { DeleteDialog } from './filing/delete-dialog.tsx'
import { useFiling } from './filing/use-filing.ts'
import styles from './inbox-screen.module.css'
import { findRow } from './list/checked-rows.ts'
import { ConversationList } from './list/conversation-list.tsx'
import { useCheckedRows } from './list/use-checked-rows.ts'
import { useListFilter } from './list/use-list-filter.ts'
import { ViewChoice } from './list/view-choice.tsx'
import { closeConversation, openConversation, openReply } from './locations.ts'
import { OfferConversation } from './offers/offer-conversation.tsx'
import { OfferMessage } from './offers/offer-message.tsx'
import type { OffersParts } from './offers-parts.ts'
import { SavedRepliesDialog } from './saved-replies/saved-replies-dialog.tsx'
import { ThreadPane } from './thread/thread-pane.tsx'
import { useTriage } from './triage/use-triage.ts'

const listSelector = '[role=listbox]'
const messagesSelector = 'section[tabindex="0"]'

const PREFETCH_AFTER_MS = 60

/** The open conversation: from the address, or after a start the last one. */
const useOpenId = (segment: string | null): string | null => {
  const [stored, setStored] = useRememberedView('messaging.open', '')
  const restored = useRef<string | null>(segment === null && stored !== '' ? stored : null)
  const isNew = segment === NEW_MESSAGE
  useEffect(() => {
    if (restored.current !== null) {
      window.location.replace(locationHref({ screen: 'inbox', path: [restored.current] }))
      restored.current = null
    } else if (!isNew) setStored(segment ?? '')
  }, [segment, isNew, setStored])
  return isNew ? null : (segment ?? restored.current)
}

/** Opens the next unanswered conversation of the list with `open`, or reports that there is none. */
const useNextUnanswered = (filter: ListFilter, openId: string | null) => {
  const client = useClient()
  const next = useAction(() => client.messaging.nextUnanswered({ ...filter, conversationId: openId }))
  return (open: (conversationId: string) => void): void =>
    next.mutate(undefined, {
      onSuccess: ({ conversationId }) => {
        if (conversationId === null) toast({ text: 'No other conversation in this list is unanswered.' })
        else open(conversationId)
      },
      onError: toastFailure,
    })
}

const OffersScreen = ({ offers, offerId }: { readonly offers: OffersParts; readonly offerId: string | null }) => (
  <>
    <offers.View
      offerId={offerId}
      renderBuyer={(buyer, conversationId) => (
        <BuyerSection buyer={buyer} conversationId={conversationId} key={buyer} />
      )}
      renderConversation={(props) => <OfferConversation key={props.conversationId} {...props} />}
      renderMessage={(props) => <OfferMessage {...props} />}
      viewChoice={<ViewChoice control={useListFilter()} />}
    />
    <SavedRepliesDialog />
    <Announcer />
  </>
)

export const InboxScreen = ({ offers }: { readonly offers: OffersParts }) => {
  const { path } = useAppLocation()
  return path[0] === OFFERS_PATH ? (
    <OffersScreen offerId={path[1] ?? null} offers={offers} />
  ) : (
    <ConversationsScreen offers={offers} />
  )
}

const ConversationsScreen = ({ offers }: { readonly offers: OffersParts }) => {
  const { path } = useAppLocation()
  const isNew = path[0] === NEW_MESSAGE
  const [listWidth, setListWidth] = useViewState('messaging.listWidth', 0)
  const [isBeside, setBeside] = useViewState('messaging.context', true)
  const filterControl = useListFilter()
  // After the component's other view state: its effect changes the view, and an earlier hook would render again.
  const openId = useOpenId(path[0] ?? null)
  const { filter, narrow } = filterControl
  const list = useApiRows('messaging', 'conversations', filter)
  const checked = useCheckedRows(filter, list.rows)
  const filing = useFiling(list.rows, openId, checked)
  const isWide = useMediaQuery('(min-width: 1200px)')
  const [isOver, setOver] = useState(false)
  const [hasContext, setHasContext] = isWide ? [isBeside, setBeside] : [isOver, setOver]
  const triage = useTriage(list.rows, filter.view, openId, checked)
  const openNext = useNextUnanswered(filter, openId)
  const prefetch = useApiPrefetch('messaging', 'thread')
  const screenRef = useRef<HTMLDivElement>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const textRef = useRef<HTMLTextAreaElement>(null)
  // The list already shows that there are no conversations.
  const hasNothing = list.head.data?.sync.known === 0
  const openRow = openId === null ? undefined : findRow(list.rows, openId)

  /** Returns false if the element is hidden: in a narrow window the panes take turns. */
  const focus = (selector: string): boolean => {
    const element = screenRef.current?.querySelector<HTMLElement>(selector)
    if (element?.checkVisibility() !== true) return false
    element.focus()
    return true
  }

  /** A conversation that is still opening gets the cursor once it is there. */
  const startReply = (): void => {
    const area = textRef.current
    if (openId !== null && (area === null || area.closest('[inert]') !== null)) openReply(openId)
    else area?.focus()
  }
  useCommand('inbox.reply', startReply, { isEnabled: openId !== null || isNew })
  useCommand('inbox.search', () => searchRef.current?.focus())
  useCommand('inbox.back', (key) => {
    if (isTyping(key?.target ?? null) && (focus(listSelector) || focus(messagesSelector))) return true
    if (!isWide && isOver) setOver(false)
    else if (checked.isActive) checked.clear()
    else if (openId === null && !isNew) return false
    else {
      closeConversation()
      focus(listSelector)
    }
    return true
  })

  // The user will probably open a neighbour next.
  const prefetchNeighbours = useEffectEvent(() => {
    if (openRow === undefined) return
    for (const row of [list.rows.at(openRow.index + 1), list.rows.at(openRow.index - 1)])
      if (row !== undefined) prefetch({ conversationId: row.conversationId })
  })
  useEffect(() => {
    if (openId === null) return undefined
    const timer = setTimeout(() => prefetchNeighbours(), PREFETCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [openId])

  return (
    <div className={styles.screen} ref={screenRef}>
      <Split
        label="Width of the conversation list"
        size={listWidth}
        onSizeChange={setListWidth}
        showing={openId === null && !isNew ? 'list' : 'detail'}
        list={
          <ConversationList
            control={filterControl}
            list={list}
            openId={openId}
            checked={checked}
            filing={filing}
            triage={triage}
            onNext={() => openNext(openConversation)}
            searchRef={searchRef}
          />
        }
        detail={
          isNew ? (
            <NewMessagePane username={path[1] ?? null} textRef={textRef} />
          ) : openId === null && hasNothing ? undefined : (
            <ThreadPane
              offers={offers}
              hasContext={hasContext}
              onToggleContext={() => setHasContext(!hasContext)}
              isContextFloating={!isWide}
              conversationId={openId}
              row={openRow?.row}
              wantsReply={path[1] === 'reply'}
              textRef={textRef}
              onNarrow={narrow}
              filing={filing}
              triage={triage}
              onAnswerNext={() => openNext(openReply)}
              isFilingOff={checked.isActive}
              hit={filter.search === '' ? null : (openRow?.row.hit ?? null)}
            />
          )
        }
      />
      <DeleteDialog filing={filing} />
      <SavedRepliesDialog />
      <Announcer />
    </div>
  )
}
