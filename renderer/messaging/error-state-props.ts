/** Why something couldn't be read, and the remedy: another attempt, or signing in. */
import type { AppError } from '../../shared/result.ts'
import { navigate } from '../location.ts'
import { failureMessage } from '../outbox/failure-labels.ts'
import type { ErrorStateProps } from '../ui/feedback/states.tsx'

const signIn = {
  label: 'Sign in',
  onPress: () => navigate({ screen: 'settings', path: ['section', 'sign-in'] }),
}

export const errorStateProps = (
  error: AppError,
  onRetry: () => void,
): Pick<ErrorStateProps, 'why' | 'whatToDo' | 'topic' | 'onRetry' | 'action' | 'needsSignIn'> => ({
  ...failureMessage(error),
  topic: error.topic,
  needsSignIn: error.kind === 'signInNeeded',
  ...(error.kind === 'signInNeeded' ? { action: signIn } : { onRetry }),
})
