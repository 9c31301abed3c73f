/** What the rules say differently on eBay. docs/platform.md, PLT. */
import { platforms } from '../../../shared/connection/platforms.ts'
import type { Explanation } from '../explanation.ts'

const { limits } = platforms.ebay
const minutes = (ms: number): string => (ms === 60_000 ? '1 minute' : `${ms / 60_000} minutes`)

/** Error numbers are the neutral platform's unless one is listed here: eBay uses the same numbers for other things. */
export const ebayRules = {
  'INV-03': {
    text: `The name of an item specific has at most 40 characters, and each of its values at most ${limits.aspectValue}. An item has at most ${limits.aspects} specifics, each with at most ${limits.aspectValues} values.`,
  },
  'INV-06': {
    text: `An item has at most ${limits.pictures} pictures, or ${limits.picturesInGroup} inside a group of variations. eBay keeps those that you add from this computer. An item needs at least one before it can be listed.`,
    whatToDo: 'Add the picture from this computer, or enter its address, which begins with https://.',
  },
  'INV-10': {
    text: 'eBay has two numbers for an item that it doesn’t have. It also hides an item if the language of the connection isn’t the marketplace’s; such an item isn’t treated as deleted.',
    whatToDo: 'Check the SKU, and the listing language of the connection.',
    errorIds: [25702, 25710, 25604],
  },
  // eBay has one address for bulk calls.
  'INV-13': null,
  'INV-15': {
    title: `${limits.itemChangesPerDay} changes a day for each listing`,
    text: `A listing may be changed ${limits.itemChangesPerDay} times in any 24 hours: its item, its details or its price. Stallhand counts every attempt, even a failed one. It keeps count across restarts and stops before the limit.`,
    whatToDo: 'Wait, or postpone some of the changes. The preview of a save says when the next one is available.',
  },
  'MAP-08': {
    text: `First after about ${minutes(limits.taskPolls.firstMs)}, then less and less often, up to about once in ${minutes(limits.taskPolls.maxMs)}: eBay takes only ${limits.callsPerDay.mapping} mapping calls a day. After 20 minutes Stallhand stops watching, which doesn’t mean that the task failed.`,
    whatToDo: 'Press Check now, or watch it again. Each check is one of the day’s calls.',
  },
  'MAP-10': {
    title: `${limits.productsPerTask} products a task`,
    text: `One task can have at most ${limits.productsPerTask} products.`,
  },
  'MAP-11': {
    text: 'Those without a name or a value are dropped. A value that eBay isn’t sure of is shown, and not taken over: enter what is right in the item.',
  },
  'MAP-15': {
    text: 'For each product Stallhand sends its title and pictures, and item specifics if there is a category; or a product code alone. You see it in full before it is sent.',
    whatToDo: 'Press Show request before you start.',
  },
  'MSG-09': {
    text: 'A message has a text, an attachment or both, and at most 2,000 characters. An emoji can count as more than one: the counter counts as eBay does.',
  },
  'MSG-10': {
    text: 'At most 5, each with a name. eBay keeps the pictures that you attach from this computer.',
    whatToDo: 'Paste, drop or choose a picture.',
  },
  'SOAP-04': {
    text: 'eBay answers a call that it refuses with a number and a sentence. Stallhand shows both.',
    whatToDo: 'Do what the sentence says. If that is unclear, search for the number on eBay’s developer pages.',
  },
  'AUT-02': { errorIds: [1001] },
  'AUT-03': { errorIds: [1100] },
} as const satisfies Readonly<Record<string, Partial<Explanation> | null>>
