/** The list of offers: those to answer, those below the seller's floors, and what is done with the ticked ones. */
import { HandCoins, ListChecks, RefreshCw, X } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { BestOffer } from '../../../shared/offers/best-offer.ts'
import { useApiMutation, useApiQuery } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { CommandButton, CommandIconButton } from '../../commands/command-button.tsx'
import { commandInfo } from '../../commands/commands.ts'
import { useCommand } from '../../commands/registry.ts'
import { navigate } from '../../location.ts'
import { errorStateProps } from '../../parts/error-state-props.ts'
import { offerLocation } from '../../parts/offers/offer-labels.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useSending } from '../../ui/buttons/sending.tsx'
import { Kbd } from '../../ui/display/kbd.tsx'
import { QueryView, type ViewedQuery } from '../../ui/feedback/query-view.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx'
import { toastFailure } from '../../ui/feedback/toast.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { useIsNarrow } from '../../ui/hooks/use-media-query.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { Pane } from '../../ui/layout/pane.tsx'
import { useAnswers } from '../answer/use-answers.ts'
import type { Ticked } from './chosen-offers.ts'
import { OfferRow } from './offer-row.tsx'
import styles from './offers-view.module.css'
import { groupOffers, unanswered } from './order-offers.ts'

const skeleton = { shape: 'rows', rowHeight: 56 } as const

/**
 * From the focused offer, else from the open one. A focused row opens, so that the keys answer the offer with the ring. With Shift,
 * `onPass` gets the offers that the focus leaves and reaches.
 */
const moveFocus = (event: KeyboardEvent<HTMLElement>, onPass: (offerIds: readonly string[]) => void): void => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-offer]')]
  const focused = rows.indexOf(document.activeElement as HTMLElement)
  const at = focused >= 0 ? focused : rows.findIndex((row) => row.ariaCurrent !== null)
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

export const OfferPane = (props: ListProps) => {
  const { viewChoice, openId, offers, total, query, ticked, chosen, onTick } = props
  const platformName = usePlatformName()
  const isNarrow = useIsNarrow()
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
      onFocus={isNarrow ? undefined : () => navigate(offerLocation(offer.offerId))}
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
          {...errorStateProps(reading.problem)}
          ageText={offers.length > 0 ? 'Showing the offers as last read.' : undefined}
          what="Couldn’t read the offers"
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
