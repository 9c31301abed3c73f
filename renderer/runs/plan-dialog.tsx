/** A plan of many changes: each value before and after, what is left out and why, and one sentence to confirm. */
import { type ReactNode, useState } from 'react'
import type { Exclusion, RunPlan } from '../../shared/outbound/run-contract.ts'
import { useAction, useClient } from '../api/hooks.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Kbd } from '../ui/display/kbd.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { errorMessage } from '../ui/feedback/error-message.ts'
import { QueryView, type ViewedQuery } from '../ui/feedback/query-view.tsx'
import { doUndoably } from '../ui/feedback/undo.ts'
import { formatCount } from '../ui/format/locale-format.ts'
import { Stack } from '../ui/layout/layout.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { useSubmitKey } from '../ui/overlays/use-submit-key.ts'
import styles from './plan-dialog.module.css'
import { PlanFacts } from './plan-facts.tsx'
import { PlanLines } from './plan-lines.tsx'
import { isAboutListings, PlanCautions, PlanDeletions } from './plan-questions.tsx'
import { runTitle } from './run-labels.ts'
import { undoRun } from './undo-run.ts'

type PlanQuery = ViewedQuery<RunPlan> & {
  readonly isPlaceholderData: boolean
  readonly refetch: () => Promise<unknown>
}

type PlanDialogProps = {
  readonly title: string
  readonly plan: PlanQuery
  readonly excluded: readonly Exclusion[]
  readonly onExclude: (excluded: readonly Exclusion[]) => void
  /** Shows where a value that the plan leaves out is corrected. Absent: nowhere. */
  readonly onCorrect?: ((sku: string, path: readonly string[]) => void) | undefined
  /** The input that the plan needs. `submit` starts the run. */
  readonly children?: (submit: () => void) => ReactNode
  /** Number of chosen items, shown until the plan is computed. */
  readonly chosen?: number | undefined
  /** Why there is no plan yet: `Enter a value first`. */
  readonly missing?: string | undefined
  /** `Change 3 listings`. */
  readonly submitLabel: (going: number) => string
  readonly variant?: 'primary' | 'danger' | undefined
  readonly onClose: () => void
  /** Called when the run has started. */
  readonly onStarted: (runId: number) => void
  /** The progress of an earlier step, shown instead of the plan until its own is ready to be reviewed. */
  readonly during?: ReactNode
  /** Offered if the plan includes no row: skips to the next of several steps. */
  readonly skip?: { readonly label: string; readonly onPress: () => void } | undefined
}

/** The confirmed plan, and what becomes of the rows with a question. */
type Start = { readonly plan: RunPlan } & Readonly<Record<'deletions' | 'cautions', 'confirmed' | 'leftOut'>>

/** What the seller confirmed about the plan on screen. */
const noAnswers = { deletions: false, cautions: false }

const openLabels: Readonly<
  Record<keyof typeof noAnswers, (count: number, label: RunPlan['label'] | undefined) => string>
> = {
  deletions: (count) => `${formatCount(count, 'deletion is', 'deletions are')} not confirmed`,
  cautions: (count, label) =>
    label !== undefined && isAboutListings(label)
      ? `${formatCount(count, 'listing is', 'listings are')} not confirmed`
      : `${formatCount(count, 'price is', 'prices are')} not confirmed`,
}

