/** The rules of the listing-preview mapping in plain words (document 1). */
import type { Explanation } from './explanation.ts'

export const mappingRules = {
  'MAP-01': {
    title: 'How a mapping is asked for',
    text: [
      'Mappings go through one address of their own, with a query and its values. A task’s page shows what was sent.',
    ],
  },
  'MAP-02': {
    title: 'A task and its id',
    text: ['The platform gives every task an id. Stallhand writes it down before it asks about it for the first time.'],
  },
  'MAP-03': {
    title: 'Still working',
    text: [
      'As long as the platform has no result it is still working. There is no other sign, and no share of how far it is.',
    ],
    whatToDo: 'Nothing. It is asked again by itself.',
  },
  'MAP-04': {
    title: 'How a task can end',
    text: ['All products mapped; some mapped and some with problems; or none at all. Each is shown as what it is.'],
  },
  'MAP-05': {
    title: 'Products with wrong data',
    text: [
      'The platform could not use what it was told about this product. Sending the same again would end the same way.',
    ],
    whatToDo: 'Mend the fields that it names, then send the product again.',
  },
  'MAP-06': {
    title: 'Products without a match',
    text: ['The data is in order, but the catalogue has nothing like it.'],
    whatToDo: 'Add what would tell it apart, such as brand, model or a product code, or write the item by hand.',
  },
  'MAP-07': {
    title: 'Products that were not processed',
    text: ['The platform did not get to this product. Nothing is wrong with its data.'],
    whatToDo: 'Send it again.',
  },
  'MAP-08': {
    title: 'How often a task is asked about',
    text: [
      'First after about 5 seconds, then at growing distances up to about a minute, and for 20 minutes in all. These are the platform’s wishes. After that Stallhand no longer watches by itself, which does not mean that the task failed.',
    ],
    whatToDo: 'Press Check now, or watch it again, as often as you like.',
  },
  'MAP-09': {
    title: 'A task outlives the app',
    text: ['You can close Stallhand: the platform goes on, and the watching is taken up again at the next start.'],
  },
  'MAP-10': {
    title: '500 products a task',
    text: ['One task takes at most 500 products.'],
    whatToDo: 'Split a longer list into several tasks.',
  },
  'MAP-11': {
    title: 'Item specifics of a preview',
    text: [
      'The platform writes them in two ways, and Stallhand reads both. Those without a name or a value are left out.',
    ],
  },
  'MAP-12': {
    title: 'From a preview to an item',
    text: [
      'A preview becomes a draft only where you say so, field by field. The condition is always yours to choose: no preview can know it.',
    ],
  },
  'MAP-13': {
    title: 'Task not found, and access denied',
    text: [
      'Not found means a wrong id, or a task of another account. Access denied means that your sign-in lacks the right to listing previews.',
    ],
    whatToDo: 'Check the id; or sign in again and allow the right that is named.',
  },
  'MAP-14': {
    title: 'When the platform is busy',
    text: [
      'A pause that the platform asks for is kept, and a sign-in that ran out is renewed. The task goes on by itself.',
    ],
  },
  'MAP-15': {
    title: 'What a mapping sends',
    text: [
      'The documents do not show the words that start a mapping, so they belong to the connection’s settings. You see all of it before it goes.',
    ],
    whatToDo: 'Where the platform does not accept it, change the document in the connection, under Items and mapping.',
  },
} as const satisfies Readonly<Record<string, Explanation>>
