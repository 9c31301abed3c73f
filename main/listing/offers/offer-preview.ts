/** Exactly what saving an offer would do (LST-03). Pure. */
import { formatPath, type JsonObject, type JsonPath, type JsonValue } from '../../../shared/inventory/json.ts'
import { jsonText } from '../../../shared/inventory/json-text.ts'
import { previewSave } from '../../../shared/inventory/save-preview.ts'
import type { OfferPreview } from '../../../shared/listing/contract.ts'
import { offerFieldLabels } from '../../../shared/listing/offer-field.ts'
import { fieldOf } from './offer-draft.ts'
import { LISTED_FORMAT, toWritable } from './offer-record.ts'

/** Fields that identify a new offer. They are not changes by the seller. */
const keyFields = ['sku', 'marketplaceId', 'format', 'listingDuration']

const pathLabel = (path: JsonPath): string => {
  const field = fieldOf(path)
  return field === undefined ? formatPath(path) : offerFieldLabels[field]
}

const shorten = (value: JsonValue): string => {
  const text = typeof value === 'string' ? value : jsonText(value)
  return text.length > 60 ? `${[...text].slice(0, 59).join('')}…` : text
}

/** Compares the platform's offer with the body of the update or creation. */
export const previewOffer = (
  offer: JsonObject | undefined,
  body: JsonObject,
): Pick<OfferPreview, 'changes' | 'deletions' | 'noChange'> => {
  const { changes, deletions, noChange } = previewSave(offer === undefined ? {} : toWritable(offer), body)
  return {
    changes: changes
      .filter(({ path }) => offer !== undefined || !keyFields.includes(path[0] ?? LISTED_FORMAT))
      .map((change) => ({
        label: pathLabel(change.path),
        old: change.kind === 'added' ? null : change.old,
        value: change.kind === 'deleted' ? null : change.value,
      })),
    deletions: deletions.map(({ id, path, old }) => ({ id, name: `${pathLabel(path)}: ${shorten(old)}` })),
    noChange: offer !== undefined && noChange,
  }
}
