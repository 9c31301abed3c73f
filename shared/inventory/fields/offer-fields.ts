/**
 * The fields of an offer, as eBay describes them. The first group is in both platforms' descriptions:
 * https://developer.ebay.com/api-docs/sell/inventory/resources/offer/methods/updateOffer
 */
import { type Field, type RecordPart, toColumnId } from './field.ts'
import {
  amountKind,
  categoryNumberKind,
  choiceKind,
  decimalKind,
  flagKind,
  markupKind,
  quantityKind,
  storePathsKind,
  textKind,
  timeKind,
  wholeKind,
  wholeTextKind,
} from './field-kinds.ts'
import { recordKind, recordsKind } from './record-kind.ts'

/** A row of this table. */
type OfferTableField = Field & { readonly isRequired?: true }

const addressParts: readonly RecordPart[] = [
  { key: 'companyName', label: 'Company', maxCharacters: 100 },
  { key: 'addressLine1', label: 'Street', maxCharacters: 180 },
  { key: 'addressLine2', label: 'Street, second line', maxCharacters: 180 },
  { key: 'postalCode', label: 'Postal code', maxCharacters: 9 },
  { key: 'city', label: 'City', maxCharacters: 64 },
  { key: 'stateOrProvince', label: 'State', maxCharacters: 64 },
  { key: 'country', label: 'Country', maxCharacters: 3 },
  { key: 'email', label: 'Email', maxCharacters: 180 },
  { key: 'phone', label: 'Phone', maxCharacters: 64 },
  { key: 'contactUrl', label: 'Contact page', maxCharacters: 250 },
]

const signParts: readonly RecordPart[] = [
  { key: 'component', label: 'Component', maxCharacters: 120 },
  { key: 'pictograms', label: 'Pictograms', isList: true },
  { key: 'statements', label: 'Statements', isList: true },
]

const policies = (key: string) => ['listingPolicies', key] as const
const terms = { group: 'terms', isCore: true } as const
/** What a live listing can't be without: emptying the cell shows the platform's value again. */
const required = { ...terms, isRequired: true } as const

/** The fields that every platform's offers have. */
export const offerTermFields = [
  {
    ...required,
    id: 'price',
    path: ['pricingSummary', 'price'],
    label: 'Price',
    kind: amountKind,
    aliases: ['current price', 'buy it now price', 'start price', 'startprice'],
  },
  {
    ...terms,
    id: 'quantity',
    path: ['availableQuantity'],
    label: 'Quantity',
    kind: quantityKind,
    column: { id: 'listingQuantity', label: 'Quantity of the listing' },
    help: () => 'The listing sells this many at most, even if the item’s stock is larger.',
  },
  {
    ...required,
    id: 'categoryId',
    path: ['categoryId'],
    label: 'Category',
    kind: textKind(),
    column: { id: 'categoryId', label: 'Category number' },
    aliases: ['category id', 'ebay category 1 number'],
  },
  {
    ...required,
    id: 'fulfillmentPolicyId',
    path: policies('fulfillmentPolicyId'),
    label: 'Shipping policy',
    kind: textKind(),
    aliases: ['shipping policy', 'shipping profile name', 'shippingprofilename'],
  },
  {
    ...required,
    id: 'paymentPolicyId',
    path: policies('paymentPolicyId'),
    label: 'Payment policy',
    kind: textKind(),
    aliases: ['payment policy', 'payment profile name', 'paymentprofilename'],
  },
  {
    ...required,
    id: 'returnPolicyId',
    path: policies('returnPolicyId'),
    label: 'Return policy',
    kind: textKind(),
    aliases: ['return policy', 'return profile name', 'returnprofilename'],
  },
  {
    ...required,
    id: 'merchantLocationKey',
    path: ['merchantLocationKey'],
    label: 'Location',
    kind: textKind(),
  },
  {
    ...terms,
    id: 'listingDescription',
    path: ['listingDescription'],
    label: 'Listing description',
    kind: markupKind,
    notInCell: 'A description has headings, lists and paragraphs.',
  },
  {
    ...terms,
    id: 'quantityLimitPerBuyer',
    path: ['quantityLimitPerBuyer'],
    label: 'Limit per buyer',
    kind: wholeKind(1, 999_999_999),
  },
] as const satisfies readonly OfferTableField[]

