/** What the platform's refusals of offers mean, and which field each is about. Both platforms use eBay's public form. */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import { aspectPath, fieldPaths } from '../../../shared/inventory/item.ts'
import type { JsonPath } from '../../../shared/inventory/json.ts'
import { type OfferField, offerFields } from '../../../shared/listing/offer-field.ts'
import type { ServiceError } from '../../http/answers.ts'
import { describeError, type ErrorCatalog, type ErrorMeanings, findMeaning } from '../../http/failures.ts'
import { findSpecificName } from '../../http/specific-name.ts'

const WEIGHT_PATH: JsonPath = ['packageWeightAndSize', 'weight']
const DESCRIPTORS_PATH: JsonPath = ['conditionDescriptors']

/** Where the seller can correct something, as in the contract. */
export type Fix =
  | { readonly at: 'offer'; readonly field: OfferField }
  | { readonly at: 'item'; readonly path: JsonPath }
  | { readonly at: 'choices' }

export type Refusal = { readonly message: string; readonly fix: Fix | null }

const waitAndRetry = 'Try again in a few minutes.'

/** Most ids cover many causes, so only the platform's own message names the cause (PLT-09). */
export const listingErrors = ({ the, The }: PlatformName): ErrorMeanings => ({
  20403: {
    cause: `${The} hasn’t switched your account to business policies yet.`,
    whatToDo: 'This can take a day after joining. Read them again later.',
  },
  25001: { whatToDo: waitAndRetry },
  25002: { whatToDo: `Change what ${the} names.` },
  25003: { whatToDo: 'Change the price.' },
  25004: { whatToDo: 'Change the quantity.' },
  25005: { whatToDo: 'Choose another category.' },
  25006: { whatToDo: 'Change the listing’s duration or format.' },
  25007: { whatToDo: 'Choose another shipping policy.' },
  25008: { whatToDo: 'Choose another payment policy.' },
  25009: { whatToDo: 'Choose another return policy.' },
  25012: { whatToDo: 'Choose another location.' },
  25013: { whatToDo: `Change what ${the} names in the listing with variations.` },
  25014: { whatToDo: 'Change the item’s pictures.' },
  25015: [
    { says: /expired/i, whatToDo: 'Upload the picture again: it was removed because no listing used it in time.' },
    { says: /https/i, whatToDo: 'Change the picture’s address. It must start with https://' },
    { whatToDo: 'Change the picture, or upload it again.' },
  ],
  25018: { whatToDo: `Complete your account on ${the}’s own pages.` },
  25016: { whatToDo: `Change what ${the} names.` },
  25019: { whatToDo: `Change what ${the} names. The listing’s page on ${the} says more.` },
  25020: { whatToDo: 'Enter the package’s weight and size.' },
  25022: { whatToDo: `Change the item specific that ${the} names.` },
  25024: { whatToDo: 'Change the limits of Best Offer.' },
  25021: { whatToDo: 'Choose another condition for the item.' },
  25025: { cause: `${The} is already changing this listing.`, whatToDo: waitAndRetry },
  25026: { whatToDo: `Ask ${the} for higher selling limits, or list less.` },
  25029: { whatToDo: `Add the field that ${the} names.` },
  25035: { whatToDo: 'Choose a policy of this marketplace.' },
  25702: { cause: `${The} doesn’t have this item.`, whatToDo: `Save the item to ${the} first.` },
  25709: { whatToDo: `Change the field that ${the} names. If it names an ID, refresh the listing.` },
  25701: { cause: `${The} doesn’t have one of the items.`, whatToDo: `Save it to ${the} first.` },
  25703: { whatToDo: 'Take the item out of the other listing with variations first.' },
  25704: { whatToDo: 'End the item’s own listing first.' },
  25705: { cause: `${The} no longer has this listing with variations.`, whatToDo: 'Refresh it.' },
  25725: { cause: 'None of the variations is live.', whatToDo: 'Refresh the listing.' },
  25732: { whatToDo: 'Publish the whole listing.' },
  25604: {
    whatToDo: `Check the listing again. If the item exists, check the listing language of the connection: ${the} hides items in another language than its marketplace’s.`,
  },
  25713: {
    whatToDo: `Check the listing again. ${The} also says this if a policy belongs to another marketplace, or if your account can’t sell there yet: its own pages say whether your registration is complete.`,
  },
  // FACT-158: officially only about a takeover. For an item, its description was seen to be too long (FACT-42).
  25718: [
    {
      operations: ['bulkMigrateListing'],
      whatToDo: `Change in the listing what ${the} names, on its own pages or in the tool that made it. Then take it over again.`,
    },
    {
      says: /description|4,?000/i,
      whatToDo: 'Shorten the item’s description to 4,000 characters, or enter a listing description.',
    },
  ],
  25759: [
    // FACT-160
    { says: /on[- ]hold/i, whatToDo: `${The} has sent you an email about the listing: follow it first.` },
    { says: /auction|quantity/i, whatToDo: 'Raise the quantity, or end the item’s auctions.' },
  ],
  25101: { whatToDo: 'Choose another package type.' },
  25501: { whatToDo: 'Upload the picture again.' },
  25712: { whatToDo: 'Change fewer listings at once.' },
  25752: { whatToDo: `Change what ${the} names.` },
  25754: { whatToDo: 'Check the listing again.' },
  25800: { whatToDo: `Change the field that ${the} names.` },
  25801: { whatToDo: 'Enter a country, with a postal code, or with city and state.' },
  25802: { whatToDo: `Change the field that ${the} names.` },
  25803: { cause: 'A location with this key already exists.', whatToDo: 'Choose another name.' },
  25804: { whatToDo: `Change what ${the} names.` },
  25805: { whatToDo: 'Read your locations again, then choose one of them.' },
})

