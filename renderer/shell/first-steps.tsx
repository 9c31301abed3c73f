/**
 * The first steps: three things to do on the practice shop, above the room one is in.
 *
 * Main says what is done, from what really happened; here is only the way to the next act of each. Nothing is locked, nothing
 * is pointed at: who wants to look around does, and the list waits.
 */
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

type Words = {
  readonly title: string
  /** What to do now. */
  readonly text: string
  readonly act?: { readonly label: string; readonly onPress: () => void; readonly isPending?: boolean }
}

const titles: Readonly<Record<FirstStepId, string>> = {
  answer: 'Answer a buyer while offline',
  preview: 'See what a save would do',
  sale: 'Receive a sale',
}

/** Cuts the practice shop off, lets the seller write, and brings it back. */
function useAnswerWords(stage: FirstStepStage): Words {
  const isAsked = stage !== 'done'
  const practice = useApiQuery('practice', 'status', {}, { enabled: isAsked }).data
  const written = useApiQuery('messaging', 'counts', {}, { enabled: isAsked }).data?.outbox ?? 0
  const setFault = useReportedMutation('practice', 'setFault')
  const clear = useReportedMutation('practice', 'clearFaults')
  const title = titles.answer
  const isOff = practice?.faults.some(({ fault, operation }) => fault === 'offline' && operation === 'all') === true
  if (stage === 'done') return { title, text: 'It waited on this computer and went out by itself, once.' }
  if (!isOff && stage === 'inProgress')
    return { title, text: 'The shop is back. Your answer goes out by itself in a moment.' }
  if (!isOff) {
    return {
      title,
      text: 'Cut the practice shop off, then write to any buyer as if nothing were wrong.',
      act: {
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
      text: 'The shop cannot be reached now. Open a conversation, write an answer and send it.',
      act: { label: 'Go to the inbox', onPress: () => navigate({ screen: 'inbox', path: [] }) },
    }
  }
  if (stage === 'open')
    return { title, text: 'Your answer is on this disk. When the time to take it back is over, it tries to go out.' }
  return {
    title,
    text: 'Your answer is kept in the outbox. Go online again and watch it leave.',
    act: {
      label: 'Go online again',
      isPending: clear.isPending,
      onPress: () => clear.mutate({ operation: 'all', fault: 'offline' }),
    },
  }
}

function usePreviewWords(stage: FirstStepStage): Words {
  const first = useApiQuery('inventory', 'items', { limit: 1 }, { enabled: stage !== 'done' }).data?.rows[0]?.sku
  if (stage === 'done')
    return { title: titles.preview, text: 'Every change and deletion was on the table before anything went out.' }
  return {
    title: titles.preview,
    text: 'Change the title of an item and press Review: what would change, and what would be deleted, is shown first.',
    act: {
      label: 'Open an item',
      onPress: () => navigate({ screen: 'items', path: first === undefined ? [] : [first] }),
    },
  }
}

function saleWords(stage: FirstStepStage): Words {
  const title = titles.sale
  if (stage === 'done') {
    return {
      title,
      text: 'It was kept before it was answered, and the signature is the platform’s.',
      act: { label: 'Look at it', onPress: () => navigate({ screen: 'notifications', path: [] }) },
    }
  }
  if (stage === 'inProgress') {
    return {
      title,
      text: 'The practice platform knows this computer now. Go to the other side of the counter and sell something.',
      act: { label: 'Go to the counter', onPress: () => navigate({ screen: 'practice', path: [] }) },
    }
  }
  return {
    title,
    text: 'First tell the practice platform where to send: register this computer’s receiver.',
    act: { label: 'Go to the receiver', onPress: () => navigate({ screen: 'notifications', path: [] }) },
  }
}

export function FirstSteps() {
  const { data } = useApiQuery('app', 'firstSteps', {})
  return data?.isShown === true ? <List steps={data.steps} /> : null
}

function List({ steps }: { readonly steps: Steps['steps'] }) {
  const show = useReportedMutation('app', 'showFirstSteps')
  const [isFolded, setFolded] = useViewState('shell.firstStepsFolded', false)
  const stageOf = (id: FirstStepId): FirstStepStage => steps.find((step) => step.id === id)?.stage ?? 'open'
  const answer = useAnswerWords(stageOf('answer'))
  const preview = usePreviewWords(stageOf('preview'))
  const sale = saleWords(stageOf('sale'))
  const done = steps.filter(({ stage }) => stage === 'done').length
  const isOver = done === steps.length
  const putAway = (): void =>
    show.mutate(
      { isShown: false },
      {
        onSuccess: () => void toast({ text: 'The first steps are put away. The help brings them back.' }),
      },
    )

  return (
    <section aria-label="First steps" className={styles.steps} data-folded={isFolded || undefined}>
      <header className={styles.header}>
        <h2 className={styles.heading}>{isOver ? 'You have seen what matters' : 'First steps'}</h2>
        <p aria-live="polite" className={styles.about}>
          {isOver
            ? 'Add your own shop under Settings, or go on practising: nothing here reaches a real buyer.'
            : `${done} of ${steps.length} done. Nothing here reaches a real buyer.`}
        </p>
        {isOver ? (
          <>
            <Button
              onPress={() => {
                putAway()
                navigate({ screen: 'settings', path: ['new'] })
              }}
              size="s"
            >
              Add your shop
            </Button>
            <Button onPress={putAway} size="s" variant="quiet">
              Close
            </Button>
          </>
        ) : (
          <>
            <IconButton
              icon={isFolded ? ChevronDown : ChevronUp}
              label={isFolded ? 'Unfold the first steps' : 'Fold the first steps'}
              onPress={() => setFolded(!isFolded)}
              size="s"
            />
            <IconButton icon={X} label="Skip the first steps" onPress={putAway} size="s" />
          </>
        )}
      </header>
      {!isFolded && (
        <ol className={styles.list}>
          <Step number={1} stage={stageOf('answer')} words={answer} />
          <Step number={2} stage={stageOf('preview')} words={preview} />
          <Step number={3} stage={stageOf('sale')} words={sale} />
        </ol>
      )}
    </section>
  )
}

function Step({
  number,
  stage,
  words,
}: {
  readonly number: number
  readonly stage: FirstStepStage
  readonly words: Words
}): ReactNode {
  const { title, text, act } = words
  return (
    <li className={styles.step} data-stage={stage}>
      <span className={styles.mark}>
        {stage === 'done' ? <Check aria-label="Done" role="img" size={14} strokeWidth={2.5} /> : number}
      </span>
      <div className={styles.words}>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.text}>{text}</p>
        {act !== undefined && (
          <Button
            isPending={act.isPending}
            onPress={act.onPress}
            size="s"
            variant={stage === 'done' ? 'quiet' : 'plain'}
          >
            {act.label}
          </Button>
        )}
      </div>
    </li>
  )
}
