/**
 * How far an item is from being listed (INV-16).
 *
 * Saving an item lists nothing: a listing also needs createOffer and publishOffer, which are not called where the connection can't list.
 */
import * as z from 'zod'
import { type FamilyRecord, familyRefusal } from './family.ts'
import { readItemView } from './item.ts'
import type { JsonObject } from './json.ts'

export const publishStepSchema = z.object({
  step: z.enum(['saved', 'condition', 'image', 'offer', 'publish']),
  state: z.enum(['done', 'missing', 'notKnown', 'refused']),
  text: z.string(),
})
export type PublishStep = z.infer<typeof publishStepSchema>

const missing = (draft: JsonObject) => {
  const { condition, imageUrls } = readItemView(draft)
  return { condition: condition === undefined || condition === '', image: imageUrls.length === 0 }
}

/** The steps to a listing, in order. The offer steps are refused if the trading calls manage the SKU (INV-17). */
export const publishSteps = (
  draft: JsonObject,
  isOnPlatform: boolean,
  family?: FamilyRecord,
): readonly PublishStep[] => {
  const refusal = familyRefusal(family, 'offers')
  const { condition, image } = missing(draft)
  const step = (name: PublishStep['step'], isDone: boolean, done: string, todo: string): PublishStep => ({
    step: name,
    state: isDone ? 'done' : 'missing',
    text: isDone ? done : todo,
  })
  return [
    step('saved', isOnPlatform, 'Saved on the platform', 'Save the item to the platform'),
    step('condition', !condition, 'Has a condition', 'Choose a condition'),
    step('image', !image, 'Has a picture', 'Add at least one picture'),
    refusal === undefined
      ? {
          step: 'offer',
          state: 'notKnown',
          text: 'Create an offer on the platform. This connection cannot create or see offers',
        }
      : { step: 'offer', state: 'refused', text: `No offer. ${refusal}` },
    refusal === undefined
      ? { step: 'publish', state: 'notKnown', text: 'Publish the offer there. Only then can buyers see the item' }
      : { step: 'publish', state: 'refused', text: 'Nothing to publish: there is no offer' },
  ]
}

/** Whether anything visible to this app is missing before an offer can be published. */
export const isIncomplete = (draft: JsonObject): boolean => {
  const { condition, image } = missing(draft)
  return condition || image
}
