/** The offer where the answer is written: price, deadline, accept, counter and decline. */
import { useState } from 'react'
import { describeAccepting } from '../../../shared/offers/accepting.ts'
import type { BestOffer } from '../../../shared/offers/best-offer.ts'
import { useReportedMutation } from '../../api/hooks.ts'
import { usePlatform } from '../../api/use-connection.ts'
import { type CommandId, commandInfo } from '../../commands/commands.ts'
import { useCommand } from '../../commands/registry.ts'
import {
  answerLabel,
  endLabels,
  isAnswered,
  isSoon,
  localDeadline,
  offeredFor,
  priceText,
  timeLeft,
} from '../../parts/offers/offer-labels.ts'
import { Button, type ButtonProps } from '../../ui/buttons/button.tsx'
import { useSending } from '../../ui/buttons/sending.tsx'
import { Kbd } from '../../ui/display/kbd.tsx'
import { toastFailure } from '../../ui/feedback/toast.tsx'
import { formatUpcomingTime } from '../../ui/format/format-time.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import styles from './answer-panel.module.css'
import { CounterForm } from './counter-form.tsx'
import { useAnswers } from './use-answers.ts'

/** A button with its key on it. Holding the key down answers once: the next offer must be seen first. */
const KeyButton = ({
  command,
  onPress,
  isKeyOff = false,
  children,
  ...props
}: ButtonProps & {
  readonly command: CommandId
  readonly onPress: () => void
  /** Whether the key acts on something else now. */
  readonly isKeyOff?: boolean
}) => {
  const { lock } = useSending()
  useCommand(
    command,
    (key) => {
      if (key?.repeat !== true) onPress()
    },
    { isEnabled: lock === undefined && props.isPending !== true && !isKeyOff },
  )
  return (
    <Button {...props} onPress={onPress}>
      {children}
      {!isKeyOff && (
        <span aria-hidden="true" className={styles.key}>
          {' '}
          <Kbd keys={commandInfo(command).keys ?? ''} />
        </span>
      )}
    </Button>
  )
}

const Pending = ({ pending }: { readonly pending: NonNullable<BestOffer['pending']> }) => {
  const discard = useReportedMutation('outbound', 'discard')
  const label = answerLabel({ pending })
  return (
    <Row gap={3} justify="between" wrap>
      <Text as="p" role="status" strong tone={isAnswered({ pending }) ? 'info' : 'danger'}>
        {[label, pending.message].filter((part) => part !== '' && part !== null).join('. ')}
      </Text>
      {isAnswered({ pending }) && pending.canDiscard && (
        <Button isPending={discard.isPending} onPress={() => discard.mutate({ ids: [pending.outboundId] })} size="s">
          Undo the answer
        </Button>
      )}
    </Row>
  )
}

type AnswerPanelProps = {
  readonly offer: BestOffer
  /** Pieces left; null if that isn't known. */
  readonly available: number | null
  readonly clockAheadMs: number
  /** Called when an answer is given. */
  readonly onAnswered: () => void
  /** Called when the counter is closed: its field had the focus. */
  readonly onLeave: () => void
  /** Whether offers are ticked in the list: the key then declines those. */
  readonly hasTicks: boolean
}

/** Use the offer's id and price as its key: what was typed is about that offer. */
export const AnswerPanel = (props: AnswerPanelProps) => {
  const { offer, available, clockAheadMs, onAnswered, onLeave, hasTicks } = props
  const { label: platform } = usePlatform()
  const nowMs = useNow()
  const answer = useAnswers()
  const [isCountering, setCountering] = useState(false)
  const deadline = localDeadline(offer, clockAheadMs)
  const leftMs = deadline === null ? null : deadline - nowMs
  const price = priceText(offer.price)
  const canAnswer = offer.isOpen && !isAnswered(offer)
  const give = (action: 'Accept' | 'Decline') => (): void => {
    onAnswered()
    // The next offer is shown by then.
    answer({ action, offers: [offer] }).catch(toastFailure)
  }
  return (
    <section aria-label="The offer" className={styles.answer}>
      <Row align="start" gap={3} justify="between">
        <Stack gap={0}>
          <Text as="p" className={styles.price} tabular>
            {price}
          </Text>
          <Text as="p" size="meta" tone="soft">
            {offeredFor(offer, available)}
          </Text>
        </Stack>
        {deadline !== null && leftMs !== null && offer.isOpen && (
          <Stack align="end" className={styles.ends} gap={0}>
            <Text strong tone={isSoon(leftMs) ? 'caution' : undefined}>
              {timeLeft(leftMs)}
            </Text>
            <Text size="meta" tone="soft">
              until {formatUpcomingTime(deadline, nowMs)}
            </Text>
          </Stack>
        )}
      </Row>
      {offer.message !== null && offer.message !== '' && (
        <blockquote className={styles.message} dir="auto">
          {offer.message}
        </blockquote>
      )}
      {offer.pending !== null && <Pending pending={offer.pending} />}
      {!offer.isOpen && offer.pending === null && (
        <Text as="p" strong>
          {endLabels[offer.status]}
        </Text>
      )}
      {canAnswer && (
        <>
          <Row className={styles.buttons} wrap>
            <KeyButton command="inbox.declineOffer" isKeyOff={hasTicks} onPress={give('Decline')} sends variant="quiet">
              Decline
            </KeyButton>
            <Row className={styles.push} wrap>
              <KeyButton command="inbox.counterOffer" onPress={() => setCountering(!isCountering)}>
                Counter
              </KeyButton>
              <KeyButton command="inbox.acceptOffer" onPress={give('Accept')} sends variant="primary">
                {`Accept ${price} on ${platform}`}
              </KeyButton>
            </Row>
          </Row>
          <Text as="p" size="meta" tone="soft">
            {describeAccepting(offer.quantity, available, price).replace(/^Sells/, 'Accepting sells')}
          </Text>
          {isCountering && (
            <CounterForm
              offer={offer}
              onClose={() => {
                onLeave()
                setCountering(false)
              }}
              onSend={async (counter, message) => {
                if (await answer({ action: 'Counter', offers: [offer], counter, message })) onAnswered()
              }}
            />
          )}
        </>
      )}
    </section>
  )
}