export const PlanDialog = (props: PlanDialogProps) => {
  const { plan, excluded, onExclude, onClose, missing, skip, during, variant = 'primary' } = props
  const client = useClient()
  const start = useAction(({ plan: shown, deletions, cautions }: Start) =>
    doUndoably(
      {
        label: `${runTitle({ label: shown.label, revertsRunId: shown.revertsRunId })}: ${formatCount(shown.counts.going, 'item')}`,
      },
      async () => {
        const { runId } = await client.outbound.startRun({ planToken: shown.planToken, deletions, cautions })
        props.onStarted(runId)
        // The run's result is on screen.
        return { undo: () => undoRun(client, runId), isQuiet: true }
      },
    ),
  )
  const [answers, setAnswers] = useState(noAnswers)
  // The seller confirms exactly the plan that is on screen.
  const confirmed = plan.isPlaceholderData || missing !== undefined ? undefined : plan.data
  const going = confirmed?.counts.going ?? 0
  const open = (['deletions', 'cautions'] as const).filter(
    (question) => (confirmed?.[question].all ?? 0) > 0 && !answers[question],
  )
  const isBlocked = open.length > 0
  const isDuring = during !== undefined
  const isPending = start.isPending || isDuring

  /** Leaves out the rows of unanswered questions. */
  const go = (): void => {
    if (confirmed === undefined || isPending) return
    const choose = (question: keyof typeof noAnswers): 'confirmed' | 'leftOut' =>
      answers[question] ? 'confirmed' : 'leftOut'
    start.mutate({ plan: confirmed, deletions: choose('deletions'), cautions: choose('cautions') })
  }
  const canStart = confirmed !== undefined && going > 0 && !isBlocked && !isDuring
  const submit = (): void => {
    if (canStart) go()
  }
  useSubmitKey(submit)
  const answerTo = (question: keyof typeof noAnswers) => ({
    isConfirmed: answers[question],
    onConfirm: (isConfirmed: boolean) => setAnswers((now) => ({ ...now, [question]: isConfirmed })),
  })
  const checkAgain = (): void => {
    start.reset()
    void plan.refetch()
  }
  const reason =
    missing ??
    (going === 0
      ? 'Nothing is left to change'
      : isBlocked
        ? open.map((question) => openLabels[question](confirmed?.[question].all ?? 0, confirmed?.label)).join(', ')
        : undefined)
  return (
    <Dialog
      footer={
        <>
          <Button onPress={onClose}>{isDuring ? 'Continue later' : 'Cancel'}</Button>
          {/* Every row of a deletion has something to confirm, so there are no others. */}
          {isBlocked && !isDuring && going > 0 && confirmed?.label !== 'delete' && (
            <Button isPending={isPending} onPress={go} sends>
              Send the others
            </Button>
          )}
          {isDuring ? null : skip !== undefined && going === 0 && confirmed !== undefined ? (
            <Button onPress={skip.onPress} variant="primary">
              {skip.label}
            </Button>
          ) : (
            <Button
              disabledReason={reason}
              hint={<Kbd keys="Mod+Enter" />}
              isPending={isPending}
              onPress={submit}
              sends
              variant={variant}
            >
              {props.submitLabel(going)}
            </Button>
          )}
        </>
      }
      isDismissable={false}
      onClose={onClose}
      size="l"
      title={props.title}
    >
      <Stack gap={4}>
        {start.error !== null && (
          <Banner action={{ label: 'Check again', onPress: checkAgain }} title="Not started." tone="danger">
            {errorMessage(start.error)}
          </Banner>
        )}
        {props.children?.(submit)}
        {during}
        {missing === undefined && !isDuring && (
          <QueryView label="The changes" query={plan} skeleton={{ shape: 'table' }}>
            {(shown) => (
              <>
                <PlanLines
                  excluded={excluded}
                  onCorrect={props.onCorrect}
                  onExclude={(next) => {
                    // The seller answered for a different plan.
                    setAnswers(noAnswers)
                    onExclude(next)
                  }}
                  plan={shown}
                />
                <PlanFacts plan={shown} />
                {shown.deletions.all > 0 && (
                  <PlanDeletions {...shown.deletions} {...answerTo('deletions')} label={shown.label} />
                )}
                {shown.cautions.all > 0 && (
                  <PlanCautions {...shown.cautions} {...answerTo('cautions')} label={shown.label} />
                )}
              </>
            )}
          </QueryView>
        )}
        <p className={styles.sentence}>
          {canStart
            ? confirmed.confirmation
            : props.chosen === undefined || isDuring
              ? ''
              : `${formatCount(props.chosen, 'item')} chosen.`}
        </p>
      </Stack>
    </Dialog>
  )
}
