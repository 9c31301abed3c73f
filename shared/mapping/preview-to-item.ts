/**
 * A listing preview as the inventory item it would become.
 *
 * Document 1, section 2: each aspect name maps to the array of its value strings; empty values and nameless aspects are
 * dropped. Nothing is dropped or left too long without a note. The condition is the caller's, never the preview's, and
 * neither mappingReferenceId nor category has a field in an item, so that neither can get into one (MAP-12, INV-14).
 */
import * as z from 'zod'
import { isJsonObject } from '../inventory/json.ts'
import {
  ASPECT_NAME_MAX_CHARACTERS,
  ASPECT_VALUE_MAX_CHARACTERS,
  countCharacters,
  IMAGES_MAX,
  TITLE_MAX_CHARACTERS,
} from '../inventory/limits.ts'
import type { ListingPreview, PreviewAspect } from './result.ts'

/**
 * One thing the user should know before the draft is made.
 *
 * What is dropped is gone from the draft. What is too long stays in it whole, for the user to shorten: a machine that
 * cuts a word in half says something the seller did not.
 */
export const mappingNoteSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('namelessAspectDropped'), values: z.array(z.string()) }),
  z.object({ kind: z.literal('emptyValuesDropped'), aspect: z.string(), count: z.int() }),
  z.object({ kind: z.literal('repeatedValueDropped'), aspect: z.string(), value: z.string() }),
  z.object({ kind: z.literal('aspectWithoutValuesDropped'), aspect: z.string() }),
  z.object({ kind: z.literal('imageNotHttpsDropped'), url: z.string() }),
  z.object({ kind: z.literal('imageOverLimitDropped'), url: z.string() }),
  z.object({ kind: z.literal('titleTooLong'), length: z.int(), limit: z.int() }),
  z.object({ kind: z.literal('aspectNameTooLong'), aspect: z.string(), length: z.int(), limit: z.int() }),
  z.object({
    kind: z.literal('aspectValueTooLong'),
    aspect: z.string(),
    value: z.string(),
    length: z.int(),
    limit: z.int(),
  }),
])
export type MappingNote = z.infer<typeof mappingNoteSchema>

export type AspectValues = { readonly [name: string]: readonly string[] }

const isAspectValues = (value: unknown): value is AspectValues =>
  isJsonObject(value) &&
  Object.values(value).every((values) => Array.isArray(values) && values.every((text) => typeof text === 'string'))

/** The part of an inventory item that a preview can fill, in the item's own JSON shape. */
export const mappedProductSchema = z.object({
  title: z.string(),
  description: z.string().exactOptional(),
  /** Handed on as it is: a copy by schema would drop an aspect named `__proto__`. */
  aspects: z.custom<AspectValues>(isAspectValues).exactOptional(),
  imageUrls: z.array(z.string()).exactOptional(),
})
export type MappedProduct = z.infer<typeof mappedProductSchema>

const isBlank = (text: string): boolean => text.trim() === ''

/**
 * The aspects array as the object form of an item, with what was dropped or is too long.
 *
 * An aspect that comes twice is one with both lists of values: an object cannot hold a name twice, and dropping either
 * would lose data.
 */
export const aspectsToObject = (
  aspects: readonly PreviewAspect[],
): { readonly aspects: AspectValues; readonly notes: readonly MappingNote[] } => {
  const notes: MappingNote[] = []
  const byName = new Map<string, string[]>()
  for (const { name, values } of aspects) {
    if (isBlank(name)) {
      notes.push({ kind: 'namelessAspectDropped', values: values.filter((value) => !isBlank(value)) })
      continue
    }
    const kept = byName.get(name) ?? []
    byName.set(name, kept)
    let emptyCount = 0
    for (const value of values) {
      if (isBlank(value)) emptyCount += 1
      else if (kept.includes(value)) notes.push({ kind: 'repeatedValueDropped', aspect: name, value })
      else kept.push(value)
    }
    if (emptyCount > 0) notes.push({ kind: 'emptyValuesDropped', aspect: name, count: emptyCount })
  }
  for (const [name, values] of byName) {
    if (values.length === 0) {
      byName.delete(name)
      notes.push({ kind: 'aspectWithoutValuesDropped', aspect: name })
      continue
    }
    if (countCharacters(name) > ASPECT_NAME_MAX_CHARACTERS) {
      notes.push({
        kind: 'aspectNameTooLong',
        aspect: name,
        length: countCharacters(name),
        limit: ASPECT_NAME_MAX_CHARACTERS,
      })
    }
    for (const value of values) {
      const length = countCharacters(value)
      if (length > ASPECT_VALUE_MAX_CHARACTERS) {
        notes.push({ kind: 'aspectValueTooLong', aspect: name, value, length, limit: ASPECT_VALUE_MAX_CHARACTERS })
      }
    }
  }
  // fromEntries defines own properties: an aspect named __proto__ is an aspect like any other.
  return { aspects: Object.fromEntries(byName), notes }
}