const bestOffer = (key: string) => ['listingPolicies', 'bestOfferTerms', key] as const

/** The fields that offers have with `capabilities.moreFields`. */
export const moreOfferFields = [
  {
    id: 'bestOffer',
    path: bestOffer('bestOfferEnabled'),
    label: 'Best offer',
    group: 'bestOffer',
    kind: flagKind,
    help: () => 'Buyers can propose a lower price.',
    aliases: ['best offer enabled', 'bestofferenabled'],
  },
  {
    id: 'autoAcceptPrice',
    path: bestOffer('autoAcceptPrice'),
    label: 'Accept from',
    group: 'bestOffer',
    kind: amountKind,
    help: () => 'Best offers of this amount or more are accepted automatically.',
    aliases: ['best offer auto accept price', 'bestofferautoacceptprice'],
  },
  {
    id: 'autoDeclinePrice',
    path: bestOffer('autoDeclinePrice'),
    label: 'Decline up to',
    group: 'bestOffer',
    kind: amountKind,
    help: () => 'Best offers of this amount or less are declined automatically.',
    aliases: ['minimum best offer price', 'minimumbestofferprice'],
  },
  {
    id: 'lotSize',
    path: ['lotSize'],
    label: 'Items in a lot',
    group: 'placement',
    kind: wholeKind(2, 100_000),
    help: () => 'How many items are sold together as one.',
  },
  {
    id: 'storeCategories',
    path: ['storeCategoryNames'],
    label: 'Store categories',
    group: 'placement',
    kind: storePathsKind,
    help: () => 'At most two full paths, separated by |: /Fashion/Men/Shirts',
  },
  {
    id: 'secondaryCategoryId',
    path: ['secondaryCategoryId'],
    label: 'Second category',
    group: 'placement',
    kind: categoryNumberKind,
    help: ({ The }) => `Its number. ${The} charges a fee for a second category.`,
    aliases: ['ebay category 2 number'],
  },
  {
    id: 'listingStartDate',
    path: ['listingStartDate'],
    label: 'Starts at',
    group: 'placement',
    kind: timeKind,
    help: () => 'Empty: as soon as you publish it. Has no effect on a live listing.',
  },
  {
    id: 'hideBuyerDetails',
    path: ['hideBuyerDetails'],
    label: 'Private listing',
    group: 'placement',
    kind: flagKind,
    help: () => 'Hides the names of buyers.',
  },
  {
    id: 'includeCatalogProductDetails',
    path: ['includeCatalogProductDetails'],
    label: 'Use the catalog’s details',
    group: 'placement',
    kind: flagKind,
    help: () =>
      'If yes, the catalog’s title, description and pictures can replace your own. New listings say no; not set means yes.',
  },
  {
    id: 'vatPercentage',
    path: ['tax', 'vatPercentage'],
    label: 'VAT in percent',
    group: 'tax',
    kind: decimalKind(100, 3, '19'),
    help: () => 'For business sellers.',
    aliases: ['vat%', 'vat %', 'vatpercent'],
  },
  { id: 'applyTax', path: ['tax', 'applyTax'], label: 'Use my sales tax table', group: 'tax', kind: flagKind },
  {
    id: 'thirdPartyTaxCategory',
    path: ['tax', 'thirdPartyTaxCategory'],
    label: 'Tax exception',
    group: 'tax',
    kind: choiceKind({ WASTE_RECYCLING_FEE: 'Waste recycling fee' }),
    help: () => 'Needs your sales tax table.',
  },
  {
    id: 'manufacturer',
    path: ['regulatory', 'manufacturer'],
    label: 'Manufacturer',
    group: 'regulatory',
    kind: recordKind(addressParts),
    help: () => 'Sales to the EU need it. The country is its two letters, such as DE.',
  },
  {
    id: 'responsiblePersons',
    path: ['regulatory', 'responsiblePersons'],
    label: 'Responsible persons',
    group: 'regulatory',
    kind: recordsKind(addressParts, 5, { types: ['EU_RESPONSIBLE_PERSON'] }),
    help: () => 'Who answers for the product in the EU, if the manufacturer is elsewhere.',
  },
  {
    id: 'productSafety',
    path: ['regulatory', 'productSafety'],
    label: 'Product safety',
    group: 'regulatory',
    kind: recordKind(signParts),
    help: ({ the }) => `Pictograms and statements by ${the}’s IDs, separated by commas.`,
  },
  {
    id: 'documents',
    path: ['regulatory', 'documents'],
    label: 'Documents',
    group: 'regulatory',
    kind: recordsKind([{ key: 'documentId', label: 'Document' }], 100),
    help: ({ the }) => `The IDs of documents uploaded on ${the}.`,
  },
  {
    id: 'energyEfficiencyLabel',
    path: ['regulatory', 'energyEfficiencyLabel'],
    label: 'Energy label',
    group: 'regulatory',
    kind: recordKind([
      { key: 'imageURL', label: 'Picture of the label' },
      { key: 'imageDescription', label: 'Rating' },
      { key: 'productInformationSheet', label: 'Information sheet' },
    ]),
    help: () => 'Addresses that begin with https://, and the rating in words.',
  },
  {
    id: 'hazmat',
    path: ['regulatory', 'hazmat'],
    label: 'Hazardous goods',
    group: 'regulatory',
    kind: recordKind([...signParts, { key: 'signalWord', label: 'Signal word' }]),
    help: ({ the }) => `Needs at least the statements, by ${the}’s IDs.`,
  },
  {
    id: 'repairScore',
    path: ['regulatory', 'repairScore'],
    label: 'Repair score',
    group: 'regulatory',
    kind: decimalKind(10, 1, '7.9'),
  },
  {
    id: 'ecoParticipationFee',
    path: ['extendedProducerResponsibility', 'ecoParticipationFee'],
    label: 'Eco-participation fee',
    group: 'regulatory',
    kind: amountKind,
  },
  {
    id: 'charityId',
    path: ['charity', 'charityId'],
    label: 'Charity',
    group: 'charity',
    kind: textKind(50),
    help: ({ the }) => `The number of the organization on ${the}.`,
  },
  {
    id: 'donationPercentage',
    path: ['charity', 'donationPercentage'],
    label: 'Donation in percent',
    group: 'charity',
    kind: wholeTextKind(10, 100, 5),
  },
] as const satisfies readonly Field[]

