/** Items in the neutral spelling: a record is sent back unchanged (INV-08). */
import { platforms } from '../../../shared/connection/platforms.ts'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import { createErrorCatalog } from '../../http/failures.ts'
import type { ItemAdapter } from './adapter.ts'

export const neutralAdapter: ItemAdapter = {
  shapeEdit: (edit) => edit,
  toBody: (record) => record,
  toBulkElement: (sku, record) => ({ ...record, sku }),
  errors: createErrorCatalog(platforms.neutral.name, {
    25002: {
      cause: 'The platform doesn’t accept this SKU.',
      whatToDo: 'Use 1 to 50 letters, digits, hyphens and underscores.',
      topic: 'INV-01',
    },
    25003: {
      cause: 'The platform doesn’t know this condition.',
      whatToDo: 'Choose a condition from the list.',
      topic: 'INV-05',
    },
    25004: {
      cause: 'The title is too long for the platform.',
      whatToDo: 'Shorten the title to 80 characters or fewer.',
      topic: 'INV-02',
    },
    25013: {
      cause: 'The condition isn’t allowed in the item’s category.',
      whatToDo: 'Choose another condition; the category’s policy on the platform says which are valid.',
      topic: 'INV-10',
    },
    25044: {
      cause: 'The name of an item specific is too long for the platform.',
      whatToDo: 'Shorten the name to 40 characters or fewer.',
      topic: 'INV-03',
    },
    25045: {
      cause: 'A value of an item specific is too long for the platform.',
      whatToDo: 'Shorten the value to 50 characters or fewer.',
      topic: 'INV-03',
    },
    25709: {
      cause: 'An item specific that the category requires is missing.',
      whatToDo: 'Add the item specific that the platform names, with its value.',
      topic: 'INV-04',
    },
  }),
  errorFields: {
    25003: fieldPaths.condition,
    25004: fieldPaths.title,
    25013: fieldPaths.condition,
    25044: fieldPaths.aspects,
    25045: fieldPaths.aspects,
    25709: fieldPaths.aspects,
  },
  noSuchItemIds: [25013],
  hiddenItemIds: [],
}
