/**
 * How far an item is from being listed (document 1, sections 1 and 2; INV-16).
 *
 * Saving an item lists nothing: a listing needs createOrReplaceInventoryItem, createOffer and publishOffer. The documents
 * show neither paths nor bodies of the offer calls, so that this app cannot make them and does not know whether they were made.
 */
import { type FamilyRecord, familyRefusal } from './family.ts'
import { viewOf } from './item.ts'
import type { JsonObject } from './json.ts'

export type PublishStep = {
  readonly step: 'saved' | 'condition' | 'image' | 'offer' | 'publish'
  readonly state: 'done' | 'missing' | 'notKnown' | 'refused'
  readonly text: string
}

/**
 * The steps to a listing, in order. `isOnPlatform`: the platform holds an item for this SKU. `family`: who manages the SKU,
 * where that is recorded; the way by offers is refused for one that the trading calls manage (INV-17).
 */
export const publishSteps = (
  draft: JsonObject,
  isOnPlatform: boolean,
  family?: FamilyRecord,
): readonly PublishStep[] => {
  const refusal = familyRefusal(family, 'offers')
  const view = viewOf(draft)
  const hasCondition = view.condition !== undefined && view.condition !== ''
  const hasImage = view.imageUrls.length > 0
  return [
    {
      step: 'saved',
      state: isOnPlatform ? 'done' : 'missing',
      text: isOnPlatform ? 'The platform holds this item' : 'Save the item to the platform',
    },
    {
      step: 'condition',
      state: hasCondition ? 'done' : 'missing',
      text: hasCondition ? 'It has a condition' : 'Choose a condition',
    },
    {
      step: 'image',
      state: hasImage ? 'done' : 'missing',
      text: hasImage ? 'It has a picture' : 'Add at least one picture',
    },
    refusal === undefined
      ? { step: 'offer', state: 'notKnown', text: 'Make an offer on the platform. Stallhand cannot make or see offers' }
      : { step: 'offer', state: 'refused', text: `No offer. ${refusal}` },
    refusal === undefined
      ? { step: 'publish', state: 'notKnown', text: 'Publish the offer there. Only then can buyers see the item' }
      : { step: 'publish', state: 'refused', text: 'Nothing to publish: there is no offer' },
  ]
}

/** Whether something that this app can see is missing before an offer can be published. */
export const isIncomplete = (draft: JsonObject): boolean =>
  publishSteps(draft, true).some((step) => step.state === 'missing')
