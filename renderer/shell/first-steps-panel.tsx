/**
 * The first steps: three tasks on the practice shop. Main reports which are done; this links to the next action of
 * each.
 */
import { X } from 'lucide-react'
import type { FirstStepId, FirstStepStage, FirstSteps as Steps } from '../../shared/app/first-steps.ts'
import { useApiQuery, useReportedMutation } from '../api/hooks.ts'
import { navigate, type ScreenName } from '../location.ts'
import { Button } from '../ui/buttons/button.tsx'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { Row, Stack, Text } from '../ui/layout/layout.tsx'
import styles from './first-steps.module.css'

type StepText = {
  readonly title: string
  /** The current instruction. */
  readonly text: string
  readonly action?: { readonly label: string; readonly onPress: () => void; readonly isPending?: boolean }
}

const goTo = (label: string, screen: ScreenName, id?: string | number) => ({
  label,
  onPress: (): void => navigate({ screen, path: id === undefined ? [] : [String(id)] }),
})

/** Takes the practice shop offline, lets the seller write, and brings it back. */
const useAnswerStep = (stage: FirstStepStage): StepText => {
  const isEnabled = stage !== 'done'
  const practice = useApiQuery('practice', 'status', {}, { enabled: isEnabled }).data
  const written = useApiQuery('messaging', 'counts', {}, { enabled: isEnabled }).data?.outbox ?? 0
  const setFault = useReportedMutation('practice', 'setFault')
  const clear = useReportedMutation('practice', 'clearFaults')
  const fault = { operation: 'all', fault: 'offline' } as const
  const title = 'Answer a buyer while offline'
  const isOff = practice?.faults.some((one) => one.fault === fault.fault && one.operation === fault.operation) === true
  if (stage === 'done') return { title, text: 'It waited on this computer and was sent automatically, once.' }
  if (!isOff && stage === 'inProgress') {
    return { title, text: 'The shop is back. Your reply will be sent automatically in a moment.' }
  }
  if (!isOff) {
    const onPress = (): void => {
      // Goes there at once: after the answer this could close a conversation opened meanwhile.
      goTo('', 'inbox').onPress()
      setFault.mutate(fault)
    }
    return {
      title,
      text: 'Take the practice shop offline, then write to any buyer.',
      action: { label: 'Go offline', isPending: setFault.isPending, onPress },
    }
  }
  if (stage === 'open') {
    return written === 0
      ? {
          title,
          text: 'The shop can’t be reached now. Open a conversation, write a reply and send it.',
          action: goTo('Go to the inbox', 'inbox'),
        }
      : { title, text: 'Your reply is saved on this computer. It is sent when the time to undo is over.' }
  }
  return {
    title,
    text: 'Your reply is kept in the outbox. Go online again and watch it being sent.',
    action: { label: 'Go online again', isPending: clear.isPending, onPress: () => clear.mutate(fault) },
  }
}

const usePreviewStep = (stage: FirstStepStage): StepText => {
  const first = useApiQuery('inventory', 'items', { limit: 1 }, { enabled: stage !== 'done' }).data?.rows[0]?.sku
  const title = 'Preview a save'
  if (stage === 'done') return { title, text: 'You saw every change and deletion before anything was sent.' }
  return {
    title,
    text: 'Change the title of an item and press Review changes: you see what would change and what would be deleted.',
    action: goTo('Open an item', 'items', first),
  }
}

const useSaleStep = (stage: FirstStepStage): StepText => {
  const input = { filter: { signature: 'verified' }, limit: 1 } as const
  const newest = useApiQuery('notifications', 'events', input, { enabled: stage === 'done' }).data?.rows[0]
  const title = 'Receive a sale'
  switch (stage) {
    case 'done':
      return {
        title,
        text: 'It was saved before it was confirmed, and its signature is valid.',
        action: goTo('Show it', 'notifications', newest?.eventId),
      }
    case 'inProgress':
      return {
        title,
        text: 'Instant alerts are on. Go to Practice and sell something.',
        action: goTo('Go to Practice', 'practice'),
      }
    case 'open':
      return {
        title,
        text: 'Set up instant alerts first: they bring each sale to this computer within seconds.',
        action: goTo('Go to instant alerts', 'notifications'),
      }
  }
}

export const FirstSteps = () => {
  const { data } = useApiQuery('app', 'firstSteps', {})
  return data?.isShown === true ? <List steps={data.steps} /> : null
}

const List = ({ steps }: { readonly steps: Steps['steps'] }) => {
  const show = useReportedMutation('app', 'showFirstSteps')
  const findStage = (id: FirstStepId): FirstStepStage => steps.find((step) => step.id === id)?.stage ?? 'open'
  const texts = [
    { stage: findStage('answer'), step: useAnswerStep(findStage('answer')) },
    { stage: findStage('preview'), step: usePreviewStep(findStage('preview')) },
    { stage: findStage('sale'), step: useSaleStep(findStage('sale')) },
  ]
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
