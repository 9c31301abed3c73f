/** The rules of the inventory service. docs/platform.md, INV. */
import type { PlatformName } from '../../shared/connection/platforms.ts'
import type { Explanation } from './explanation.ts'

export const itemRules = ({ the, The }: PlatformName) =>
  ({
    'INV-01': {
      title: 'What a SKU may look like',
      text: `The SKU is the key of an item; ${the} keeps everything about the item under it. It has 1 to 50 characters: letters, digits, hyphen and underscore.`,
      more: `Stallhand checks it before asking ${the}, because every attempt counts against the day’s changes.`,
      whatToDo: 'Remove spaces, dots and accented letters, or shorten it.',
      errorIds: [25002],
    },
    'INV-02': {
      title: 'The length of a title',
      text: `A title has at most 80 characters. The counter under the field counts as ${the} does.`,
      whatToDo: 'Shorten it, and move the rest to the description or the item specifics.',
      errorIds: [25004],
    },
    'INV-03': {
      title: 'The length of item specifics',
      text: 'The name of an item specific has at most 40 characters, and each of its values at most 50.',
      whatToDo: 'Shorten the name or the value. A long value can often be two values.',
      errorIds: [25044, 25045],
    },
    'INV-04': {
      title: 'Item specifics have a name and a value',
      text: `${The} refuses an item specific without a value, and a value without a name.`,
      whatToDo: `Fill in the value, or remove the item specific. Where a category asks for one, ${the} names it.`,
      errorIds: [25709],
    },
    'INV-05': {
      title: 'The condition of an item',
      text: `The list has every condition that ${the} knows. An item can be saved without a condition, but not listed.`,
      more: `${The} decides which conditions a category allows.`,
      whatToDo: `Choose another condition; the category’s policy on ${the} says which are valid.`,
      errorIds: [25003],
    },
    'INV-06': {
      title: 'The addresses of pictures',
      text: 'A picture is an address that begins with https://. The number allowed is shown below the pictures. An item needs at least one before it can be listed.',
      whatToDo: 'Put the picture on a site with HTTPS, and enter its address.',
    },
    'INV-07': {
      title: 'The language of an item',
      text: `Every save tells ${the} which language the text is in: the listing language of the connection, unless you choose another for one item.`,
    },
    'INV-08': {
      title: 'A save replaces the whole item',
      text: `${The} keeps exactly what it is sent and deletes the rest. So Stallhand reads the item first, merges your change, and shows what the save would change and delete.`,
      more: 'Nothing that you didn’t touch is lost, not even fields that Stallhand doesn’t know.',
      whatToDo: 'Read the deletions in the preview, and confirm them only if you mean it.',
    },
    'INV-09': {
      title: 'How a save is known to have worked',
      text: `${The} confirms a save without saying what it stored. Stallhand reads the item again later to compare.`,
    },
    'INV-10': {
      title: 'Item not found',
      text: `${The} has two ways of saying that there is no item under a SKU; Stallhand treats them alike. On a save, error 25013 means that the category doesn’t allow the condition.`,
      whatToDo: 'Check the SKU. On a save, choose another condition.',
      errorIds: [25013],
    },
    'INV-11': {
      title: 'Many items in one call',
      text: 'One call can have at most 25 items. A longer list is split.',
    },
    'INV-12': {
      title: 'A call for many can fail for one',
      text: 'A call for several items can succeed as a whole and fail for some of them. Stallhand checks each item’s own result.',
      whatToDo: 'Check the failed rows, correct them, and send those again.',
    },
    'INV-13': {
      title: 'Two addresses for bulk calls',
      text: `${The}’s documentation has two addresses for the same call. Stallhand uses one of them, and an error names it.`,
      whatToDo: 'If it isn’t found, choose the other one in the connection, under Items and mapping.',
    },
    'INV-14': {
      title: 'Only known fields are sent',
      text: `Stallhand sends the fields that ${the} documents. Fields that ${the} added itself are kept unchanged; nothing is invented.`,
      whatToDo: `Leave the field as ${the} has it, or remove it.`,
    },
    'INV-15': {
      title: '250 changes a day',
      text: 'A seller account may create or change items 250 times in any 24 hours. Every attempt counts, even a failed one. Stallhand keeps count across restarts and stops before the limit.',
      more: 'The rest waits, and is sent when changes are available again.',
      whatToDo:
        'Wait, or postpone some of the changes. The status line shows how many are left today; the preview of a save says when the next one is available.',
    },
    'INV-16': {
      title: 'Saving an item doesn’t list it',
      text: 'A listing takes three steps: the item, a listing draft with price and category, and publishing. Stallhand shows which step each item is at.',
      whatToDo: 'Open the item and press the green button at its foot until it is listed.',
    },
    'INV-17': {
      title: 'One SKU, one way of listing',
      text: 'A listing can be changed only with the kind of tool that made it. Mixing two for one SKU breaks it, so Stallhand records which one it was and warns you.',
      whatToDo: 'Change the item where its listing was created.',
    },
    'INV-18': {
      title: 'Product codes are optional',
      text: 'UPC and EAN can be left out. If given, each is the number below the barcode; its last digit confirms the others. Spreadsheets often shorten such numbers to a form like 4.00638E+12 or drop leading zeros.',
      whatToDo:
        'Enter the whole number as on the product, or “Does not apply”. Format the column as text in a spreadsheet.',
    },
    'INV-19': {
      title: `${The}’s error numbers`,
      text: 'Each platform error has a number. Stallhand shows what it means and what to do.',
    },
    'INV-20': {
      title: 'The quantity',
      text: 'The quantity is a whole number, 0 or more. An item with 0 stays but doesn’t sell.',
      whatToDo: 'Enter a whole number without a sign.',
    },
  }) satisfies Readonly<Record<string, Explanation>>