export type MoreOfferFieldId = (typeof moreOfferFields)[number]['id']
export type MoreOfferField = Field & { readonly id: MoreOfferFieldId }
export type OfferFieldId = (typeof offerTermFields)[number]['id'] | MoreOfferFieldId
/** `isRequired`: a live listing can't be without it. */
export type OfferTableRow = OfferTableField & { readonly id: OfferFieldId }

const rows: readonly MoreOfferField[] = moreOfferFields
const allRows: readonly OfferTableRow[] = [...offerTermFields, ...moreOfferFields]

/** Undefined for a field that is not one of these. */
export const findMoreOfferField = (id: string): MoreOfferField | undefined => rows.find((row) => row.id === id)

/** The rows of the table that a platform's offers have. */
export const listOfferRows = (hasMoreFields: boolean): readonly OfferTableRow[] =>
  hasMoreFields ? allRows : offerTermFields

const rowsById: ReadonlyMap<string, OfferTableRow> = new Map(allRows.map((row) => [row.id, row]))
const rowsByColumn: ReadonlyMap<string, OfferTableRow> = new Map(allRows.map((row) => [toColumnId(row), row]))

export const findOfferRow = (id: string): OfferTableRow | undefined => rowsById.get(id)

/** The row with this column in the sheet and in CSV files. */
export const findOfferColumn = (columnId: string): OfferTableRow | undefined => rowsByColumn.get(columnId)
