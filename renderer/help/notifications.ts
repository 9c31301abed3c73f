/** The rules of notifications, the receiver and sign-in. docs/platform.md, NOT, SOAP, RCV and AUT. */
import type { PlatformName } from '../../shared/connection/platforms.ts'
import type { Explanation } from './explanation.ts'

export const notificationRules = ({ the, The }: PlatformName) =>
  ({
    'NOT-01': {
      title: 'What the notification service does',
      text: 'Destinations, subscriptions, filters, tests, topics and keys: all 21 calls are under Notifications, Advanced.',
    },
    'NOT-02': {
      title: 'Long lists of subscriptions',
      text: `${The} returns lists in pages. Stallhand reads all of them.`,
    },
    'NOT-03': {
      title: 'The ID of something new',
      text: `${The} can put it in different places. Stallhand searches the answer and its headers, and reads the list again if there is none.`,
    },
    'NOT-04': {
      title: 'Unknown states',
      text: `${The} may have states that Stallhand doesn’t know. It shows them as they are.`,
    },
    'NOT-05': {
      title: 'Enabling a subscription',
      text: `You can create a subscription, test it and then enable it. ${The} refuses to enable one whose destination has a problem.`,
      whatToDo: 'Check its destination, then enable it again.',
    },
    'NOT-06': {
      title: 'A pending filter',
      text: `${The} reviews a new filter before it applies. While it is pending, it can’t be deleted.`,
      whatToDo: 'Wait until it is enabled, then delete it.',
    },
    'NOT-07': {
      title: 'How a filter is written',
      text: 'A filter is JSON Schema, version 2020-12. Stallhand checks it before sending and names the line of a mistake.',
      whatToDo: 'Correct the line that is named. You can test a filter on events that have arrived.',
    },
    'NOT-08': {
      title: 'A destination in use',
      text: `${The} doesn’t delete a destination while subscriptions send to it.`,
      whatToDo: 'Disable those subscriptions first; Stallhand does it for you if you agree.',
    },
    'NOT-09': {
      title: 'Test notifications',
      text: `A test goes all the way from ${the} to this computer, with sample content. Its ID shows that it is a test.`,
    },
    'NOT-10': {
      title: 'Errors of the notification service',
      text: 'An error has a number, a message and what it is about. It names a missing permission.',
    },
    'NOT-11': {
      title: `The keys of ${the}`,
      text: 'Stallhand fetches the keys that prove a notification once an hour, not for every notification.',
    },
    'NOT-12': {
      title: 'Permissions for notifications',
      text: 'Topics and keys are read on behalf of your application, subscriptions on behalf of the seller.',
      whatToDo: 'If a permission is missing, sign in again and allow it.',
    },
    'NOT-13': {
      title: 'What a change sends',
      text: 'A change with content names its content type; enabling, disabling, testing and deleting send no content.',
    },
    'SOAP-01': {
      title: 'Legacy notifications',
      text: `They are set up through an older service of ${the}, with separate addresses for sandbox and production.`,
    },
    'SOAP-02': {
      title: 'Which legacy events are sent',
      text: 'You choose the events and where they go; both are sent together.',
    },
    'SOAP-03': {
      title: 'Current legacy settings',
      text: `Stallhand reads the current settings and the available events from ${the}.`,
    },
    'SOAP-04': {
      title: 'Errors of legacy calls',
      text: 'Legacy calls have their own error numbers: for a wrong address, an unsupported event, or too many addresses. Stallhand says what each means.',
      whatToDo: 'Follow the text beside the number.',
      errorIds: [21916667, 21916669, 21916672, 21916680],
    },
    'SOAP-05': {
      title: 'Text in legacy calls',
      text: 'What you type is sent as text, and nothing in an answer can run.',
    },
    'RCV-01': {
      title: 'How instant alerts reach this computer',
      text: `Stallhand waits for alerts on this computer only. ${The} reaches it through your tunnel or proxy, at the public address that you enter.`,
    },
    'RCV-02': {
      title: 'The challenge',
      text: `Before ${the} sends anything, it asks the address a question that only the owner of the verification token can answer. Address and token must be exactly the same on both sides.`,
      whatToDo: 'Open the challenge check: it finds the usual mistakes.',
    },
    'RCV-03': {
      title: 'Requests without a challenge',
      text: 'A request that lacks a challenge is refused. That is correct.',
    },
    'RCV-04': {
      title: 'Signatures',
      text: `Every notification is signed. Stallhand checks the signature over the original bytes with ${the}’s key.`,
    },
    'RCV-05': {
      title: 'An answer within 30 seconds',
      text: `${The} waits 30 seconds. Stallhand saves the notification, answers, and processes it afterwards.`,
    },
    'RCV-06': {
      title: 'Saved notifications are always confirmed',
      text: `Once a notification is saved, Stallhand confirms it, whatever happens to it later. Otherwise ${the} would stop sending.`,
    },
    'RCV-07': {
      title: 'The same notification twice',
      text: `${The} delivers at least once, so sometimes twice. The second delivery is counted and not processed again.`,
    },
    'RCV-08': {
      title: 'Not checked yet, and ignored',
      text: `If the key couldn’t be fetched, the notification is kept and checked later. If the signature is wrong, the notification isn’t from ${the} and is ignored: shown, but never processed.`,
      whatToDo: 'Check where it came from. Its page can check the signature again.',
    },
    'RCV-09': {
      title: 'Which events are read',
      text: 'Sales, auctions, feedback and sold items are read field by field. All other events are kept whole and shown.',
    },
    'RCV-10': {
      title: 'How an event is recognized',
      text: 'An event is recognized by its namespace, whatever prefixes the message uses.',
    },
    'RCV-11': {
      title: 'Sandbox and production are separate',
      text: 'Each connection has its own address, token and log, so that a test never looks like a sale.',
    },
    'RCV-12': {
      title: 'Refused requests',
      text: 'Requests that are too large, broken or malicious are refused, and alerts keep arriving.',
    },
    'RCV-13': {
      title: 'After a crash',
      text: 'What was saved but not processed is processed at the next start.',
    },
    'RCV-14': {
      title: 'Which public address works',
      text: `For production: HTTPS, with a certificate from a recognized authority, and a name that ${the} can reach. Plain HTTP on this computer is for sandbox and practice.`,
      whatToDo: 'Enter the public address of your tunnel or proxy.',
    },
    'RCV-15': {
      title: 'Late sandbox notifications',
      text: 'A sandbox can deliver hours late and skip some events. Stallhand keeps waiting and matches late ones.',
    },
    'AUT-01': {
      title: 'How long a sign-in lasts',
      text: 'The access token lasts about two hours and is renewed before it expires. You don’t need to do anything.',
    },
    'AUT-02': {
      title: `When ${the} rejects a token`,
      text: 'The token is renewed once for all waiting calls, and each is retried once. Then Stallhand asks you to sign in.',
      whatToDo: 'Sign in again under Settings.',
      errorIds: [1001],
    },
    'AUT-03': {
      title: 'Missing permissions',
      text: 'Signing in again doesn’t help if the permission was never requested. The error names the missing one.',
      whatToDo: 'Add it to the connection, under Seller scopes, and sign in again.',
      errorIds: [1100],
    },
    'AUT-04': {
      title: 'Where secrets are kept',
      text: 'The client secret and tokens are kept in this computer’s password store if it has one. No log, export or error contains them, and this window never shows them again.',
      whatToDo: 'Settings shows where your secrets are kept.',
    },
    'AUT-05': {
      title: 'On whose behalf a call is made',
      text: 'Some calls are made on behalf of the seller, some on behalf of the application. Stallhand picks the right one.',
    },
  }) satisfies Readonly<Record<string, Explanation>>