const offer = (field: OfferField): Fix => ({ at: 'offer', field })
const item = (path: JsonPath): Fix => ({ at: 'item', path })

const fixes: Readonly<Record<number, Fix>> = {
  25003: offer('price'),
  25004: offer('quantity'),
  25005: offer('categoryId'),
  25007: offer('fulfillmentPolicyId'),
  25008: offer('paymentPolicyId'),
  25009: offer('returnPolicyId'),
  25012: offer('merchantLocationKey'),
  25020: item(WEIGHT_PATH),
  25014: item(fieldPaths.imageUrls),
  25015: item(fieldPaths.imageUrls),
  25021: item(fieldPaths.condition),
  25022: item(fieldPaths.aspects),
  25035: { at: 'choices' },
  25101: item(['packageWeightAndSize', 'packageType']),
  25501: item(fieldPaths.imageUrls),
  25702: item([]),
  25718: item(fieldPaths.description),
}

/** Fields that the platform's own words name where no id and no parameter does. */
const spoken: readonly (readonly [RegExp, JsonPath])[] = [
  [/<BrandMPN>|\bMPN has an invalid value/i, ['product', 'mpn']],
  [/condition descriptor/i, DESCRIPTORS_PATH],
]

const findSpoken = ({ message = '' }: ServiceError): Fix | undefined => {
  const code = /\b(UPC|EAN|ISBN) field is missing/i.exec(message)?.[1]
  if (code !== undefined) return item(['product', code.toLowerCase()])
  const path = spoken.find(([pattern]) => pattern.test(message))?.[1]
  return path === undefined ? undefined : item(path)
}

/** A field named by a parameter: `{ name: 'field', value: 'product.title' }`, or `fieldName` in its place. */
const findNamed = ({ parameters = [] }: ServiceError): Fix | undefined => {
  const name = parameters.find((parameter) => /^field(Name)?$/.test(parameter.name))?.value
  const ofOffer = offerFields.find((known) => known === name)
  if (ofOffer !== undefined) return offer(ofOffer)
  const path = Object.values(fieldPaths).find((known) => known.join('.') === name || known.at(-1) === name)
  return path === undefined ? undefined : item(path)
}

/** What each error of a refused operation means, and where to correct it. `fallback` is used if the platform says nothing. */
export const toRefusals = (
  catalog: ErrorCatalog,
  errors: readonly ServiceError[],
  fallback: string,
  operation?: string,
): readonly Refusal[] =>
  errors.length === 0
    ? [{ message: fallback, fix: null }]
    : errors.map((error) => {
        const aspect = findSpecificName(error)
        const known = error.errorId === undefined ? undefined : fixes[error.errorId]
        // PLT-44: the field that the platform names is surer than the id, which has many meanings.
        const named = findNamed(error) ?? findSpoken(error)
        const isKnown = findMeaning(error, catalog, operation) !== undefined
        return {
          message: describeError(error, catalog, fallback, operation),
          fix: aspect === undefined ? (named ?? (isKnown ? known : undefined) ?? null) : item(aspectPath(aspect)),
        }
      })
