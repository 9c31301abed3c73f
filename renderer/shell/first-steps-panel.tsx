/** The first steps: three things to do on the practice shop. Main says what is done; this leads to the next action of each. */
import { Check, ChevronDown, ChevronUp, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FirstStepId, FirstStepStage, FirstSteps as Steps } from '../../shared/app/first-steps.ts'
import { useApiQuery, useReportedMutation } from '../api/hooks.ts'
import { navigate } from '../api/location.ts'
import { useViewState } from '../api/use-view-state.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { toast } from '../ui/toast.tsx'
import styles from './first-steps.module.css'

type StepText = {
  readonly title: string
  /** What to do now. */
  readonly text: string
  readonly action?: { readonly label: string; readonly onPress: () => void; readonly isPending?: boolean }
}

const titles: Readonly<Record<FirstStepId, string>> = {
  answer: 'Answer a buyer while offline',
  preview: 'Preview a save',
  sale: 'Receive a sale',
}

/** Takes the practice shop offline, lets the seller write, and brings it back. */
function useAnswerStep(stage: FirstStepStage): StepText {
  const isEnabled = stage !== 'done'
  const practice = useApiQuery('practice', 'status', {}, { enabled: isEnabled }).data
  const written = useApiQuery('messaging', 'counts', {}, { enabled: isEnabled }).data?.outbox ?? 0
  const setFault = useReportedMutation('practice', 'setFault')
  const clear = useReportedMutation('practice', 'clearFaults')
  const title = titles.answer
  const isOff = practice?.faults.some(({ fault, operation }) => fault === 'offline' && operation === 'all') === true
  if (stage === 'done') return { title, text: 'It waited on this computer and went out by itself, once.' }
  if (!isOff && stage === 'inProgress')
    return { title, text: 'The shop is back. Your reply goes out by itself in a moment.' }
  if (!isOff) {
    return {
      title,
      text: 'Take the practice shop offline, then write to any buyer.',
      action: {
        label: 'Go offline',
        isPending: setFault.isPending,
        onPress: () =>
          setFault.mutate(
            { operation: 'all', fault: 'offline' },
            { onSuccess: () => navigate({ screen: 'inbox', path: [] }) },
          ),
      },
    }
  }
  if (stage === 'open' && written === 0) {
    return {
      title,
      text: 'The shop cannot be reached now. Open a conversation, write a reply and send it.',
      action: { label: 'Go to the inbox', onPress: () => navigate({ screen: 'inbox', path: [] }) },
    }
  }
  if (stage === 'open')
    return { title, text: 'Your reply is saved on this computer. It goes out when the time to undo is over.' }
  return {
    title,
    text: 'Your reply is kept in the outbox. Go online again and watch it go out.',
    action: {
      label: 'Go online again',
      isPending: clear.isPending,
      onPress: () => clear.mutate({ operation: 'all', fault: 'offline' }),
    },
  }
}

function usePreviewStep(stage: FirstStepStage): StepText {
  const first = useApiQuery('inventory', 'items', { limit: 1 }, { enabled: stage !== 'done' }).data?.rows[0]?.sku
  if (stage === 'done')
    return { title: titles.preview, text: 'You saw every change and deletion before anything went out.' }
  return {
    title: titles.preview,
    text: 'Change the title of an item and press Review and save: you see what would change and what would be deleted.',
    action: {
      label: 'Open an item',
      onPress: () => navigate({ screen: 'items', path: first === undefined ? [] : [first] }),
    },
  }
}

