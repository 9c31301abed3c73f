/** Why the orders on screen, or the returns and requests about them, aren't current. */
import { useApiQuery, useReportedMutation } from '../../api/hooks.ts'
import { ErrorState } from '../../ui/feedback/states.tsx'
import { formatShortTime } from '../../ui/format/format-time.ts'
import { errorStateProps } from '../error-state-props.ts'

export const useIsSignedOut = (): boolean =>
  useApiQuery('connection', 'status', {}).data?.session.state === 'signInNeeded'

/** A strip above the old data; nothing while it is current. */
export const ReadingProblem = () => {
  const reading = useApiQuery('orders', 'reading', {}).data
  const refresh = useReportedMutation('orders', 'refresh')
  const isSignedOut = useIsSignedOut()
  if (reading === undefined) return null
  // A problem with the orders usually affects the cases too, so one strip is enough.
  const [subject, { problem, atMs }] =
    reading.problem === null && reading.cases.problem !== null
      ? ['returns and requests', { problem: reading.cases.problem, atMs: reading.cases.readAtMs }]
      : ['orders', { problem: reading.problem, atMs: reading.completeToMs }]
  if (problem === null) return null
  return (
    <ErrorState
      {...errorStateProps(problem, () => refresh.mutate({}))}
      ageText={
        atMs === null
          ? `Some ${subject} are missing.`
          : `Showing ${subject} as of ${formatShortTime(atMs, Date.now())}.`
      }
      isRetrying={refresh.isPending}
      needsSignIn={isSignedOut}
      what={`Couldn’t read new ${subject}`}
    />
  )
}
