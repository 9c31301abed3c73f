/**
 * The steps from an item to its listing (INV-16). Saving an item doesn't list it. A listing also needs createOffer and
 * publishOffer, which aren't called if the connection can't list:
 * https://developer.ebay.com/api-docs/sell/inventory/resources/offer/methods/publishOffer
 */
import type { PlatformName } from '../../../../shared/connection/platforms.ts'
import { type FamilyRecord, familyRefusal } from '../../../../shared/inventory/family.ts'
import { readItemView } from '../../../../shared/inventory/item.ts'
import type { JsonObject } from '../../../../shared/inventory/json.ts'

export type PublishStep = {
  readonly step: 'saved' | 'condition' | 'image' | 'offer' | 'publish'
  readonly state: 'done' | 'missing' | 'notKnown' | 'refused'
  readonly text: string
}

/** The steps to a listing, in order. The offer steps are refused if the trading calls manage the SKU (INV-17). */
export const publishSteps = (
  draft: JsonObject,
  isOnPlatform: boolean,
  { the }: PlatformName,
  family?: FamilyRecord,
): readonly PublishStep[] => {
  const refusal = familyRefusal(family)
  const { condition = '', imageUrls } = readItemView(draft)
  const step = (name: PublishStep['step'], isDone: boolean, done: string, todo: string): PublishStep => ({
    step: name,
    state: isDone ? 'done' : 'missing',
    text: isDone ? done : todo,
  })
  return [
    step('saved', isOnPlatform, `Saved on ${the}`, `Save the item to ${the}`),
    step('condition', condition !== '', 'Has a condition', 'Choose a condition'),
    step('image', imageUrls.length > 0, 'Has a picture', 'Add at least one picture'),
    refusal === undefined
      ? {
          step: 'offer',
          state: 'notKnown',
          text: `List it on ${the}. This connection can neither list nor see listings`,
        }
      : { step: 'offer', state: 'refused', text: `Not listed here. ${refusal}` },
    refusal === undefined
      ? { step: 'publish', state: 'notKnown', text: 'Publish it there. Only then can buyers see the item' }
      : { step: 'publish', state: 'refused', text: 'Nothing to publish here' },
  ]
}
