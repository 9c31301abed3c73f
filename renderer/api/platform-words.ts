/**
 * Says "the platform" by its name in main's texts. Like the locale, the name belongs to the window; the shell sets it before
 * its screens render.
 */
import { namePlatform } from '../../shared/connection/platform-name.ts'
import { DEFAULT_PLATFORM, type Platform, platforms } from '../../shared/connection/platforms.ts'
import type { AppError } from '../../shared/result.ts'

let open: Platform = platforms[DEFAULT_PLATFORM]

/** The platform of the connection on screen. */
export const setNamedPlatform = (platform: Platform): void => {
  open = platform
}

/** Names the platform in a whole text of the app, such as an error of main. */
export const inPlatformWords = (text: string): string => namePlatform(text, open)

/** Names the platform in the sentences of an error. */
export const nameInError = (error: AppError): AppError => {
  const message = inPlatformWords(error.message)
  if (error.kind === 'service') {
    return { ...error, message, cause: inPlatformWords(error.cause), whatToDo: inPlatformWords(error.whatToDo) }
  }
  if (error.kind !== 'validation') return { ...error, message }
  return {
    ...error,
    message,
    issues: error.issues.map((issue) => ({ ...issue, message: inPlatformWords(issue.message) })),
  }
}
