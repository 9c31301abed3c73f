/**
 * What a preview would change in an item, part by part, and which parts can only improve it. A part improves an item if
 * it replaces and removes nothing. Only such parts are suggested; the rest is the seller's choice (MAP-12).
 */
import * as z from 'zod'
import type { MappedField, MappedProduct } from './preview-to-item.ts'

export const draftParts = ['title', 'description', 'newAspects', 'changedAspects', 'imageUrls'] as const
export type DraftPart = (typeof draftParts)[number]
export const draftPartSchema = z.enum(draftParts)

/** The fields of an item that a preview can fill, unsaved edits included. */
export type ItemFields = {
  readonly title?: string | null | undefined
  readonly description?: string | null | undefined
  readonly aspects: readonly { readonly name: string; readonly values: readonly string[] }[]
  readonly imageUrls: readonly string[]
}

type Product = { readonly [Field in keyof MappedProduct]?: MappedProduct[Field] | undefined }

export type DraftComparison = {
  /** Parts that differ from the item. */
  readonly offered: readonly DraftPart[]
  /** Offered parts that replace nothing. */
  readonly improving: readonly DraftPart[]
  readonly newAspects: readonly string[]
  readonly changedAspects: readonly string[]
}

const isEmpty = (text: string | null | undefined): boolean => (text ?? '').trim() === ''
const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index])

/** Compares a preview with an existing item, or with none. Every part improves a new item. */
export const compareDraft = (product: Product, item: ItemFields | undefined): DraftComparison => {
  const now: ItemFields = item ?? { aspects: [], imageUrls: [] }
  const values = new Map(now.aspects.map((aspect) => [aspect.name, aspect.values]))
  const aspects = Object.entries(product.aspects ?? {})
  const newAspects = aspects.filter(([name]) => !values.has(name)).map(([name]) => name)
  const changedAspects = aspects
    .filter(([name, next]) => values.has(name) && !isSameList(values.get(name) ?? [], next))
    .map(([name]) => name)
  const { title, description, imageUrls = [] } = product

  const differs: Readonly<Record<DraftPart, boolean>> = {
    title: !isEmpty(title) && title !== now.title,
    description: !isEmpty(description) && description !== now.description,
    newAspects: newAspects.length > 0,
    changedAspects: changedAspects.length > 0,
    imageUrls: imageUrls.length > 0 && !isSameList(imageUrls, now.imageUrls),
  }
  const replacesNothing: Readonly<Record<DraftPart, boolean>> = {
    title: isEmpty(now.title),
    description: isEmpty(now.description),
    newAspects: true,
    changedAspects: false,
    // Improves only if the main picture stays first and every picture stays.
    imageUrls: now.imageUrls.every((url, index) => imageUrls[index] === url),
  }
  const offered = draftParts.filter((part) => differs[part])
  return { offered, improving: offered.filter((part) => replacesNothing[part]), newAspects, changedAspects }
}

/** The fields and item specifics that the chosen parts take from a preview. */
export const choiceOfParts = (
  parts: readonly DraftPart[],
  { newAspects, changedAspects }: DraftComparison,
): { readonly fields: MappedField[]; readonly aspectNames: string[] } => {
  const aspectNames = [
    ...(parts.includes('newAspects') ? newAspects : []),
    ...(parts.includes('changedAspects') ? changedAspects : []),
  ]
  const fields = (['title', 'description', 'imageUrls'] as const).filter((field) => parts.includes(field))
  return { fields: aspectNames.length === 0 ? fields : [...fields, 'aspects'], aspectNames }
}
