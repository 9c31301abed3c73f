/** The rules of the inventory service in plain words (document 1). */
import type { Explanation } from './explanation.ts'

export const itemRules = {
  'INV-01': {
    title: 'What a SKU may look like',
    text: [
      'The SKU is the key of an item: everything the platform keeps about it hangs on this one word. It has 1 to 50 characters: letters, digits, hyphen and underscore.',
      'Stallhand checks it before it asks the platform, because every attempt counts against the changes of the day.',
    ],
    whatToDo: 'Take out spaces, dots and letters with marks, or shorten it.',
    errorIds: [25002],
  },
  'INV-02': {
    title: 'The length of a title',
    text: ['A title has at most 80 characters. The counter under the field counts as the platform does.'],
    whatToDo: 'Shorten it; put what is left out into the description or the item specifics.',
    errorIds: [25004],
  },
  'INV-03': {
    title: 'The length of item specifics',
    text: ['The name of an item specific has at most 40 characters, and each of its values at most 50.'],
    whatToDo: 'Shorten the name or the value. A long value can often be two values.',
    errorIds: [25044, 25045],
  },
  'INV-04': {
    title: 'Item specifics have a name and a value',
    text: ['The platform refuses an item specific without a value, and a value without a name.'],
    whatToDo: 'Fill in the value, or remove the item specific. Where a category asks for one, the platform names it.',
    errorIds: [25709],
  },
  'INV-05': {
    title: 'The condition of an item',
    text: [
      'There are six conditions: new, used in four grades, and for parts. An item can be saved without one, but not published.',
      'Which of them a category allows is the platform’s decision.',
    ],
    whatToDo: 'Choose another condition; the category’s policy on the platform says which are valid.',
    errorIds: [25003],
  },
  'INV-06': {
    title: 'The addresses of pictures',
    text: [
      'A picture is an address that begins with https://. Stallhand sends at most 12, and an item needs at least one before it can be published.',
    ],
    whatToDo: 'Put the picture where it can be reached by HTTPS, and give that address.',
  },
  'INV-07': {
    title: 'The language of an item',
    text: [
      'Every save tells the platform which language the words are in. It is the content language of the connection, unless you choose another one for a single item.',
    ],
  },
  'INV-08': {
    title: 'A save replaces the whole item',
    text: [
      'The platform keeps exactly what it is sent and deletes the rest. So Stallhand reads the item first, puts your change into it, and shows what the save would change and delete before it goes.',
      'Nothing that you did not touch is lost, not even fields that Stallhand does not know.',
    ],
    whatToDo: 'Read the list of deletions in the preview, and confirm it only where you mean it.',
  },
  'INV-09': {
    title: 'How a save is known to have worked',
    text: [
      'The platform answers a save with 201 or 204 and says nothing more. Stallhand reads the item again later to compare.',
    ],
  },
  'INV-10': {
    title: 'An item that is not there',
    text: [
      'The platform says in two ways that it has no item under a SKU, and Stallhand takes both as the same. On a save the number 25013 means something else: the condition is not allowed in the category.',
    ],
    whatToDo: 'Check the SKU. On a save, choose another condition.',
    errorIds: [25013],
  },
  'INV-11': {
    title: 'Many items in one call',
    text: ['At most 25 items go in one call. A longer list is split, and the plan shows how.'],
  },
  'INV-12': {
    title: 'A call for many can fail for one',
    text: [
      'A call for several items can succeed as a whole and fail for some of them. Stallhand looks at each item’s own result.',
    ],
    whatToDo: 'Look at the rows that failed, mend them, and send those again.',
  },
  'INV-13': {
    title: 'Two paths for the call of many items',
    text: ['The documents give two addresses for the same call. One is tried, and an error names it.'],
    whatToDo: 'Where it is not found, choose the other one in the connection, under Items and mapping.',
  },
  'INV-14': {
    title: 'Only fields that exist are sent',
    text: [
      'An item is sent with the fields the documents know. What the platform itself added is kept as it is; nothing is made up.',
    ],
    whatToDo: 'Leave the field as the platform has it, or take it out.',
  },
  'INV-15': {
    title: '250 changes a day',
    text: [
      'A seller account may create or change items 250 times in any 24 hours; every attempt counts, a failed one too. Stallhand keeps count over restarts, and stops before the platform would.',
      'What is left over waits and goes out when there is room again.',
    ],
    whatToDo:
      'Wait, or set some of the changes aside for today. The gauge above the items says when the next one is free.',
  },
  'INV-16': {
    title: 'Saving an item does not list it',
    text: [
      'A listing needs three steps: the item, an offer, and publishing the offer. The documents do not show the last two, so Stallhand does not do them; it says where each item stands.',
    ],
    whatToDo: 'Make and publish the offer on the platform.',
  },
  'INV-17': {
    title: 'One SKU, one way of listing',
    text: [
      'A listing is managed either through offers or through the older trading calls. Mixing the two for one SKU breaks it, so Stallhand notes which one it is and warns.',
    ],
    whatToDo: 'Change the item where its listing was made.',
  },
  'INV-18': {
    title: 'Product codes are optional',
    text: ['UPC and EAN can be left out. Where one is given, it is text and not empty.'],
  },
  'INV-19': {
    title: 'The platform’s own numbers for errors',
    text: ['Each error of the platform bears a number. Stallhand shows what it means and what to do beside it.'],
  },
  'INV-20': {
    title: 'The quantity',
    text: ['How many there are to ship is a whole number, 0 or more. 0 keeps the item and sells none.'],
    whatToDo: 'Write a whole number without a sign.',
  },
} as const satisfies Readonly<Record<string, Explanation>>
