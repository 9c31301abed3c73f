/** The states of a list or page without rows: first time, empty by filter, loading, failed. */
import { CircleAlert, type LucideIcon, RotateCw } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import { VisuallyHidden } from '../base/visually-hidden.tsx'
import { Button } from '../buttons/button.tsx'
import { Heading } from '../layout/heading-level.tsx'
import { Skeleton, type SkeletonProps } from './skeleton.tsx'
import styles from './states.module.css'
import { WhyLink } from './why-link.tsx'

/** Whether a Sign in button is above the screen, so that what needs it says so instead of showing an error. */
export const SignedOutContext = createContext(false)

export type StateAction = {
  readonly label: string
  readonly onPress: () => void
  readonly sends?: boolean | undefined
  readonly isPending?: boolean | undefined
}

export type EmptyStateProps = {
  readonly icon?: LucideIcon | undefined
  readonly heading: string
  /** The purpose of the list. */
  readonly text: ReactNode
  readonly action?: StateAction | undefined
}

/** An empty list: explains its purpose and offers one action. */
export const EmptyState = ({ icon: Icon, heading, text, action }: EmptyStateProps) => (
  <div className={styles.face} data-face="">
    {Icon !== undefined && <Icon aria-hidden="true" className={styles.icon} size={24} strokeWidth={1.5} />}
    <Heading className={styles.heading}>{heading}</Heading>
    <div className={styles.text}>{text}</div>
    {action !== undefined && (
      <Button isPending={action.isPending} sends={action.sends} onPress={action.onPress} variant="primary">
        {action.label}
      </Button>
    )}
  </div>
)

export type NoResultsProps = {
  readonly heading: string
  /** 'No message matches "blue", unread only.' */
  readonly text: ReactNode
  readonly onClear: () => void
}

/** The filter or search matches nothing. */
export const NoResults = ({ heading, text, onClear }: NoResultsProps) => (
  <div className={styles.face} data-face="">
    <Heading className={styles.heading}>{heading}</Heading>
    <div className={styles.text}>{text}</div>
    <Button onPress={onClear}>Show all</Button>
  </div>
)

export type LoadingStateProps = SkeletonProps & {
  /** For assistive technology: "Loading messages". */
  readonly label: string
}

/** Nothing for 150 ms, then a skeleton. */
export const LoadingState = ({ label, ...skeleton }: LoadingStateProps) => (
  <div aria-busy="true" className={styles.loading} role="status">
    <VisuallyHidden>{label}</VisuallyHidden>
    <Skeleton {...skeleton} />
  </div>
)

export type ErrorStateProps = {
  /** "Couldn’t load messages" */
  readonly what: string
  /** "Practice shop did not answer within 30 seconds." */
  readonly why: string
  /** "Check the network." Omit "Try again", which has a button. */
  readonly whatToDo?: string | undefined
  /** The help topic that explains the error. */
  readonly topic?: string | undefined
  readonly onRetry?: (() => void) | undefined
  /** The first thing to do, instead of `onRetry`. */
  readonly action?: StateAction | undefined
  /** The failure ends with a sign-in. */
  readonly needsSignIn?: boolean | undefined
  readonly retryLabel?: string | undefined
  readonly isRetrying?: boolean | undefined
  /** The age of the data on screen: "Showing messages as of 14:03." */
  readonly ageText?: string | undefined
}

/** What failed, why, and what to do. With `ageText` it is a strip above the old data. */
export const ErrorState = ({
  what,
  why,
  whatToDo = '',
  topic,
  onRetry,
  action,
  retryLabel,
  isRetrying,
  ageText,
  needsSignIn,
}: ErrorStateProps) => {
  const isSignedOut = useContext(SignedOutContext)
  if (isSignedOut && needsSignIn === true) {
    return ageText === undefined ? <EmptyState heading="Not signed in" text="This appears once you sign in." /> : null
  }
  const size = ageText === undefined ? 'm' : 's'
  const next =
    action !== undefined ? (
      <Button isPending={action.isPending} sends={action.sends} onPress={action.onPress} size={size}>
        {action.label}
      </Button>
    ) : (
      onRetry !== undefined && (
        <Button icon={RotateCw} isPending={isRetrying} onPress={onRetry} size={size}>
          {retryLabel ?? 'Try again'}
        </Button>
      )
    )
  if (ageText !== undefined) {
    return (
      <div className={styles.strip} role="alert">
        <CircleAlert aria-hidden="true" className={styles.alert} size={16} />
        <p className={styles.stripText}>
          <strong>{what}.</strong> {`${why} ${whatToDo}`.trim()}
          <WhyLink topic={topic} /> <span className={styles.age}>{ageText}</span>
        </p>
        {next}
      </div>
    )
  }
  return (
    <div className={styles.face} data-face="" role="alert">
      <CircleAlert aria-hidden="true" className={styles.alert} size={24} strokeWidth={1.5} />
      <Heading className={styles.heading}>{what}</Heading>
      <div className={styles.text}>
        <p>
          {`${why} ${whatToDo}`.trim()}
          <WhyLink topic={topic} />
        </p>
      </div>
      {next}
    </div>
  )
}
