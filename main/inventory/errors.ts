/** What the inventory service's error ids mean, and what the seller can do (document 1, section 7; INV-19). */
import type { ErrorCatalog } from '../http/answers.ts'

export const inventoryErrors: ErrorCatalog = {
  25002: {
    cause: 'The platform does not accept the SKU.',
    whatToDo: 'Use 1 to 50 letters, digits, hyphens and underscores.',
  },
  25003: {
    cause: 'The platform does not know the condition.',
    whatToDo: 'Choose one of the conditions of the list.',
  },
  25004: {
    cause: 'The title is too long for the platform.',
    whatToDo: 'Shorten the title to 80 characters or fewer.',
  },
  25013: {
    cause: 'The condition is not allowed in the item’s category.',
    whatToDo: 'Choose another condition; the category’s policy on the platform says which are valid.',
  },
  25044: {
    cause: 'The name of an item specific is too long for the platform.',
    whatToDo: 'Shorten the name to 40 characters or fewer.',
  },
  25045: {
    cause: 'A value of an item specific is too long for the platform.',
    whatToDo: 'Shorten the value to 50 characters or fewer.',
  },
  25709: {
    cause: 'An item specific that the category asks for is missing.',
    whatToDo: 'Add the item specific that the platform names, with its value.',
  },
}

/** On a GET, 25013 says that there is no item (document 1, section 7; INV-10). */
export const NO_SUCH_ITEM_ID = 25013
