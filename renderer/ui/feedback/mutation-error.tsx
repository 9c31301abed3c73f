/** Why a mutation failed, beside the control that started it. */
import { Banner } from './banner.tsx'
import { errorProblem } from './error-message.ts'
import { ProblemText } from './why-link.tsx'

export type MutationErrorProps = {
  /** The mutation, or several that share the place: the first that failed is shown. */
  readonly of: FailedMutation | readonly FailedMutation[]
  /** "Not saved.", in bold before the reason. */
  readonly title?: string | undefined
}

export type FailedMutation = {
  readonly error: Error | null
  readonly reset: () => void
}

/** Renders nothing until the mutation fails; then its message, until the next attempt or until it is dismissed. */
export const MutationError = ({ of: mutations, title }: MutationErrorProps) => {
  const list: readonly FailedMutation[] = 'reset' in mutations ? [mutations] : mutations
  const failed = list.find(({ error }) => error !== null)
  if (failed === undefined) return null
  return (
    <Banner onDismiss={failed.reset} title={title} tone="danger">
      <ProblemText problem={errorProblem(failed.error)} />
    </Banner>
  )
}
