import type { AppError } from '../../shared/result.ts'
import { goTo } from '../api/place.ts'
import type { FailingProps } from '../ui/face.tsx'
import { failureWords } from './words.ts'

/** What a failing face says of an error and offers: to try again, or the sign-in where nothing else helps. */
export const failureFace = (
  error: AppError,
  onRetry: () => void,
): Pick<FailingProps, 'why' | 'whatToDo' | 'onRetry' | 'act'> =>
  error.kind === 'signInNeeded'
    ? {
        ...failureWords(error),
        act: { label: 'Open Sign-in', onPress: () => goTo({ room: 'settings', path: ['section', 'sign-in'] }) },
      }
    : { ...failureWords(error), onRetry }
