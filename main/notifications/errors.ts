/** What the error ids of the notification service and of the legacy calls mean (document 3, section 7; public ids beside). */
import type { ErrorCatalog } from '../http/answers.ts'

/** Ids of the REST service. The documents name none; these are the public ones, used only where an answer bears them. */
export const notificationErrors: ErrorCatalog = {
  195001: {
    cause: 'The platform does not know this key.',
    whatToDo: 'Treat what it signed as not sent by the platform.',
  },
  195003: {
    cause: 'The platform has no address for alerts yet.',
    whatToDo: 'Give an e-mail address for alerts, then register again.',
  },
  195011: {
    cause: 'The connection lacks the right for this topic.',
    whatToDo: 'Grant the right to the connection and sign in again in Settings.',
  },
  195012: { cause: 'There is a subscription to this topic already.', whatToDo: 'Change that one instead.' },
  195013: { cause: 'The subscription is not there any more.', whatToDo: 'Read the list again.' },
  195015: { cause: 'The destination is not enabled.', whatToDo: 'Register the receiver again, which enables it.' },
  195016: {
    cause: 'The name of the destination is not accepted.',
    whatToDo: 'Use at most 64 letters, digits and spaces.',
  },
  195017: {
    cause: 'The platform does not accept the address.',
    whatToDo: 'Use an HTTPS address that can be reached from the internet.',
  },
  195019: {
    cause: 'The platform does not accept the verification token.',
    whatToDo: 'Use 32 to 80 letters, digits, underscores and hyphens.',
  },
  195020: {
    cause: 'The platform asked the receiver its challenge and did not get the right answer.',
    whatToDo: 'Check that the registered address leads to this receiver, then register again.',
  },
  195021: { cause: 'The address is registered as a destination already.', whatToDo: 'Use that destination.' },
  195022: { cause: 'The destination is not there any more.', whatToDo: 'Register the receiver again.' },
  195024: {
    cause: 'Subscriptions still lead to this destination.',
    whatToDo: 'Disable its subscriptions first, then delete it.',
  },
  195025: { cause: 'The e-mail address for alerts is not accepted.', whatToDo: 'Check how it is written.' },
  195033: { cause: 'The filter is not a valid JSON Schema.', whatToDo: 'Correct it by version 2020-12.' },
}

/** ErrorCode of the legacy calls (SOAP-04; document 3, section 7). */
export const tradingErrors: ErrorCatalog = {
  21916667: {
    cause: 'The delivery address has an invalid form.',
    whatToDo: 'Check how the registered address is written in the connection.',
  },
  21916669: {
    cause: 'The address is not HTTPS.',
    whatToDo: 'Register an HTTPS address, such as that of a tunnel to this machine.',
  },
  21916672: {
    cause: 'The platform does not support one of the chosen event types.',
    whatToDo: 'Leave that event out and register again.',
  },
  21916680: {
    cause: 'The highest number of registered addresses is reached.',
    whatToDo: 'Remove one in your developer account, or register the address that is in use already.',
  },
}