function useSaleStep(stage: FirstStepStage): StepText {
  const title = titles.sale
  const newest = useApiQuery(
    'notifications',
    'events',
    { filter: { signature: 'verified' }, limit: 1 },
    { enabled: stage === 'done' },
  )
  const eventId = newest.data?.rows[0]?.eventId
  if (stage === 'done') {
    return {
      title,
      text: 'It was saved before it was confirmed, and its signature is valid.',
      action: {
        label: 'Show it',
        onPress: () => navigate({ screen: 'notifications', path: eventId === undefined ? [] : [String(eventId)] }),
      },
    }
  }
  if (stage === 'inProgress') {
    return {
      title,
      text: 'The practice platform knows this computer now. Go to Practice and sell something.',
      action: { label: 'Go to Practice', onPress: () => navigate({ screen: 'practice', path: [] }) },
    }
  }
  return {
    title,
    text: 'First register this computer’s receiver, so that the practice platform knows where to send.',
    action: { label: 'Go to the receiver', onPress: () => navigate({ screen: 'notifications', path: [] }) },
  }
}

export function FirstSteps() {
  const { data } = useApiQuery('app', 'firstSteps', {})
  return data?.isShown === true ? <List steps={data.steps} /> : null
}

function List({ steps }: { readonly steps: Steps['steps'] }) {
  const show = useReportedMutation('app', 'showFirstSteps')
  const [isFolded, setFolded] = useViewState('shell.firstStepsFolded', false)
  const findStage = (id: FirstStepId): FirstStepStage => steps.find((step) => step.id === id)?.stage ?? 'open'
  const answer = useAnswerStep(findStage('answer'))
  const preview = usePreviewStep(findStage('preview'))
  const sale = useSaleStep(findStage('sale'))
  const done = steps.filter(({ stage }) => stage === 'done').length
  const isOver = done === steps.length
  const dismiss = (): void =>
    show.mutate(
      { isShown: false },
      {
        onSuccess: () => void toast({ text: 'First steps closed. You can show them again from the help.' }),
      },
    )

  return (
    <section aria-label="First steps" className={styles.steps} data-folded={isFolded || undefined}>
      <header className={styles.header}>
        <h2 className={styles.heading}>{isOver ? 'You have seen the essentials' : 'First steps'}</h2>
        <p aria-live="polite" className={styles.about}>
          {isOver
            ? 'Add your own shop under Settings, or keep practising: nothing here reaches a real buyer.'
            : `${done} of ${steps.length} done. Nothing here reaches a real buyer.`}
        </p>
        {isOver ? (
          <>
            <Button
              onPress={() => {
                dismiss()
                navigate({ screen: 'settings', path: ['new'] })
              }}
              size="s"
            >
              Add your shop
            </Button>
            <Button onPress={dismiss} size="s" variant="quiet">
              Close
            </Button>
          </>
        ) : (
          <>
            <IconButton
              icon={isFolded ? ChevronDown : ChevronUp}
              label={isFolded ? 'Expand first steps' : 'Collapse first steps'}
              onPress={() => setFolded(!isFolded)}
              size="s"
            />
            <IconButton icon={X} label="Skip first steps" onPress={dismiss} size="s" />
          </>
        )}
      </header>
      {!isFolded && (
        <ol className={styles.list}>
          <Step number={1} stage={findStage('answer')} step={answer} />
          <Step number={2} stage={findStage('preview')} step={preview} />
          <Step number={3} stage={findStage('sale')} step={sale} />
        </ol>
      )}
    </section>
  )
}

function Step({
  number,
  stage,
  step,
}: {
  readonly number: number
  readonly stage: FirstStepStage
  readonly step: StepText
}): ReactNode {
  const { title, text, action } = step
  return (
    <li className={styles.step} data-stage={stage}>
      <span className={styles.mark}>
        {stage === 'done' ? <Check aria-label="Done" role="img" size={14} strokeWidth={2.5} /> : number}
      </span>
      <div className={styles.body}>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.text}>{text}</p>
        {action !== undefined && (
          <Button
            isPending={action.isPending}
            onPress={action.onPress}
            size="s"
            variant={stage === 'done' ? 'quiet' : 'plain'}
          >
            {action.label}
          </Button>
        )}
      </div>
    </li>
  )
}
