/** Exactly what saving an offer would do (LST-03). Pure. */
import { changedTexts, findFieldAt, findUnknownIn, readableValue } from '../../../shared/inventory/fields/field.ts'
import {
  findOfferRow,
  listOfferRows,
  type MoreOfferField,
  moreOfferFields,
} from '../../../shared/inventory/fields/offer-fields.ts'
import { describeValue, plainPath } from '../../../shared/inventory/fields/plain-facts.ts'
import {
  isWithin,
  type JsonObject,
  type JsonPath,
  type JsonValue,
  samePath,
  valueAt,
} from '../../../shared/inventory/json.ts'
import { type Deletion, previewSave } from '../../../shared/inventory/save-preview.ts'
import type { OfferPreview } from '../../../shared/listing/contract.ts'
import { offerFieldLabels } from '../../../shared/listing/offer-field.ts'
import { fieldOf } from './offer-draft.ts'
import { LISTED_FORMAT, toWritable } from './offer-record.ts'

/** Fields that identify a new offer. They are not changes by the seller. */
const keyFields = ['sku', 'marketplaceId', 'format', 'listingDuration']

const pathLabel = (path: JsonPath): string => {
  const field = fieldOf(path)
  return field === undefined ? plainPath(path) : offerFieldLabels[field]
}

const isAboveFields = (path: JsonPath): boolean =>
  listOfferRows(true).some((field) => path.length < field.path.length && isWithin(path, field.path))

/** A value as a seller reads it: as its field of the table shows it, otherwise its parts by name. */
const toShown = (path: JsonPath, value: JsonValue): string => {
  const field = findOfferRow(fieldOf(path) ?? '')
  const own = field !== undefined && samePath(field.path, path) ? readableValue(field, value) : undefined
  return own ?? describeValue(value)
}

const shorten = (text: string): string => {
  return text.length > 60 ? `${[...text].slice(0, 59).join('')}…` : text
}

/** An amount has two parts, but is one value. The parts of a record stay apart, and so do unknown ones. */
const joinParts = (deletions: readonly Deletion[], offer: JsonObject, body: JsonObject): readonly Deletion[] => {
  const joined = deletions.map((deletion): Deletion => {
    const field = findFieldAt<MoreOfferField>(moreOfferFields, deletion.path)
    const old = valueAt(offer, field?.path ?? [])
    if (field === undefined || old === undefined || valueAt(body, field.path) !== undefined) return deletion
    if (field.kind.records !== undefined || findUnknownIn(field, old).length > 0) return deletion
    return { id: JSON.stringify(field.path), name: field.label, path: field.path, old }
  })
  return [...new Map(joined.map((deletion) => [deletion.id, deletion])).values()]
}

/** Compares the platform's offer with the body of the update or creation. */
export const previewOffer = (
  offer: JsonObject | undefined,
  body: JsonObject,
): Pick<OfferPreview, 'changes' | 'deletions' | 'noChange'> => {
  const { changes, deletions, noChange } = previewSave(
    offer === undefined ? {} : toWritable(offer),
    body,
    isAboveFields,
  )
  return {
    changes: changes
      .filter(({ path }) => offer !== undefined || !keyFields.includes(path[0] ?? LISTED_FORMAT))
      .map((change) => {
        const { before, after } = changedTexts(
          change.kind === 'added' ? undefined : change.old,
          change.kind === 'deleted' ? undefined : change.value,
          (value) => toShown(change.path, value),
        )
        return { label: pathLabel(change.path), old: before, value: after }
      }),
    deletions: joinParts(deletions, offer ?? {}, body).map(({ id, path, old }) => ({
      id,
      name: `${pathLabel(path)}: ${shorten(toShown(path, old))}`,
    })),
    noChange: offer !== undefined && noChange,
  }
}
