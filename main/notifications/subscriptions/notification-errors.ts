/** The notification service's error ids with remedies, for platforms whose ids are known (`hasNotificationErrors`). */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import type { ErrorMeanings } from '../../http/failures.ts'

export const notificationErrors = ({ The }: PlatformName): ErrorMeanings => ({
  195001: { cause: `${The} doesn’t know this key.`, whatToDo: 'Don’t trust notifications signed with it.' },
  195003: {
    cause: `${The} has no alert address yet.`,
    whatToDo: 'Enter an email address for alerts, then set up instant alerts again.',
  },
  195011: {
    cause: 'The connection lacks the permission for this topic.',
    whatToDo: 'Add the permission to the connection and sign in again in Settings.',
  },
  195012: {
    cause: 'You already have a subscription to this topic.',
    whatToDo: 'Edit that one. If the list doesn’t show it yet, refresh the list in a minute.',
  },
  195013: { cause: 'The subscription no longer exists.', whatToDo: 'Refresh the list.' },
  195015: { cause: 'The destination isn’t enabled.', whatToDo: 'Set up instant alerts again to enable it.' },
  195016: {
    cause: `${The} doesn’t accept the name of the destination.`,
    whatToDo: 'Use at most 64 letters, digits and spaces.',
  },
  195017: {
    cause: `${The} doesn’t accept the address.`,
    whatToDo: 'Use an HTTPS address that can be reached from the internet and sends its complete certificate chain.',
  },
  195019: {
    cause: `${The} doesn’t accept the verification token.`,
    whatToDo: 'Use 32 to 80 letters, digits, underscores and hyphens.',
  },
  195020: {
    cause: `${The} sent this computer a challenge and didn’t get the right answer.`,
    whatToDo:
      'Check that the public address reaches this computer and sends its complete certificate chain, then set up instant alerts again. Without the chain, the challenge never arrives.',
  },
  195021: { cause: 'The address is already registered as a destination.', whatToDo: 'Use that destination.' },
  195022: { cause: 'The destination no longer exists.', whatToDo: 'Set up instant alerts again.' },
  195024: {
    cause: 'Subscriptions still use this destination.',
    whatToDo: 'Disable its subscriptions first, then delete it.',
  },
  195025: { cause: `${The} doesn’t accept the alert address.`, whatToDo: 'Check the spelling.' },
  195026: {
    cause: `${The} has no alert address yet.`,
    whatToDo: 'Enter an email address for alerts and save it.',
  },
  195032: {
    cause: 'Notifications of this topic can’t be filtered.',
    whatToDo: 'Use the subscription without a filter.',
  },
  195033: { cause: 'The filter isn’t a valid JSON Schema.', whatToDo: 'Correct it to JSON Schema 2020-12.' },
})
