/** A plan of many changes: each value before and after, what is left out and why, and one sentence to confirm. */
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { Exclusion, RunPlan } from '../../shared/outbound/run-contract.ts'
import { useApiMutation } from '../api/hooks.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Kbd } from '../ui/display/kbd.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { errorMessage } from '../ui/feedback/error-message.ts'
import { QueryView, type ViewedQuery } from '../ui/feedback/query-view.tsx'
import { formatCount } from '../ui/format/locale-format.ts'
import { Stack } from '../ui/layout/layout.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { PlanDeletions } from './plan-deletions.tsx'
import styles from './plan-dialog.module.css'
import { PlanFacts } from './plan-facts.tsx'
import { PlanLines } from './plan-lines.tsx'

type PlanQuery = ViewedQuery<RunPlan> & {
  readonly isPlaceholderData: boolean
  readonly refetch: () => Promise<unknown>
}

type PlanDialogProps = {
  readonly title: string
  readonly plan: PlanQuery
  readonly excluded: readonly Exclusion[]
  readonly onExclude: (excluded: readonly Exclusion[]) => void
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
  /** Called when the run has started; the dialog stays open until it ends. */
  readonly onStarted: (runId: number) => Promise<void> | void
  /** Offered if the plan includes no row: skips to the next of several steps. */
  readonly skip?: { readonly label: string; readonly onPress: () => void } | undefined
}

export const PlanDialog = (props: PlanDialogProps) => {
  const { plan, excluded, onExclude, onClose, missing, skip, variant = 'primary' } = props
  const start = useApiMutation('outbound', 'startRun')
  const [isWaiting, setWaiting] = useState(false)
  const [isConfirmed, setConfirmed] = useState(false)
  // The seller confirms exactly the plan that is on screen.
  const confirmed = plan.isPlaceholderData || missing !== undefined ? undefined : plan.data
  const going = confirmed?.counts.going ?? 0
  const deletions = confirmed?.deletions.all ?? 0
  const isBlocked = deletions > 0 && !isConfirmed
  const isPending = start.isPending || isWaiting

  const go = (choice: 'confirmed' | 'leftOut' | undefined): void => {
    if (confirmed === undefined || isPending) return
    start.mutate(
      { planToken: confirmed.planToken, deletions: choice },
      {
        onSuccess: ({ runId }) => {
          setWaiting(true)
          void Promise.resolve(props.onStarted(runId)).finally(() => setWaiting(false))
        },
      },
    )
  }
  const canStart = confirmed !== undefined && going > 0 && !isBlocked
  const submit = (): void => {
    if (canStart) go(isConfirmed ? 'confirmed' : undefined)
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [])
  const checkAgain = (): void => {
    start.reset()
    void plan.refetch()
  }
  const reason =
    missing ??
    (going === 0
      ? 'Nothing is left to change'
      : isBlocked
        ? `${formatCount(deletions, 'deletion is', 'deletions are')} not confirmed`
        : undefined)
  return (
    <Dialog
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          {isBlocked && going > 0 && (
            <Button isPending={isPending} onPress={() => go('leftOut')} sends>
              Send the others
            </Button>
          )}
          {skip !== undefined && going === 0 && confirmed !== undefined ? (
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
        {missing === undefined && (
          <QueryView label="The plan" query={plan} skeleton={{ shape: 'table' }}>
            {(shown) => (
              <>
                <PlanLines
                  excluded={excluded}
                  onExclude={(next) => {
                    // The seller confirmed the deletions of a different plan.
                    setConfirmed(false)
                    onExclude(next)
                  }}
                  plan={shown}
                />
                <PlanFacts plan={shown} />
                {shown.deletions.all > 0 && (
                  <PlanDeletions deletions={shown.deletions} isConfirmed={isConfirmed} onConfirm={setConfirmed} />
                )}
              </>
            )}
          </QueryView>
        )}
        <p className={styles.sentence}>
          {canStart
            ? confirmed.confirmation
            : props.chosen === undefined
              ? ''
              : `${formatCount(props.chosen, 'item')} chosen.`}
        </p>
      </Stack>
    </Dialog>
  )
}
