/** The offers of the inbox: the list beside the open one, which is answered where a reply is written. */
import { HandCoins, ListChecks, PanelRight, RefreshCw, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { BestOffer, BestOfferDetail } from '../../../shared/offers/best-offer.ts'
import { useApiMutation, useApiQuery } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { useViewState } from '../../api/use-view-state.ts'
import { CommandButton, CommandIconButton } from '../../commands/command-button.tsx'
import { commandInfo } from '../../commands/commands.ts'
import { isTyping } from '../../commands/keys.ts'
import { useCommand } from '../../commands/registry.ts'
import { locationHref, navigate } from '../../location.ts'
import { newMessageLocation } from '../../parts/message-path.ts'
import { offerLocation, offersLocation } from '../../parts/offers/offer-labels.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useSending } from '../../ui/buttons/sending.tsx'
import { Kbd } from '../../ui/display/kbd.tsx'
import { QueryView, type ViewedQuery } from '../../ui/feedback/query-view.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx'
import { toastFailure } from '../../ui/feedback/toast.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { useIsNarrow, useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { Pane } from '../../ui/layout/pane.tsx'
import { Split } from '../../ui/layout/split.tsx'
import { AnswerPanel } from '../answer/answer-panel.tsx'
import { describeLeft } from '../answer/answer-texts.ts'
import type { RenderOfferMessage } from '../answer/offer-message.ts'
import { useAnswers } from '../answer/use-answers.ts'
import { chosenOffers, nothingTicked, type Ticked, toggleTicks } from './chosen-offers.ts'
import { OfferContext } from './offer-context.tsx'
import { OfferRow } from './offer-row.tsx'
import styles from './offers-view.module.css'
import { groupOffers, nextOffer, unanswered } from './order-offers.ts'

const MAX_OFFERS = 500
const skeleton = { shape: 'rows', rowHeight: 56 } as const

/** The parts of the inbox around an offer. */
export type InboxAround = {
  /** The choice of the inbox's view. */
  readonly viewChoice: ReactNode
  /** The conversation with the buyer, and the offer where the reply is written. */
  readonly renderConversation: (props: {
    readonly conversationId: string
    readonly listing: { readonly listingId: string; readonly title: string }
    readonly answer: ReactNode
    readonly actions: ReactNode
    readonly onBack: () => void
  }) => ReactNode
  readonly renderMessage: RenderOfferMessage
  /** The buyer's other conversations and the note. */
  readonly renderBuyer: (buyer: string, conversationId: string | null) => ReactNode
}

type OffersViewProps = InboxAround & {
  /** Null opens the first one. */
  readonly offerId: string | null
}

const closeOffer = (): void => navigate(offersLocation)

/** With Shift, `onPass` gets the offers that the focus leaves and reaches. */
const moveFocus = (event: KeyboardEvent<HTMLElement>, onPass: (offerIds: readonly string[]) => void): void => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-offer]')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = rows[at + step]
  next?.focus()
  if (event.shiftKey) onPass([rows[at], next].flatMap((row) => row?.dataset.offer ?? []))
  event.preventDefault()
}

type ListProps = {
  readonly viewChoice: ReactNode
  readonly openId: string | null
  readonly offers: readonly BestOffer[]
  readonly total: number
  readonly query: ViewedQuery<unknown>
  readonly ticked: Ticked
  readonly chosen: readonly BestOffer[]
  readonly onTick: (offerIds: readonly string[]) => void
  readonly onUntick: () => void
  readonly onDecline: () => void
}

type TicksProps = Pick<ListProps, 'chosen' | 'onUntick' | 'onDecline'> & { readonly onAll: () => void }

