/** The offers of the inbox: the list beside the open one, which is answered where a reply is written. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useApiQuery } from '../../api/hooks.ts'
import { useViewState } from '../../api/use-view-state.ts'
import { isTyping } from '../../commands/keys.ts'
import { useCommand } from '../../commands/registry.ts'
import { locationHref, navigate } from '../../location.ts'
import { offerLocation } from '../../parts/offers/offer-labels.ts'
import { toastFailure } from '../../ui/feedback/toast.tsx'
import { useIsNarrow } from '../../ui/hooks/use-media-query.ts'
import { Split } from '../../ui/layout/split.tsx'
import { useAnswers } from '../answer/use-answers.ts'
import { chosenOffers, nothingTicked, toggleTicks } from './chosen-offers.ts'
import { OfferPane } from './offer-pane.tsx'
import styles from './offers-view.module.css'
import { closeOffer, type InboxAround, OpenOffer } from './open-offer.tsx'
import { groupOffers, nextOffer, unanswered } from './order-offers.ts'

const MAX_OFFERS = 500

type OffersViewProps = InboxAround & {
  /** Null opens the first one. */
  readonly offerId: string | null
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
  const [firstId, setFirstId] = useState<string | null>(null)
  const nextFirstId = offerId === null ? (firstId ?? (unanswered(offers)[0] ?? offers[0])?.offerId ?? null) : null
  // The one that is shown without being opened stays: a key must not answer another that came into its place.
  if (nextFirstId !== firstId) setFirstId(nextFirstId)
  const shownId = offerId ?? (isNarrow ? null : nextFirstId)
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
    const row = screenRef.current?.querySelector('[data-offer][aria-current]')
    row?.scrollIntoView({ block: 'nearest' })
    if (document.activeElement !== row && !isTyping(document.activeElement)) focusList()
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
