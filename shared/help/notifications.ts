/** The rules of the notification service, the legacy notifications and the receiver in plain words (document 3). */
import type { Explanation } from './explanation.ts'

export const notificationRules = {
  'NOT-01': {
    title: 'All that the notification service offers',
    text: ['Destinations, subscriptions, filters, tests, topics and keys: all 21 calls can be used from the board.'],
  },
  'NOT-02': {
    title: 'Long lists of subscriptions',
    text: ['The platform hands lists out in pages. All of them are read to the end.'],
  },
  'NOT-03': {
    title: 'The id of something new',
    text: [
      'The documents do not show where the platform puts it. Stallhand looks in the answer and beside it, and reads the list again where it finds none.',
    ],
  },
  'NOT-04': {
    title: 'Words that Stallhand does not know',
    text: ['The platform may have more states than the documents show. An unknown one is shown as it is.'],
  },
  'NOT-05': {
    title: 'Enabling a subscription',
    text: [
      'A subscription can be made, tried out and then enabled. The platform refuses to enable one whose destination is not in order.',
    ],
    whatToDo: 'Look at its destination first, then enable it again.',
  },
  'NOT-06': {
    title: 'A filter that waits',
    text: ['A new filter is looked at by the platform before it counts. As long as it waits it cannot be taken away.'],
    whatToDo: 'Wait until it is enabled, then delete it.',
  },
  'NOT-07': {
    title: 'What a filter is written in',
    text: [
      'A filter is JSON Schema of version 2020-12. It is checked here, with the line of a mistake, before it is sent.',
    ],
    whatToDo: 'Correct the line it names. The filter editor tests a filter on captured events.',
  },
  'NOT-08': {
    title: 'A destination in use',
    text: ['The platform does not delete a destination while subscriptions send to it.'],
    whatToDo: 'Disable those subscriptions first; Stallhand offers to.',
  },
  'NOT-09': {
    title: 'Test notifications',
    text: [
      'A test goes the whole way, from the platform to this machine, with made-up content. It is told from a real one by its id.',
    ],
  },
  'NOT-10': {
    title: 'What an error of the service holds',
    text: ['A number, words, and what it was about. Where rights are missing, they are named.'],
  },
  'NOT-11': {
    title: 'The keys of the platform',
    text: ['The keys that prove a notification are fetched once an hour, not once a notification.'],
  },
  'NOT-12': {
    title: 'Rights for notifications',
    text: ['Topics and keys are read in the name of your application, subscriptions in the name of the seller.'],
    whatToDo: 'Where a right is missing, sign in again and allow it.',
  },
  'NOT-13': {
    title: 'What a change sends',
    text: ['A change with content says what kind it is; enabling, disabling, testing and deleting send none.'],
  },
  'SOAP-01': {
    title: 'The older notifications',
    text: [
      'They are asked for through the older trading calls, with an address of their own for sandbox and for production.',
    ],
  },
  'SOAP-02': {
    title: 'Which events are wanted',
    text: ['You choose the events, and where they go; both are sent together.'],
  },
  'SOAP-03': {
    title: 'What is set at the platform',
    text: ['The platform is asked for the present settings and for the events there are.'],
  },
  'SOAP-04': {
    title: 'Errors of the older calls',
    text: [
      'The older calls have numbers of their own. Stallhand says what each means: an address that is not right, an event that is not supported, too many addresses.',
    ],
    whatToDo: 'Follow the words beside the number.',
    errorIds: [21916667, 21916669, 21916672, 21916680],
  },
  'SOAP-05': {
    title: 'Text in the older calls',
    text: ['What you type is sent as text, and what comes back cannot bring anything else with it.'],
  },
  'RCV-01': {
    title: 'Where the receiver listens',
    text: [
      'On this machine alone. The platform reaches it through a tunnel or proxy of yours, whose address you register.',
    ],
  },
  'RCV-02': {
    title: 'The challenge',
    text: [
      'Before it sends anything, the platform asks the address a question that only the owner of the verification token can answer. Address and token have to be the same on both sides, to the letter.',
    ],
    whatToDo: 'Open the challenge check. It tests for common mistakes.',
  },
  'RCV-03': {
    title: 'A question without a challenge',
    text: ['Whoever asks the receiver without a challenge is refused. That is how it should be.'],
  },
  'RCV-04': {
    title: 'Who sent it',
    text: [
      'Every notification is signed. Stallhand checks the signature over the bytes as they came, with the platform’s key.',
    ],
  },
  'RCV-05': {
    title: 'An answer within 30 seconds',
    text: [
      'The platform waits 30 seconds. Stallhand writes the notification down, answers, and works on it afterwards.',
    ],
  },
  'RCV-06': {
    title: 'No failure is told to the platform',
    text: [
      'Once a notification is kept the answer is yes, whatever happens with it here. Otherwise the platform would stop sending.',
    ],
  },
  'RCV-07': {
    title: 'The same notification twice',
    text: [
      'The platform delivers at least once, and so sometimes twice. The second one is counted, and not worked on again.',
    ],
  },
  'RCV-08': {
    title: 'Unverified, and held apart',
    text: [
      'Where the key could not be fetched, the notification is kept and checked later. Where the signature is wrong it is held apart, shown, and never worked on.',
    ],
    whatToDo: 'Look at where it came from. Its page can check the signature again.',
  },
  'RCV-09': {
    title: 'Which events are read',
    text: ['Sales, auctions, feedback and sold items are read field by field. All others are kept whole and shown.'],
  },
  'RCV-10': {
    title: 'How an event is found',
    text: ['An event is found in its envelope by its meaning, whatever short names the envelope uses.'],
  },
  'RCV-11': {
    title: 'Sandbox and production apart',
    text: ['Each connection has its own address, token and store, so that a test never looks like a sale.'],
  },
  'RCV-12': {
    title: 'What is turned away',
    text: ['Bodies that are too large, broken or built to do harm are refused, and the receiver goes on.'],
  },
  'RCV-13': {
    title: 'After a crash',
    text: ['What was kept and not worked on yet is taken up at the next start.'],
  },
  'RCV-14': {
    title: 'Which address can be registered',
    text: [
      'For production: HTTPS, with a certificate from a recognised authority, and a name that the platform can reach. Plain HTTP on this machine is for sandbox and practice.',
    ],
    whatToDo: 'Register the public address of your tunnel or proxy.',
  },
  'RCV-15': {
    title: 'Late notifications of the sandbox',
    text: [
      'A sandbox can deliver hours late and leave out some events. Stallhand goes on waiting, and matches what comes late.',
    ],
  },
  'AUT-01': {
    title: 'How long a sign-in lasts',
    text: ['The pass for calls lasts about two hours and is renewed before it ends. You notice nothing of it.'],
  },
  'AUT-02': {
    title: 'When the platform asks who is calling',
    text: ['The pass is renewed once, for all calls that wait, and each is tried once more. Then you are asked.'],
    whatToDo: 'Sign in again under Settings.',
  },
  'AUT-03': {
    title: 'A right that is missing',
    text: ['Signing in again does not help where a right was never asked for. The right that is missing is named.'],
    whatToDo: 'Add it to the connection, under Rights of the seller, and sign in again.',
    errorIds: [1100],
  },
  'AUT-04': {
    title: 'Where secrets are, and where not',
    text: [
      'Client secret and tokens stay in the program, in this computer’s key store where there is one. They are in no log, no export, no error, and never come back to this window.',
    ],
    whatToDo: 'See Where are my secrets, in the settings.',
  },
  'AUT-05': {
    title: 'In whose name a call is made',
    text: [
      'Some calls are made in the seller’s name, some in the application’s. Stallhand takes the right one by itself.',
    ],
  },
} as const satisfies Readonly<Record<string, Explanation>>
