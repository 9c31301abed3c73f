/** What the rules say differently on eBay. docs/platform.md, PLT. */
import { platforms } from '../../connection/platforms.ts'
import type { Explanation } from '../explanation.ts'

const { limits } = platforms.ebay
const minutes = (ms: number): string => (ms === 60_000 ? '1 minute' : `${ms / 60_000} minutes`)

/** Error numbers are the neutral platform's, so none is listed here: eBay uses the same numbers for other things. */
export const ebayRules = {
  'INV-01': { errorIds: [] },
  'INV-02': { errorIds: [] },
  'INV-03': {
    text: `The name of an item specific has at most 40 characters, and each of its values at most ${limits.aspectValue}. An item has at most ${limits.aspects} specifics, each with at most ${limits.aspectValues} values.`,
    errorIds: [],
  },
  'INV-04': { errorIds: [] },
  'INV-05': { errorIds: [] },
  'INV-06': {
    text: `An item has at most ${limits.pictures} pictures, or ${limits.picturesInGroup} inside a group of variations. The platform keeps those that you add from this computer. An item needs at least one before it can be listed.`,
    whatToDo: 'Add the picture from this computer, or enter its address, which begins with https://.',
  },
  'INV-10': {
    text: 'The platform has two numbers for an item that it does not have. It also hides an item if the language of the connection is not the marketplace’s; such an item is not treated as deleted.',
    whatToDo: 'Check the SKU, and the listing language of the connection.',
    errorIds: [25702, 25710, 25604],
  },
  'INV-15': {
    title: `${limits.itemChangesPerDay} changes a day for each listing`,
    text: `A listing may be changed ${limits.itemChangesPerDay} times in any 24 hours: its item, its details or its price. Stallhand counts every attempt, also a failed one. It keeps count across restarts and stops before the limit.`,
    whatToDo: 'Wait, or postpone some of the changes. The preview of a save says when the next one is available.',
  },
  'MAP-08': {
    text: `First after about ${minutes(limits.taskPolls.firstMs)}, then less and less often, up to about once in ${minutes(limits.taskPolls.maxMs)}: the platform takes only ${limits.callsPerDay.mapping} mapping calls a day. After 20 minutes Stallhand stops watching, which does not mean that the task failed.`,
    whatToDo: 'Press Check now, or watch it again. Each check is one of the day’s calls.',
  },
  'MAP-10': {
    title: `${limits.productsPerTask} products a task`,
    text: `One task can have at most ${limits.productsPerTask} products.`,
  },
  'MSG-09': {
    text: 'A message has a text, an attachment or both, and at most 2,000 characters. An emoji can count as more than one: the counter counts as the platform does.',
  },
  'MSG-10': {
    text: 'At most 5, each with a name. The platform keeps the pictures that you attach from this computer.',
    whatToDo: 'Paste, drop or choose a picture.',
  },
} as const satisfies Readonly<Record<string, Partial<Explanation>>>
