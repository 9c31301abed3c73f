/** Labels of listing states, requirements, fees and runs. */
import type { PlatformName } from '../../shared/connection/platforms.ts'
import { readableText } from '../../shared/inventory/fields/field.ts'
import { amountKind } from '../../shared/inventory/fields/field-kinds.ts'
import { findOfferRow } from '../../shared/inventory/fields/offer-fields.ts'
import type { Confirmed, ListingWork, Requirement, RequirementKey } from '../../shared/listing/contract.ts'
import type { OfferField } from '../../shared/listing/offer-field.ts'
import type { Fee } from '../../shared/outbound/run-contract.ts'
import type { Tone } from '../ui/base/tone.ts'
import { formatMoney, formatNumber, readMoney } from '../ui/format/locale-format.ts'

/** `InsertionFee` → `insertion fee`. */
const feeName = ({ feeType }: Fee): string =>
  feeType
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/_/g, ' ')
    .toLowerCase()

/** `$0.35 insertion fee`; empty if there are none. */
export const feeList = (fees: readonly Fee[]): string =>
  fees.map((fee) => `${formatMoney(Number(fee.amount), fee.currency)} ${feeName(fee)}`).join(', ')

/** The fees in the sentence that confirms publishing. */
export const feesText = (fees: readonly Fee[] | null, { The }: PlatformName): string => {
  if (fees === null) return `${The} didn’t say what it costs.`
  if (fees.length === 0) return 'No listing fees.'
  return `Fees: ${feeList(fees)}.`
}

/** `3 for $129.00 each on the United States marketplace` */
export const confirmText = (confirmed: Omit<Confirmed, 'fees'>, marketplaceLabel: string): string => {
  const price = formatMoney(Number(confirmed.price), confirmed.currency)
  const each = confirmed.quantity === 1 ? '' : ' each'
  return `${formatNumber(confirmed.quantity)} for ${price}${each} on the ${marketplaceLabel} marketplace`
}

const workNouns: Readonly<Record<ListingWork['action'], string>> = {
  saveOffer: 'The listing draft',
  publish: 'Publishing the listing',
  withdraw: 'Ending the listing',
  deleteOffer: 'Deleting the listing draft',
  change: 'The change of price or quantity',
}

const waits = { text: 'waits to be sent', tone: 'caution' } as const
const isDone = { text: 'is done', tone: 'good' } as const
const isWithdrawn = { text: 'was withdrawn', tone: 'neutral' } as const

const workVerbs: Readonly<Record<ListingWork['state'], { readonly text: string; readonly tone: Tone }>> = {
  delayed: waits,
  queued: waits,
  waiting: waits,
  sent: isDone,
  withdrawn: isWithdrawn,
  discarded: isWithdrawn,
  sending: { text: 'is being sent', tone: 'info' },
  unknown: { text: 'got no answer. Stallhand checks the listing to find out', tone: 'caution' },
  refused: { text: 'was refused', tone: 'danger' },
  notFound: { text: 'wasn’t carried out', tone: 'danger' },
}

export const workLabel = ({ action, state }: Pick<ListingWork, 'action' | 'state'>) => ({
  title: `${workNouns[action]} ${workVerbs[state].text}.`,
  tone: workVerbs[state].tone,
})

/** The text of a field as a seller reads it: amounts with their currency, a description without its tags. */
export const fieldValue = (field: OfferField, text: string, currency: string): string => {
  const row = findOfferRow(field)
  if (row === undefined) return text
  const amount = row.kind === amountKind ? readMoney(text, currency) : undefined
  return amount === undefined ? readableText(row, text) : formatMoney(amount, currency)
}

/** Where a requirement is fixed. */
export type Fix = NonNullable<Requirement['fix']>

/** What is missing, in the order of the fields on the item page. */
const requirementNames = {
  pictures: 'pictures',
  title: 'title',
  category: 'category',
  aspects: 'item specifics',
  condition: 'condition',
  descriptors: 'details of the condition',
  description: 'description',
  price: 'price',
  quantity: 'quantity',
  policies: 'policies',
  location: 'location',
  codes: 'barcode',
  package: 'package',
  account: 'registration',
  itemSaved: 'save the item',
} as const satisfies Readonly<Record<RequirementKey, string>>

const order = Object.keys(requirementNames)

/** The requirements that can be filled in, in the order of the page. */
export const listOpen = (requirements: readonly Requirement[]): readonly Requirement[] =>
  requirements
    .filter(({ state }) => state === 'missing' || state === 'wrong')
    .toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key))

/** `Next: price`, `Next: Brand`. */
export const nextText = ({ key, fix }: Requirement): string => {
  const specific = key === 'aspects' && fix?.at === 'item' ? fix.path.at(-1) : undefined
  return `Next: ${specific ?? requirementNames[key]}`
}
