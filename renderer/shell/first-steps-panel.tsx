/**
 * The first steps: three tasks on the practice shop. Main reports which are done; this links to the next action of
 * each.
 */
import { X } from 'lucide-react'
import type { FirstStepId, FirstStepStage, FirstSteps as Steps } from '../../shared/app/first-steps.ts'
import type { StallhandClient } from '../../shared/ipc/contract.ts'
import { useApiQuery, useClient, useReportedMutation } from '../api/hooks.ts'
import { navigate, type ScreenName } from '../location.ts'
import { doneLocation } from '../outbox/done-location.ts'
import { undoRun } from '../runs/undo-run.ts'
import { Button } from '../ui/buttons/button.tsx'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { toast, toastFailure } from '../ui/feedback/toast.tsx'
import { Row, Stack, Text } from '../ui/layout/layout.tsx'
import styles from './first-steps.module.css'

type StepText = {
  readonly title: string
  /** The current instruction. */
  readonly text: string
  readonly action?: { readonly label: string; readonly onPress: () => void }
}

const goTo = (label: string, screen: ScreenName) => ({
  label,
  onPress: (): void => navigate({ screen, path: [] }),
})

const answerStep = (stage: FirstStepStage): StepText => {
  const title = 'Answer a buyer'
  switch (stage) {
    case 'done':
      return { title, text: 'It was sent once. Without a connection it would have waited here.' }
    case 'inProgress':
      return { title, text: 'Your reply waits a moment, so that you can take it back.' }
    case 'open':
      return {
        title,
        text: 'Open a conversation, write a reply and send it.',
        action: goTo('Go to the inbox', 'inbox'),
      }
  }
}

const shipStep = (stage: FirstStepStage): StepText => {
  const title = 'Ship an order'
  switch (stage) {
    case 'done':
      return { title, text: 'The buyer sees the carrier and the number.' }
    case 'inProgress':
      return { title, text: 'It waits to be sent.' }
    case 'open':
      return {
        title,
        text: 'Open an order that is to ship, and mark it as shipped.',
        action: goTo('Go to the orders', 'orders'),
      }
  }
}

const priceStep = (stage: FirstStepStage, putBack: () => void): StepText => {
  const title = 'Change a price and put it back'
  switch (stage) {
    case 'done':
      return { title, text: 'You saw old and new before anything was sent, and took it back.' }
    case 'inProgress':
      return {
        title,
        text: 'The price is changed.',
        action: { label: 'Put it back…', onPress: putBack },
      }
    case 'open':
      return {
        title,
        text: 'Type another price in Items, then review it.',
        action: goTo('Go to the items', 'items'),
      }
  }
}

const stepTexts: Readonly<Record<FirstStepId, (stage: FirstStepStage, putBack: () => void) => StepText>> = {
  answer: answerStep,
  ship: shipStep,
  price: priceStep,
}

/** Opens the newest change of prices where it is put back, or else the list of what was done. */
const putPriceBack = async (client: StallhandClient): Promise<void> => {
  const { entries } = await client.outbound.done({ sinceMs: 0 })
  const run = entries.find(({ run: one }) => one?.label === 'prices' && one.revertsRunId === null && one.canRevert)?.run
  if (run == null) navigate(doneLocation)
  else await undoRun(client, run.runId)
}

export const FirstSteps = () => {
  const { data } = useApiQuery('app', 'firstSteps', {})
  return data?.isShown === true ? <List steps={data.steps} /> : null
}

const List = ({ steps }: { readonly steps: Steps['steps'] }) => {
  const client = useClient()
  const show = useReportedMutation('app', 'showFirstSteps')
  const texts = steps.map(({ id, stage }) => ({
    stage,
    step: stepTexts[id](stage, () => void putPriceBack(client).catch(toastFailure)),
  }))
  const done = steps.filter(({ stage }) => stage === 'done').length
  const isOver = done === steps.length
  const dismiss = (): void =>
    show.mutate(
      { isShown: false },
      { onSuccess: () => void toast({ text: 'First steps closed. You can show them again from the help.' }) },
    )
  const addShop = (): void => {
    dismiss()
    navigate({ screen: 'settings', path: ['new'] })
  }

  return (
    <section aria-label="First steps" className={styles.steps}>
      <Row className={styles.head} gap={3}>
        <Text as="h2" className={styles.heading} strong>
          {isOver ? 'You have seen the essentials' : 'First steps'}
        </Text>
        <p aria-live="polite" className={styles.about}>
          {isOver
            ? 'Add your own shop under Settings, or keep practicing: nothing here reaches a real buyer.'
            : `${done} of ${steps.length} done`}
        </p>
        {isOver ? (
          <>
            <Button onPress={addShop} size="s">
              Add your shop
            </Button>
            <Button onPress={dismiss} size="s" variant="quiet">
              Close
            </Button>
          </>
        ) : (
          <IconButton icon={X} label="Skip first steps" onPress={dismiss} size="s" />
        )}
      </Row>
      <ol className={styles.list}>
        {texts.map(({ stage, step: { title, text, action } }, index) => (
          <li className={styles.step} data-stage={stage} key={title}>
            <span className={styles.mark}>{index + 1}</span>
            <Stack className={styles.body} gap={1}>
              <Text as="h3" strong>
                {title}
              </Text>
              <span className={styles.text} title={text}>
                <Text size="meta" tone="soft">
                  {text}
                </Text>
              </span>
              {action !== undefined && (
                <Button {...action} size="s" variant={stage === 'done' ? 'quiet' : 'plain'}>
                  {action.label}
                </Button>
              )}
            </Stack>
          </li>
        ))}
      </ol>
    </section>
  )
}
