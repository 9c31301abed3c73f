/** What the seller can confirm after an earlier run: publishing its saved listing drafts (LST-21). */
import type { RunName, RunNext } from '../../shared/outbound/run-contract.ts'
import { useApiQuery, useReportedMutation } from '../api/hooks.ts'
import { awaitCommand } from '../commands/registry.ts'
import { navigate } from '../location.ts'
import { Banner } from '../ui/feedback/banner.tsx'
import { formatCount, formatNumber } from '../ui/format/locale-format.ts'
import { runLocation } from './run-labels.ts'

/** Opens the review of the step of the run that is on screen. */
export const NEXT_COMMAND = 'items.publishSaved'

type Offered = RunName & RunNext

/** `3 saved listing drafts to publish`. */
export const nextTitle = ({ ready }: Pick<RunNext, 'ready'>): string =>
  `${formatCount(ready, 'saved listing draft')} to publish`

/** Empty if nothing follows. */
export const laterText = ({ later }: Pick<RunNext, 'later'>): string =>
  later === 0 ? '' : `${formatNumber(later)} more once saved`

export const useNextSteps = (): readonly Offered[] => useApiQuery('outbound', 'nextSteps', {}).data?.steps ?? []

const review = (step: Offered): void => {
  awaitCommand(NEXT_COMMAND)
  navigate(runLocation(step))
}

/** The steps above the outbox, each with a way to its review. */
export const NextSteps = () => {
  const dismiss = useReportedMutation('outbound', 'dismissNext')
  return useNextSteps().map((step) => (
    <Banner
      action={{ label: 'Check the fees', onPress: () => review(step) }}
      key={step.runId}
      onDismiss={() => dismiss.mutate({ runId: step.runId })}
      title={`${nextTitle(step)}.`}
    >
      {step.later > 0 && `${laterText(step)}. `}Nothing goes live before you confirm it.
    </Banner>
  ))
}
