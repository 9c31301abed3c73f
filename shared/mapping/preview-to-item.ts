/**
 * Converts a listing preview to an inventory item (MAP-11, MAP-12, INV-14). Everything dropped or too long gets a note.
 * The caller supplies the condition. `mappingReferenceId` and the category have no field in an item, so they can't get
 * into one.
 */
import * as z from 'zod'
import type { Platform } from '../connection/platforms.ts'
import { isJsonObject } from '../inventory/json.ts'
import { countCharacters, MAX_ASPECT_NAME_CHARACTERS, MAX_TITLE_CHARACTERS } from '../inventory/limits.ts'
import type { ListingPreview, PreviewAspect } from './task-result.ts'

const tooLong = { length: z.int(), limit: z.int() }

/**
 * Something the seller should know before drafting. Texts that are too long stay whole: only a person shortens them.
 */
export const mappingNoteSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('namelessAspectDropped'), values: z.array(z.string()) }),
  z.object({ kind: z.literal('emptyValuesDropped'), aspect: z.string(), count: z.int() }),
  z.object({ kind: z.literal('repeatedValueDropped'), aspect: z.string(), value: z.string() }),
  z.object({ kind: z.literal('aspectWithoutValuesDropped'), aspect: z.string() }),
  z.object({ kind: z.literal('hintNotTaken'), aspect: z.string(), values: z.array(z.string()) }),
  z.object({ kind: z.literal('imageNotHttpsDropped'), url: z.string() }),
  z.object({ kind: z.literal('imageOverLimitDropped'), url: z.string() }),
  z.object({ kind: z.literal('titleTooLong'), ...tooLong }),
  z.object({ kind: z.literal('aspectNameTooLong'), aspect: z.string(), ...tooLong }),
  z.object({ kind: z.literal('aspectValueTooLong'), aspect: z.string(), value: z.string(), ...tooLong }),
])
export type MappingNote = z.infer<typeof mappingNoteSchema>

type AspectValues = { readonly [name: string]: readonly string[] }

const isAspectValues = (value: unknown): value is AspectValues =>
  isJsonObject(value) &&
  Object.values(value).every((values) => Array.isArray(values) && values.every((text) => typeof text === 'string'))

/** The part of an inventory item that a preview can fill, in the item's own JSON shape. */
export const mappedProductSchema = z.object({
  title: z.string(),
  description: z.string().exactOptional(),
  /** Not copied by a record schema: that would drop an aspect named `__proto__`. */
  aspects: z.custom<AspectValues>(isAspectValues).exactOptional(),
  imageUrls: z.array(z.string()).exactOptional(),
})
export type MappedProduct = z.infer<typeof mappedProductSchema>

export const mappedFields = ['title', 'description', 'aspects', 'imageUrls'] as const
export type MappedField = (typeof mappedFields)[number]

/** The field of an item that a note is about. */
export const noteField = ({ kind }: MappingNote): MappedField =>
  kind === 'titleTooLong' ? 'title' : kind.startsWith('image') ? 'imageUrls' : 'aspects'

const isBlank = (text: string): boolean => text.trim() === ''

/**
 * Converts aspects to the object form of an item. A repeated aspect keeps the values of every occurrence. A hint is one of
 * several guesses, so only the seller takes it over.
 */
export const aspectsToObject = (
  aspects: readonly PreviewAspect[],
  maxValueCharacters: number,
): { readonly aspects: AspectValues; readonly notes: readonly MappingNote[] } => {
  const notes: MappingNote[] = []
  const byName = new Map<string, string[]>()
  for (const { name, values: all, hints = [] } of aspects) {
    const values = all.filter((value) => !hints.includes(value))
    if (isBlank(name)) {
      notes.push({ kind: 'namelessAspectDropped', values: all.filter((value) => !isBlank(value)) })
      continue
    }
    if (hints.length > 0) notes.push({ kind: 'hintNotTaken', aspect: name, values: hints })
    if (hints.length > 0 && values.length === 0) continue
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
  for (const [aspect, values] of byName) {
    if (values.length === 0) {
      byName.delete(aspect)
      notes.push({ kind: 'aspectWithoutValuesDropped', aspect })
      continue
    }
    const nameLength = countCharacters(aspect)
    if (nameLength > MAX_ASPECT_NAME_CHARACTERS) {
      notes.push({ kind: 'aspectNameTooLong', aspect, length: nameLength, limit: MAX_ASPECT_NAME_CHARACTERS })
    }
    for (const value of values) {
      const length = countCharacters(value)
      if (length <= maxValueCharacters) continue
      notes.push({ kind: 'aspectValueTooLong', aspect, value, length, limit: maxValueCharacters })
    }
  }
  // fromEntries defines own properties, so an aspect may be named __proto__.
  return { aspects: Object.fromEntries(byName), notes }
}

const filterImages = (urls: readonly string[], max: number) => {
  const imageUrls: string[] = []
  const notes: MappingNote[] = []
  for (const url of urls) {
    if (!URL.canParse(url) || new URL(url).protocol !== 'https:') notes.push({ kind: 'imageNotHttpsDropped', url })
    else if (imageUrls.length >= max) notes.push({ kind: 'imageOverLimitDropped', url })
    else imageUrls.push(url)
  }
  return { imageUrls, notes }
}

/** Maximum pictures of an item, and maximum characters of a specific's value. */
export type PreviewLimits = Pick<Platform['limits'], 'pictures' | 'aspectValue'>

export type DraftChoice = {
  readonly fields?: readonly MappedField[] | undefined
  /** Item specifics to take, by their name in the item; all if undefined. */
  readonly aspectNames?: readonly string[] | undefined
}

/** The chosen fields of the item that `preview` would become. `limits`: the platform's. */
export const previewToProduct = (
  preview: ListingPreview,
  limits: PreviewLimits,
  options: DraftChoice = {},
): { readonly product: Partial<MappedProduct>; readonly notes: readonly MappingNote[] } => {
  const { fields = mappedFields, aspectNames } = options
  const { title } = preview
  const isTaken = (name: string): boolean => aspectNames === undefined || aspectNames.includes(name)
  const { aspects, notes: aspectNotes } = aspectsToObject(
    preview.aspects.filter(({ name }) => isTaken(name)),
    limits.aspectValue,
  )
  const { imageUrls, notes: imageNotes } = filterImages(preview.images, limits.pictures)
  const length = countCharacters(title)
  const notes: MappingNote[] = [...aspectNotes, ...imageNotes]
  if (length > MAX_TITLE_CHARACTERS) notes.unshift({ kind: 'titleTooLong', length, limit: MAX_TITLE_CHARACTERS })
  const has = (field: MappedField, isPresent: boolean): boolean => isPresent && fields.includes(field)
  return {
    product: {
      ...(has('title', true) ? { title } : {}),
      ...(has('description', !isBlank(preview.description)) ? { description: preview.description } : {}),
      ...(has('aspects', Object.keys(aspects).length > 0) ? { aspects } : {}),
      ...(has('imageUrls', imageUrls.length > 0) ? { imageUrls } : {}),
    },
    notes: notes.filter((note) => fields.includes(noteField(note))),
  }
}
