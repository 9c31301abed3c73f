/**
 * What a query looks like in each of its states, so that no screen writes them by hand.
 *
 *     const conversations = useApiQuery('messaging', 'conversations', selection)
 *     <QueryView query={conversations} label="Conversations" skeleton={{ shape: 'rows' }}>
 *       {(data) => <List rows={data.rows} />}
 *     </QueryView>
 *
 * - Loading: nothing for 150 ms, then a skeleton.
 * - Failed, no data: what, why, what to do, "Try again".
 * - Failed, old data: the data stays, below a strip with its age and "Try again".
 *
 * Empty and filtered-empty lists are the screen's own (`EmptyState`, `NoResults`), inside the children.
 */
import type { ReactNode } from 'react'
import { formatShortTime } from '../format/format-time.ts'
import { errorProblem, needsSignIn } from './error-message.ts'
import type { SkeletonProps } from './skeleton.tsx'
import { ErrorState, LoadingState, type StateAction } from './states.tsx'

/** The part of a react-query result that is used. */
export type ViewedQuery<Data> = {
  readonly data: Data | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  /** When `data` was read, ms since 1970. */
  readonly dataUpdatedAt: number
  readonly refetch: () => unknown
}

export type QueryViewProps<Data> = {
  readonly query: ViewedQuery<Data>
  /** The data's name, as a heading: "Conversations". Texts use it: "Loading conversations". */
  readonly label: string
  /** Another remedy after a failure, besides what its message says. Omit "Try again", which has a button. */
  readonly whatToDo?: string | undefined
  /** The action that replaces "Try again", such as "Sign in". */
  readonly action?: StateAction | undefined
  readonly skeleton?: SkeletonProps | undefined
  readonly children: (data: Data) => ReactNode
}

/** "Conversations" within a sentence becomes lower case; "SKUs" stays. */
const inSentence = (label: string): string =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label

export const QueryView = <Data,>({
  query,
  label,
  whatToDo,
  action,
  skeleton,
  children,
}: QueryViewProps<Data>): ReactNode => {
  const { data, error, dataUpdatedAt } = query
  const name = inSentence(label)
  const problem = errorProblem(error)
  const failure = error !== null && {
    what: `Couldn’t load ${name}`,
    why: problem.message,
    topic: problem.topic,
    whatToDo,
    action,
    needsSignIn: needsSignIn(error),
    isRetrying: query.isFetching,
    onRetry: () => void query.refetch(),
  }
  if (data === undefined) {
    return failure === false ? <LoadingState label={`Loading ${name}`} {...skeleton} /> : <ErrorState {...failure} />
  }
  return (
    <>
      {failure !== false && (
        <ErrorState {...failure} ageText={`Showing ${name} as of ${formatShortTime(dataUpdatedAt, Date.now())}.`} />
      )}
      {children(data)}
    </>
  )
}