const imagesOf = (
  urls: readonly string[],
): { readonly imageUrls: string[]; readonly notes: readonly MappingNote[] } => {
  const imageUrls: string[] = []
  const notes: MappingNote[] = []
  for (const url of urls) {
    if (!URL.canParse(url) || new URL(url).protocol !== 'https:') notes.push({ kind: 'imageNotHttpsDropped', url })
    else if (imageUrls.length >= IMAGES_MAX) notes.push({ kind: 'imageOverLimitDropped', url })
    else imageUrls.push(url)
  }
  return { imageUrls, notes }
}

/** The fields of an item that a preview can fill. */
export const mappedFields = ['title', 'description', 'aspects', 'imageUrls'] as const
export type MappedField = (typeof mappedFields)[number]

/** A name (`value` null) or a value of the preview that the user wrote anew; an empty text drops it, and is noted so. */
export const shortenedSchema = z.strictObject({
  aspect: z.string().max(10_000),
  value: z.string().max(10_000).nullable(),
  text: z.string().max(1_000),
})
export type Shortened = z.infer<typeof shortenedSchema>

const withShortened = (
  aspects: readonly PreviewAspect[],
  shortened: readonly Shortened[],
): readonly PreviewAspect[] => {
  if (shortened.length === 0) return aspects
  const keyOf = (aspect: string, value: string | null): string => JSON.stringify([aspect, value])
  const texts = new Map(shortened.map(({ aspect, value, text }) => [keyOf(aspect, value), text]))
  return aspects.map(({ name, values }) => ({
    name: texts.get(keyOf(name, null)) ?? name,
    values: values.map((value) => texts.get(keyOf(name, value)) ?? value),
  }))
}

export type TooLong = { readonly aspect: string; readonly value: string | null; readonly limit: number }

/** Names and values that an item would not take for their length, as the preview has them: what there is to shorten. */
export const tooLongIn = (aspects: readonly PreviewAspect[]): readonly TooLong[] =>
  aspectsToObject(aspects).notes.flatMap((note): TooLong[] =>
    note.kind === 'aspectNameTooLong'
      ? [{ aspect: note.aspect, value: null, limit: note.limit }]
      : note.kind === 'aspectValueTooLong'
        ? [{ aspect: note.aspect, value: note.value, limit: note.limit }]
        : [],
  )

/** Of a whole product and its notes, the fields in `take`. */
export const takeFields = (
  whole: { readonly product: MappedProduct; readonly notes: readonly MappingNote[] },
  take: readonly MappedField[],
): { readonly product: Partial<MappedProduct>; readonly notes: readonly MappingNote[] } => ({
  product: Object.fromEntries(Object.entries(whole.product).filter(([field]) => take.some((name) => name === field))),
  notes: whole.notes.filter(({ kind }) =>
    take.includes(kind === 'titleTooLong' ? 'title' : kind.startsWith('image') ? 'imageUrls' : 'aspects'),
  ),
})

/** The product part of the item that `preview` would become, with the user's title and texts in place of its own. */
export const previewToProduct = (
  preview: ListingPreview,
  title: string = preview.title,
  shortened: readonly Shortened[] = [],
): { readonly product: MappedProduct; readonly notes: readonly MappingNote[] } => {
  const aspects = aspectsToObject(withShortened(preview.aspects, shortened))
  const images = imagesOf(preview.images)
  const titleLength = countCharacters(title)
  const titleNotes: readonly MappingNote[] =
    titleLength > TITLE_MAX_CHARACTERS
      ? [{ kind: 'titleTooLong', length: titleLength, limit: TITLE_MAX_CHARACTERS }]
      : []
  return {
    product: {
      title,
      ...(isBlank(preview.description) ? {} : { description: preview.description }),
      ...(Object.keys(aspects.aspects).length === 0 ? {} : { aspects: aspects.aspects }),
      ...(images.imageUrls.length === 0 ? {} : { imageUrls: images.imageUrls }),
    },
    notes: [...titleNotes, ...aspects.notes, ...images.notes],
  }
}