/** At the foot of the list, so that no row moves when it appears. */
const Ticks = ({ chosen, onAll, onUntick, onDecline }: TicksProps) => {
  const { lock } = useSending()
  useCommand(
    'inbox.declineOffer',
    (key) => {
      if (key?.repeat !== true) onDecline()
    },
    { isEnabled: lock === undefined, label: `Decline ${formatCount(chosen.length, 'offer')}` },
  )
  return (
    <Row aria-label="Selected offers" className={styles.ticks} role="toolbar">
      <Row grow>
        <Text role="status" size="meta" tabular>
          {`${formatNumber(chosen.length)} selected`}
        </Text>
      </Row>
      <CommandIconButton command="inbox.selectAll" icon={ListChecks} onPress={onAll} />
      <Button onPress={onDecline} sends size="s">
        {`Decline ${formatNumber(chosen.length)}`} <Kbd keys={commandInfo('inbox.declineOffer').keys ?? ''} />
      </Button>
      <CommandIconButton command="inbox.clearSelection" icon={X} onPress={onUntick} />
    </Row>
  )
}

const OfferPane = (props: ListProps) => {
  const { viewChoice, openId, offers, total, query, ticked, chosen, onTick } = props
  const platformName = usePlatformName()
  const nowMs = useNow()
  const answer = useAnswers()
  const reading = useApiQuery('offers', 'reading', {}).data
  const refresh = useApiMutation('offers', 'refresh')
  const { above, below } = groupOffers(offers)
  const low = unanswered(below)
  const waiting = unanswered(offers).map(({ offerId }) => offerId)
  const clockAheadMs = reading?.clockAheadMs ?? 0
  const row = (offer: BestOffer) => (
    <OfferRow
      clockAheadMs={clockAheadMs}
      isOpen={offer.offerId === openId}
      isTicked={chosen.includes(offer)}
      key={offer.offerId}
      nowMs={nowMs}
      offer={offer}
      onTick={() => onTick([offer.offerId])}
    />
  )
  return (
    <Pane
      actions={
        <CommandIconButton
          command="inbox.refreshOffers"
          icon={RefreshCw}
          isPending={refresh.isPending}
          onPress={() => refresh.mutate({}, { onError: toastFailure })}
          shortLabel="Check"
        />
      }
      footer={
        chosen.length > 0 ? (
          <Ticks
            chosen={chosen}
            onAll={() => onTick(waiting.filter((id) => !ticked.has(id)))}
            onDecline={props.onDecline}
            onUntick={props.onUntick}
          />
        ) : offers.length === 0 ? undefined : (
          <Text size="meta" tone="faint">
            <Kbd keys="j k" /> next, previous &ensp; <Kbd keys="x" /> select
          </Text>
        )
      }
      isFilled
      title="Inbox"
      toolbar={viewChoice}
    >
      {reading?.problem != null && (
        <ErrorState
          ageText={offers.length > 0 ? 'Showing the offers as last read.' : undefined}
          what="Couldn’t read the offers"
          whatToDo="Stallhand tries again by itself."
          why={reading.problem.message}
        />
      )}
      <section
        aria-label="Open offers"
        className={styles.list}
        data-has-ticks={chosen.length > 0 || undefined}
        data-offers=""
        onKeyDown={(event) =>
          moveFocus(event, (passed) => onTick(passed.filter((id) => !ticked.has(id) && waiting.includes(id))))
        }
        tabIndex={-1}
      >
        <QueryView label="Offers" query={query} skeleton={skeleton}>
          {() =>
            offers.length === 0 ? (
              <EmptyState
                heading="No open offers"
                icon={HandCoins}
                text={
                  reading?.canRead === false
                    ? `${platformName.The} has no buyers’ offers.`
                    : 'Buyers’ offers appear here with the time left to answer them.'
                }
              />
            ) : (
              <>
                {above.length > 0 && <ul aria-label="Offers">{above.map(row)}</ul>}
                {below.length > 0 && (
                  <Row className={styles.floors} justify="between">
                    <Text>{`Below your floors: ${formatNumber(below.length)}`}</Text>
                    {low.length > 0 && (
                      <CommandButton
                        command="inbox.declineLowOffers"
                        onPress={() => void answer({ action: 'Decline', offers: low }).catch(toastFailure)}
                        sends
                        size="s"
                        text={low.length === 1 ? 'Decline this one' : `Decline these ${formatNumber(low.length)}`}
                      />
                    )}
                  </Row>
                )}
                {below.length > 0 && <ul aria-label="Offers below your floors">{below.map(row)}</ul>}
                {total > offers.length && (
                  <Text as="p" className={styles.note} tone="soft">
                    {`${formatCount(total - offers.length, 'later offer follows', 'later offers follow')} once these are answered.`}
                  </Text>
                )}
              </>
            )
          }
        </QueryView>
      </section>
    </Pane>
  )
}

