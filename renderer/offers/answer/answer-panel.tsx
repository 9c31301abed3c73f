/** The offer where the answer is written: price, deadline, accept, counter and decline. */
import { useRef, useState } from 'react'
import { describeAccepting } from '../../../shared/offers/accepting.ts'
import { type BestOffer, MAX_ANSWER_CHARACTERS } from '../../../shared/offers/best-offer.ts'
import { useClient, useReportedMutation } from '../../api/hooks.ts'
import { usePlatform } from '../../api/use-connection.ts'
import { type CommandId, commandInfo } from '../../commands/commands.ts'
import { isTyping } from '../../commands/keys.ts'
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
import { noMessage, type RenderOfferMessage, typedMessages } from './offer-message.ts'
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
    { isEnabled: lock === undefined && props.isPending !== true && props.disabledReason === undefined && !isKeyOff },
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
  /** What would be left of the price; null if that isn't known. */
  readonly left: string | null
  readonly clockAheadMs: number
  /** Called when an answer is given. */
  readonly onAnswered: () => void
  /** Called when the counter is closed: its field had the focus. */
  readonly onLeave: () => void
  /** Whether offers are ticked in the list: the key then declines those. */
  readonly hasTicks: boolean
  readonly renderMessage: RenderOfferMessage
}

/** Use the offer's id and price as its key: what was typed is about that offer. */
export const AnswerPanel = (props: AnswerPanelProps) => {
  const { offer, available, left, clockAheadMs, onAnswered, onLeave, hasTicks, renderMessage } = props
  const { label: platform } = usePlatform()
  const nowMs = useNow()
  const answer = useAnswers()
  const client = useClient()
  const [isCountering, setCountering] = useState(false)
  const [message, setMessage] = useState(() => typedMessages(client).get(offer.offerId) ?? noMessage)
  const [isWriting, setWriting] = useState(false)
  /** Whether the seller opened the field, and so wants to type. */
  const [wantsField, setWantsField] = useState(false)
  const sectionRef = useRef<HTMLElement>(null)
  const deadline = localDeadline(offer, clockAheadMs)
  const leftMs = deadline === null ? null : deadline - nowMs
  const price = priceText(offer.price)
  const canAnswer = offer.isOpen && !isAnswered(offer)
  const give = (action: 'Accept' | 'Decline') => (): void => {
    onAnswered()
    // The next offer is shown by then.
    answer({ action, offers: [offer], message: message.text }).catch(toastFailure)
  }
  const counter = (): void => {
    // The price has the focus first.
    setWantsField(false)
    setCountering(!isCountering)
  }
  // A message that was typed is sent with the answer, so it is always in sight.
  const hasField = isCountering || isWriting || message.typed !== ''
  const field = renderMessage({
    buyer: offer.buyer,
    title: offer.title,
    buyerText: offer.message ?? '',
    limit: MAX_ANSWER_CHARACTERS,
    autoFocus: wantsField,
    message,
    onChange: (next) => {
      typedMessages(client).set(offer.offerId, next)
      setMessage(next)
    },
  })
  const write = (): void => {
    const area = sectionRef.current?.querySelector('textarea')
    if (area == null) setWantsField(true)
    else area.focus()
    setWriting(true)
  }
  useCommand('inbox.offerMessage', write, { isEnabled: canAnswer && hasField })
  // The keys that answer work again once the field is left.
  useCommand('inbox.back', (key) => {
    if (!isTyping(key?.target ?? null) || sectionRef.current?.contains(key?.target as Node) !== true) return false
    onLeave()
    return true
  })
  return (
    <section aria-label="The offer" className={styles.answer} ref={sectionRef}>
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
      {left !== null && (
        <Text as="p" className={styles.left} size="meta" tone="soft">
          {left}
        </Text>
      )}
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
            <KeyButton
              command="inbox.declineOffer"
              disabledReason={message.problem}
              isKeyOff={hasTicks}
              onPress={give('Decline')}
              sends
              variant="quiet"
            >
              Decline
            </KeyButton>
            {!hasField && (
              <KeyButton command="inbox.offerMessage" onPress={write} variant="quiet">
                Add a message
              </KeyButton>
            )}
            <Row className={styles.push} wrap>
              <KeyButton command="inbox.counterOffer" onPress={counter}>
                Counter
              </KeyButton>
              <KeyButton
                command="inbox.acceptOffer"
                disabledReason={message.problem}
                onPress={give('Accept')}
                sends
                variant="primary"
              >
                {`Accept ${price} on ${platform}`}
              </KeyButton>
            </Row>
          </Row>
          <Text as="p" size="meta" tone="soft">
            {describeAccepting(offer.quantity, available, price).replace(/^Sells/, 'Accepting sells')}
          </Text>
          {hasField && !isCountering && field}
          {isCountering && (
            <CounterForm
              message={field}
              messageProblem={message.problem}
              offer={offer}
              onClose={() => {
                onLeave()
                setCountering(false)
              }}
              onSend={async (price) => {
                const request = { action: 'Counter', offers: [offer], counter: price, message: message.text } as const
                if (await answer(request)) onAnswered()
              }}
            />
          )}
        </>
      )}
    </section>
  )
}
