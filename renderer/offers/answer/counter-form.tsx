/** A counter: the price, with suggestions that are only arithmetic, and a message. */
import { type ReactNode, useState } from 'react'
import { type CounterSuggestion, suggestCounters } from '../../../shared/offers/arithmetic.ts'
import type { BestOffer } from '../../../shared/offers/best-offer.ts'
import { Failure } from '../../../shared/result.ts'
import { useAction } from '../../api/hooks.ts'
import { commandInfo } from '../../commands/commands.ts'
import { useCommand } from '../../commands/registry.ts'
import { priceText } from '../../parts/offers/offer-labels.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Kbd } from '../../ui/display/kbd.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import styles from './answer-panel.module.css'

const labels: Readonly<Record<CounterSuggestion['kind'], string>> = { middle: 'Middle', tenOff: '10% off' }

/** What is wrong with the price as typed. */
const counterProblem = (error: Error | null): string | undefined =>
  error instanceof Failure && error.detail.kind === 'validation' ? error.detail.issues[0]?.message : undefined

/** What is typed replaces the suggestion. */
const select = (field: HTMLInputElement | null): void => field?.select()

type CounterFormProps = {
  readonly offer: Pick<BestOffer, 'price' | 'quantity' | 'asked'>
  /** The field of the message. */
  readonly message: ReactNode
  /** Why the message can't be sent so. */
  readonly messageProblem: string | undefined
  /** Rejects with what is wrong. */
  readonly onSend: (counter: string) => Promise<void>
  readonly onClose: () => void
}

export const CounterForm = ({ offer, message, messageProblem, onSend, onClose }: CounterFormProps) => {
  const suggestions = suggestCounters(offer.price, offer.quantity, offer.asked)
  const [typed, setTyped] = useState(suggestions[0] === undefined ? '' : priceText(suggestions[0].price))
  const send = useAction(() => onSend(typed))
  const missing = typed.trim() === '' ? 'Enter your price first' : messageProblem
  const submit = (): void => {
    if (missing === undefined && !send.isPending) send.mutate()
  }
  const problem = counterProblem(send.error)
  useCommand('inbox.sendCounter', submit, { isEnabled: missing === undefined })
  useCommand('inbox.back', onClose)
  return (
    <Stack aria-label="Counter" gap={2} role="group">
      {problem === undefined && <MutationError of={send} title="Not countered." />}
      <Row align="end" gap={2} wrap>
        <div className={styles.counter}>
          <TextField
            autoFocus
            error={problem}
            inputRef={select}
            label={offer.quantity === 1 ? 'Counter with' : `Counter with, for all ${offer.quantity}`}
            onChange={setTyped}
            value={typed}
          />
        </div>
        {suggestions.map(({ kind, price }) => (
          <Button key={kind} onPress={() => setTyped(priceText(price))}>
            {labels[kind]} <Text tone="soft">{priceText(price)}</Text>
          </Button>
        ))}
      </Row>
      <Row align="end" gap={2} wrap>
        {message}
        <Button disabledReason={missing} isPending={send.isPending} onPress={submit} sends>
          Send counter{' '}
          <span aria-hidden="true">
            <Kbd keys={commandInfo('inbox.sendCounter').keys ?? ''} />
          </span>
        </Button>
      </Row>
    </Stack>
  )
}