type OpenOfferProps = InboxAround & {
  readonly offer: BestOffer
  /** Undefined until it is read. */
  readonly detail: BestOfferDetail | undefined
  readonly onAnswered: () => void
  /** Focuses the list. */
  readonly onLeave: () => void
  /** Whether offers are ticked in the list: the key then declines those. */
  readonly hasTicks: boolean
}

const OpenOffer = (props: OpenOfferProps) => {
  const { offer, detail, onAnswered, onLeave, hasTicks, renderConversation, renderMessage, renderBuyer } = props
  const clockAheadMs = useApiQuery('offers', 'reading', {}).data?.clockAheadMs ?? 0
  const isWide = useMediaQuery('(min-width: 1200px)')
  const [isBeside, setBeside] = useViewState('messaging.context', true)
  const [isOver, setOver] = useState(false)
  const [hasContext, setHasContext] = isWide ? [isBeside, setBeside] : [isOver, setOver]
  const { offerId, price, quantity, buyer, conversationId } = offer
  const answer = (
    <AnswerPanel
      available={detail?.available ?? null}
      clockAheadMs={clockAheadMs}
      hasTicks={hasTicks}
      left={detail === undefined ? null : describeLeft(detail)}
      key={`${offerId} ${price.minor} ${quantity}`}
      offer={offer}
      onAnswered={onAnswered}
      onLeave={onLeave}
      renderMessage={renderMessage}
    />
  )
  const actions = (
    <CommandIconButton
      command="inbox.context"
      icon={PanelRight}
      isPressed={hasContext}
      label="Item and buyer"
      onPress={() => setHasContext(!hasContext)}
      shortLabel="Item"
    />
  )
  return (
    <div className={styles.frame}>
      {conversationId === null ? (
        <Pane
          actions={
            <>
              {buyer !== null && (
                <CommandButton
                  command="inbox.reply"
                  onPress={() => navigate(newMessageLocation(buyer))}
                  text="Write"
                  variant="quiet"
                />
              )}
              {actions}
            </>
          }
          backLabel="Back to the list"
          footer={answer}
          onBack={closeOffer}
          subtitle={offer.title}
          title={buyer ?? 'Unknown buyer'}
        >
          <Text as="p" tone="faint">
            No messages with this buyer yet.
          </Text>
        </Pane>
      ) : (
        renderConversation({ conversationId, listing: offer, answer, actions, onBack: closeOffer })
      )}
      {hasContext && detail !== undefined && (
        <OfferContext
          buyer={buyer === null ? null : renderBuyer(buyer, conversationId)}
          offer={detail}
          onClose={isWide ? undefined : () => setOver(false)}
        />
      )}
    </div>
  )
}

