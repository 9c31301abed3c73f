/** The rules of listing-preview mapping. docs/platform.md, MAP. */
import type { PlatformName } from '../../shared/connection/platforms.ts'
import type { Explanation } from './explanation.ts'

export const mappingRules = ({ the, The }: PlatformName) =>
  ({
    'MAP-01': {
      title: 'How a mapping is requested',
      text: 'Mappings have their own address, which accepts a query with variables. The task’s page shows what was sent.',
    },
    'MAP-02': {
      title: 'The ID of a task',
      text: `${The} gives every task an ID. Stallhand saves it before checking the task for the first time.`,
    },
    'MAP-03': {
      title: 'Still working',
      text: `While ${the} has no result, it is still working. It doesn’t report any progress.`,
      whatToDo: 'Nothing. Stallhand checks again automatically.',
    },
    'MAP-04': {
      title: 'How a task can end',
      text: 'All products mapped, some mapped and some with problems, or none mapped.',
    },
    'MAP-05': {
      title: 'Products with wrong data',
      text: `${The} couldn’t use the data of this product. Sending the same data again would fail the same way.`,
      whatToDo: 'Correct the fields that it names, then send the product again.',
    },
    'MAP-06': {
      title: 'Products without a match',
      text: 'The data is valid, but the catalog has nothing like it.',
      whatToDo: 'Add what identifies the product, such as brand, model or a product code, or write the item by hand.',
    },
    'MAP-07': {
      title: 'Products that weren’t processed',
      text: `${The} didn’t get to this product. Nothing is wrong with its data.`,
      whatToDo: 'Send it again.',
    },
    'MAP-08': {
      title: 'How often a task is checked',
      text: `First after about 5 seconds, then less and less often, up to about once a minute, for 20 minutes. ${The} asks for this. After that Stallhand stops watching, which doesn’t mean that the task failed.`,
      whatToDo: 'Press Check now, or watch it again, as often as you like.',
    },
    'MAP-09': {
      title: 'A task outlives the app',
      text: `You can close Stallhand: ${the} keeps working, and Stallhand resumes watching at the next start.`,
    },
    'MAP-10': {
      title: '500 products a task',
      text: 'One task can have at most 500 products.',
      whatToDo: 'Split a longer list into several tasks.',
    },
    'MAP-11': {
      title: 'Item specifics of a suggestion',
      text: `${The} writes them in two ways, and Stallhand reads both. Those without a name or a value are dropped.`,
    },
    'MAP-12': {
      title: 'From a suggestion to an item',
      text: 'A suggestion becomes a draft only if you say so, field by field. The condition is always yours to choose: no suggestion has it.',
    },
    'MAP-13': {
      title: 'Task not found, and access denied',
      text: 'Not found means a wrong ID, or a task of another account. Access denied means that your sign-in lacks the permission for mapping.',
      whatToDo: 'Check the ID, or sign in again and allow the permission that the error names.',
    },
    'MAP-14': {
      title: `When ${the} is busy`,
      text: `Stallhand waits as long as ${the} asks, and renews an expired sign-in. The task continues automatically.`,
    },
    'MAP-15': {
      title: 'What a mapping sends',
      text: 'The query that starts a mapping is part of the connection’s settings. You see it in full before it is sent.',
      whatToDo: `If ${the} doesn’t accept it, change the query in the connection, under Items and mapping.`,
    },
  }) satisfies Readonly<Record<string, Explanation>>
