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
import { Dialog, RUNNING } from '../ui/overlays/dialog.tsx'
import { useSubmitKey } from '../ui/overlays/use-submit-key.ts'
import { PlanChecks } from './plan-checks.tsx'
import styles from './plan-dialog.module.css'
import { PlanFacts } from './plan-facts.tsx'
import { PlanLines } from './plan-lines.tsx'
import { PlanDeletions } from './plan-questions.tsx'
import { isTicked, noTicks, resolveTicks, tickAll, toggleTick } from './plan-ticks.ts'
import { runTitle } from './run-labels.ts'
import { undoRun } from './undo-run.ts'
import { useCheckRows } from './use-check-rows.ts'

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

/** The confirmed plan, and which of the rows with a question are sent. */
type Start = { readonly plan: RunPlan; readonly choice: 'confirmed' | string[] }

export const PlanDialog = (props: PlanDialogProps) => {
  const { plan, excluded, onExclude, onClose, missing, skip, during, variant = 'primary' } = props
  const client = useClient()
  const start = useAction(({ plan: shown, choice }: Start) =>
    doUndoably(
      {
        label: `${runTitle({ label: shown.label, revertsRunId: shown.revertsRunId })}: ${formatCount(going, 'item')}`,
      },
      async () => {
        const { runId } = await client.outbound.startRun({
          planToken: shown.planToken,
          deletions: choice,
          cautions: choice,
        })
        props.onStarted(runId)
        // The run's result is on screen.
        return { undo: () => undoRun(client, runId), isQuiet: true }
      },
    ),
  )
  const [ticks, setTicks] = useState(noTicks)
  /** The plan whose deletions of items are confirmed. */
  const [deleted, setDeleted] = useState<string | null>(null)
  const checks = useCheckRows(plan.data)
  const asked = checks.rows.filter((row) => row.asked !== '')
  // The seller confirms exactly the plan that is on screen.
  const confirmed = plan.isPlaceholderData || missing !== undefined ? undefined : plan.data
  const sent = confirmed === undefined ? undefined : resolveTicks(confirmed, ticks, { ...checks, rows: asked })
  const going = sent?.going ?? 0
  const isDeletion = confirmed?.label === 'delete' && confirmed.deletions.all > 0
  const isBlocked = isDeletion && deleted !== confirmed.planToken
  const isDuring = during !== undefined
  const isPending = start.isPending || isDuring
  const canStart = confirmed !== undefined && sent !== undefined && going > 0 && !isBlocked && !isDuring
  const submit = (): void => {
    if (canStart && !isPending) start.mutate({ plan: confirmed, choice: sent.choice })
  }
  useSubmitKey(submit)
  const checkAgain = (): void => {
    start.reset()
    // The rows are those of a plan that main keeps.
    void Promise.resolve(plan.refetch()).then(() => checks.error !== null && checks.readAgain())
  }
  const reason =
    missing ??
    (confirmed !== undefined && sent === undefined
      ? checks.error === null
        ? 'The rows to check are being read'
        : 'What to check couldn’t be read'
      : going === 0
        ? (sent?.open ?? 0) > 0
          ? 'Tick what to send'
          : 'Nothing is left to change'
        : isBlocked
          ? `${formatCount(confirmed?.deletions.all ?? 0, 'deletion isn’t', 'deletions aren’t')} confirmed`
          : undefined)
  return (
    <Dialog
      footer={
        <>
          <Button disabledReason={start.isPending ? RUNNING : undefined} onPress={onClose}>
            {isDuring ? 'Continue later' : 'Cancel'}
          </Button>
          {isDuring ? null : skip !== undefined && confirmed?.counts.going === 0 ? (
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
      isRunning={start.isPending}
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
        {checks.error !== null && (
          <Banner
            action={{ label: 'Check again', onPress: checkAgain }}
            title="Couldn’t read what to check"
            tone="danger"
          >
            {errorMessage(checks.error)}
          </Banner>
        )}
        {props.children?.(submit)}
        {during}
        {missing === undefined && !isDuring && (
          <QueryView label="The changes" query={plan} skeleton={{ shape: 'table' }}>
            {(shown) => (
              <>
                <PlanChecks
                  asking={shown.asking}
                  onCorrect={props.onCorrect}
                  rows={checks.rows}
                  ticks={{
                    isTicked: (row) => isTicked(ticks, shown.planToken, row),
                    onToggle: (row) => setTicks(toggleTick(ticks, shown.planToken, row, asked)),
                    onTickAll: () => setTicks(tickAll(checks.planToken ?? null)),
                  }}
                />
                <PlanLines excluded={excluded} onExclude={onExclude} plan={shown} />
                <PlanFacts plan={shown} />
                {shown.label === 'delete' && shown.deletions.all > 0 && (
                  <PlanDeletions
                    {...shown.deletions}
                    isConfirmed={deleted === shown.planToken}
                    onConfirm={(isConfirmed) => setDeleted(isConfirmed ? shown.planToken : null)}
                  />
                )}
              </>
            )}
          </QueryView>
        )}
        <p className={styles.sentence}>
          {canStart
            ? sent.open === 0
              ? confirmed.confirmation
              : `${formatCount(sent.open, 'item isn’t', 'items aren’t')} ticked and stay${sent.open === 1 ? 's' : ''} as ${sent.open === 1 ? 'it is' : 'they are'}.`
            : props.chosen === undefined || isDuring
              ? ''
              : `${formatCount(props.chosen, 'item')} chosen.`}
        </p>
      </Stack>
    </Dialog>
  )
}