export const OffersView = ({ offerId, ...around }: OffersViewProps) => {
  const query = useApiQuery('offers', 'open', { limit: MAX_OFFERS })
  const isNarrow = useIsNarrow()
  const [listWidth, setListWidth] = useViewState('messaging.listWidth', 0)
  const screenRef = useRef<HTMLDivElement>(null)
  const { above, below } = groupOffers(query.data?.rows ?? [])
  const offers = [...above, ...below]
  const [ticked, setTicked] = useState(nothingTicked)
  const chosen = chosenOffers(offers, ticked)
  const answer = useAnswers()
  const shownId = offerId ?? (isNarrow ? null : (unanswered(offers)[0] ?? offers[0])?.offerId) ?? null
  const read = useApiQuery('offers', 'offer', { offerId: shownId ?? '-' }, { enabled: shownId !== null }).data
  const detail = read?.offerId === shownId ? (read ?? undefined) : undefined
  // A quick seller answers before its details are read.
  const shown = offers.find((one) => one.offerId === shownId) ?? detail

  const go = (step: 1 | -1): void => {
    const at = offers.findIndex((one) => one.offerId === shownId)
    const next = offers[at < 0 ? 0 : at + step]
    if (next !== undefined) navigate(offerLocation(next.offerId))
  }
  useCommand('inbox.nextOffer', () => go(1), { isEnabled: offers.length > 0 })
  useCommand('inbox.previousOffer', () => go(-1), { isEnabled: offers.length > 0 })
  const tick = (offerIds: readonly string[]): void => {
    if (offerIds.length > 0) setTicked(toggleTicks(ticked, offerIds))
  }
  useCommand('inbox.select', () => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-offer]')?.dataset.offer
    const one = unanswered(offers).find(({ offerId: id }) => id === (focused ?? shownId))
    if (one === undefined) return false
    tick([one.offerId])
    return true
  })
  useCommand('inbox.back', (key) => {
    if (chosen.length > 0 && !isTyping(key?.target ?? null)) {
      setTicked(nothingTicked)
      return true
    }
    if (offerId === null || isTyping(key?.target ?? null)) return false
    closeOffer()
    return true
  })
  /** Between answers the list has the focus, which stays when its rows go: so no key lands in a field. */
  const focusList = (): void =>
    screenRef.current?.querySelector<HTMLElement>('[data-offers]')?.focus({ preventScroll: true })
  const arrive = useEffectEvent(() => {
    screenRef.current?.querySelector('[data-offer][aria-current]')?.scrollIntoView({ block: 'nearest' })
    if (!isTyping(document.activeElement)) focusList()
  })
  useEffect(() => {
    if (shownId !== null) arrive()
  }, [shownId])

  /**
   * Goes on to the next one after an answer to `ids`, in the address of the answered offer's place, so that Back doesn't lead
   * through all of them.
   */
  const goOn = (ids: readonly string[]): void => {
    if (shownId === null || !ids.includes(shownId)) return
    const next = nextOffer(
      offers.filter((one) => one.offerId === shownId || !ids.includes(one.offerId)),
      shownId,
    )
    if (next === undefined) return
    window.location.replace(locationHref(offerLocation(next.offerId)))
    window.dispatchEvent(new Event('hashchange'))
  }
  const answered = (): void => {
    focusList()
    if (shownId !== null) goOn([shownId])
  }
  const declineChosen = (): void => {
    focusList()
    setTicked(nothingTicked)
    goOn(chosen.map((one) => one.offerId))
    answer({ action: 'Decline', offers: chosen }).catch(toastFailure)
  }

  return (
    <div className={styles.screen} ref={screenRef}>
      <Split
        detail={
          shown === undefined ? undefined : (
            <OpenOffer
              {...around}
              detail={detail}
              hasTicks={chosen.length > 0}
              offer={shown}
              onAnswered={answered}
              onLeave={focusList}
            />
          )
        }
        label="Width of the list of offers"
        list={
          <OfferPane
            chosen={chosen}
            offers={offers}
            onDecline={declineChosen}
            onTick={tick}
            onUntick={() => setTicked(nothingTicked)}
            openId={shownId}
            query={query}
            ticked={ticked}
            total={query.data?.total ?? 0}
            viewChoice={around.viewChoice}
          />
        }
        onSizeChange={setListWidth}
        showing={offerId === null ? 'list' : 'detail'}
        size={listWidth}
      />
    </div>
  )
}
