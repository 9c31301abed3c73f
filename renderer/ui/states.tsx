// The faces a list or page can have besides being full: first time, empty by filter, loading, failing.
import { CircleAlert, type LucideIcon, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import type { ConnectionKind } from './connection-kind.ts'
import { Heading } from './heading-level.tsx'
import { HelpText } from './help-links.tsx'
import { Skeleton, type SkeletonProps } from './skeleton.tsx'
import styles from './states.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

/** The one act a face offers. */
export interface StateAction {
  readonly label: string
  readonly onPress: () => void
  readonly kind?: ConnectionKind | undefined
  readonly isPending?: boolean | undefined
}

export interface EmptyStateProps {
  readonly icon?: LucideIcon | undefined
  readonly heading: string
  /** What this place is for. */
  readonly text: ReactNode
  readonly act?: StateAction | undefined
}

/** Nothing here yet: says what this place is and offers one act. */
export function EmptyState({ icon: Icon, heading, text, act }: EmptyStateProps) {
  return (
    <div className={styles.face}>
      {Icon !== undefined && <Icon aria-hidden="true" className={styles.icon} size={24} strokeWidth={1.5} />}
      <Heading className={styles.heading}>{heading}</Heading>
      <div className={styles.text}>{text}</div>
      {act !== undefined && (
        <Button isPending={act.isPending} kind={act.kind} onPress={act.onPress} variant="primary">
          {act.label}
        </Button>
      )}
    </div>
  )
}

export interface NoResultsProps {
  readonly heading: string
  /** What was looked for: 'No message matches "blue", unread only.' */
  readonly text: ReactNode
  readonly onClear: () => void
  readonly clearLabel?: string | undefined
}

/** There are things, but the filter or search lets none through. */
export function NoResults({ heading, text, onClear, clearLabel = 'Show all' }: NoResultsProps) {
  return (
    <div className={styles.face}>
      <Heading className={styles.heading}>{heading}</Heading>
      <div className={styles.text}>{text}</div>
      <Button onPress={onClear}>{clearLabel}</Button>
    </div>
  )
}

export interface LoadingStateProps extends SkeletonProps {
  /** What is loading, said to assistive technology: "Loading messages". */
  readonly label: string
}

/** Nothing for 150 ms, then the real shape in grey. */
export function LoadingState({ label, ...skeleton }: LoadingStateProps) {
  return (
    <div aria-busy="true" className={styles.loading} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      <Skeleton {...skeleton} />
    </div>
  )
}

export interface ErrorStateProps {
  /** "Messages could not be read" */
  readonly what: string
  /** "Practice shop did not answer within 30 seconds." */
  readonly why: string
  /** "Check the network, or try again in a few minutes." */
  readonly whatToDo: string
  readonly onRetry?: (() => void) | undefined
  /** Leads to what has to be done first; in place of `onRetry`. */
  readonly act?: StateAction | undefined
  readonly retryLabel?: string | undefined
  readonly isRetrying?: boolean | undefined
  /** The age of what is still on screen: "Showing messages as of 14:03." With it the face is a strip above the old data. */
  readonly ageText?: string | undefined
}

/** What failed, why, and what to do. With `ageText` it is a strip, to stand above data that stays visible. */
export function ErrorState({ what, why, whatToDo, onRetry, act, retryLabel, isRetrying, ageText }: ErrorStateProps) {
  const size = ageText === undefined ? 'm' : 's'
  const next =
    act !== undefined ? (
      <Button isPending={act.isPending} kind={act.kind} onPress={act.onPress} size={size}>
        {act.label}
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
          <strong>{what}.</strong> <HelpText>{`${why} ${whatToDo} `}</HelpText>
          <span className={styles.age}>{ageText}</span>
        </p>
        {next}
      </div>
    )
  }
  return (
    <div className={styles.face} role="alert">
      <CircleAlert aria-hidden="true" className={styles.alert} size={24} strokeWidth={1.5} />
      <Heading className={styles.heading}>{what}</Heading>
      <div className={styles.text}>
        <p>
          <HelpText>{`${why} ${whatToDo}`}</HelpText>
        </p>
      </div>
      {next}
    </div>
  )
}
