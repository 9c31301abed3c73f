import type { AppError } from '../../shared/result.ts'
import { navigate } from '../api/location.ts'
import type { ErrorStateProps } from '../ui/states.tsx'
import { failureMessage } from './messaging-labels.ts'

/** What a failing face says of an error and offers: to try again, or the sign-in where nothing else helps. */
export const failureFace = (
  error: AppError,
  onRetry: () => void,
): Pick<ErrorStateProps, 'why' | 'whatToDo' | 'onRetry' | 'action'> =>
  error.kind === 'signInNeeded'
    ? {
        ...failureMessage(error),
        action: {
          label: 'Open Sign-in',
          onPress: () => navigate({ screen: 'settings', path: ['section', 'sign-in'] }),
        },
      }
    : { ...failureMessage(error), onRetry }
