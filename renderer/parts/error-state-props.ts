/** Why something couldn't be read, and the remedy: another attempt, or signing in. */
import type { AppError } from '../../shared/result.ts'
import { navigate } from '../location.ts'
import type { ErrorStateProps } from '../ui/feedback/states.tsx'
import { failureMessage } from './failure-labels.ts'

const signIn = (label: string) => ({
  label,
  onPress: () => navigate({ screen: 'settings', path: ['section', 'sign-in'] }),
})

/** `onRetry`: absent where Stallhand alone tries again. */
export const errorStateProps = (
  error: AppError,
  onRetry?: () => void,
): Pick<ErrorStateProps, 'why' | 'whatToDo' | 'topic' | 'onRetry' | 'action' | 'needsSignIn'> => {
  const isPermissionMissing = error.kind === 'forbidden' && error.scope !== undefined
  return {
    ...failureMessage(error),
    topic: error.topic,
    needsSignIn: error.kind === 'signInNeeded',
    ...(error.kind === 'signInNeeded'
      ? { action: signIn('Sign in') }
      : isPermissionMissing
        ? { action: signIn('Sign in again') }
        : { onRetry }),
  }
}
