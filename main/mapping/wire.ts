/**
 * What the mapping service sends (document 1, sections 2 and 4), read tolerantly.
 *
 * The document shows two forms of aspects and one of images; public clients of such platforms show a few more. All become
 * one form here. An empty name or value is kept, so that the user can be told what is dropped later.
 */
import * as z from 'zod'
import type { ListingPreview, PreviewAspect, TaskResult } from '../../shared/mapping/result.ts'
import { completionStatusSchema } from '../../shared/mapping/task.ts'
import type { GraphqlError } from './errors.ts'

const text = z.union([z.string(), z.number().transform(String)])
const optionalText = text.nullish().transform((value) => value ?? null)

/** A list whose absence means nothing in it; an element that is null is no element. */
const listOf = <S extends z.ZodType>(element: S) =>
  z
    .array(element.nullable())
    .nullish()
    .transform((list) => (list ?? []).filter((entry): entry is NonNullable<typeof entry> => entry !== null))

/*
 * Previews are the one thing here that is large: 500 with sixty aspects each are thirty thousand objects. They are read by
 * plain functions, a good deal faster than by schemas, since the seller waits for nothing but them.
 */
type WireObject = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is WireObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null

/** What is there of a list: null is no element, and anything else that is no list is an error. */
const elementsOf = (value: unknown): readonly unknown[] => {
  if (value === null || value === undefined) return []
  if (!Array.isArray(value)) throw new TypeError('a list is no list')
  return value.filter((element) => element !== null)
}

const aspectValueOf = (value: unknown): string => {
  if (isObject(value)) return textOf(value.localizedValue) ?? textOf(value.value) ?? ''
  const text = textOf(value)
  if (text === null) throw new TypeError('an aspect value is neither text nor object')
  return text
}

const valuesOf = (value: unknown): readonly string[] =>
  textOf(value) === null ? elementsOf(value).map(aspectValueOf) : [aspectValueOf(value)]

const aspectOf = (wire: unknown): PreviewAspect => {
  if (!isObject(wire)) throw new TypeError('an aspect is no object')
  return {
    name: textOf(wire.localizedAspectName) ?? textOf(wire.name) ?? '',
    // A document may select several spellings of one list: the first that is there is the list, not a part of it.
    values: [...valuesOf(wire.value ?? wire.values ?? wire.aspectValues)],
  }
}

const imageOf = (wire: unknown): string => {
  const text = textOf(isObject(wire) ? wire.value : wire)
  if (text === null) throw new TypeError('an image has no address')
  return text
}

const previewOf = (wire: unknown): ListingPreview => {
  if (!isObject(wire)) throw new TypeError('a preview is no object')
  const category = isObject(wire.category) ? wire.category : {}
  return {
    sku: textOf(wire.sku),
    title: textOf(wire.title) ?? '',
    description: textOf(wire.description) ?? '',
    mappingReferenceId: textOf(wire.mappingReferenceId),
    categoryId: textOf(category.id) ?? textOf(category.categoryId),
    images: elementsOf(wire.images).map(imageOf),
    aspects: elementsOf(wire.aspects).map(aspectOf),
  }
}

const previews = z
  .unknown()
  .optional()
  .transform((wire, ctx): ListingPreview[] => {
    try {
      return elementsOf(wire).map(previewOf)
    } catch (error) {
      ctx.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'a preview cannot be read' })
      return z.NEVER
    }
  })

const identifier = z.looseObject({ productId: optionalText }).nullish()

const product = z.looseObject({
  externalProductId: optionalText,
  externalProductIdentifier: identifier,
  sku: optionalText,
  title: optionalText,
})

const idOf = (wire: z.output<typeof product>): string | null =>
  wire.externalProductId ?? wire.externalProductIdentifier?.productId ?? wire.sku

const plainProblem = product.transform((wire) => ({ externalProductId: idOf(wire), title: wire.title }))

const invalidProduct = product
  .extend({
    clientProvidedProductDetails: product.nullish(),
    errors: listOf(z.looseObject({ errorId: optionalText, message: optionalText })),
    description: optionalText,
  })
  .transform((wire) => ({
    externalProductId:
      idOf(wire) ?? (wire.clientProvidedProductDetails == null ? null : idOf(wire.clientProvidedProductDetails)),
    errors:
      wire.errors.length === 0 && wire.description !== null
        ? [{ errorId: null, message: wire.description }]
        : wire.errors.map(({ errorId, message }) => ({ errorId, message: message ?? '' })),
  }))

const result = z.looseObject({
  completionStatus: completionStatusSchema,
  listingPreviews: previews,
  invalidProducts: listOf(invalidProduct),
  unmappedProducts: listOf(plainProblem),
  unprocessedProducts: listOf(plainProblem),
})

const graphqlError = z
  .looseObject({
    message: optionalText,
    extensions: z.looseObject({ errorCode: optionalText, code: optionalText }).nullish(),
  })
  .transform(
    (wire): GraphqlError => ({
      message: wire.message ?? '',
      code: wire.extensions?.errorCode ?? wire.extensions?.code ?? null,
    }),
  )

/** The answer to listingPreviewsCreationTaskById. `task` null: the service named none; its result null: still processing (MAP-03). */
export const taskAnswerSchema = z
  .looseObject({
    data: z
      .looseObject({
        listingPreviewsCreationTaskById: z
          .looseObject({
            requestedId: optionalText,
            listingPreviewsCreationTask: z.looseObject({ id: optionalText, result: result.nullish() }).nullish(),
          })
          .nullish(),
      })
      .nullish(),
    errors: listOf(graphqlError),
  })
  .transform((wire) => {
    const task = wire.data?.listingPreviewsCreationTaskById?.listingPreviewsCreationTask ?? null
    const found = task?.result ?? null
    return {
      requestedId: wire.data?.listingPreviewsCreationTaskById?.requestedId ?? null,
      hasTask: task !== null,
      completionStatus: found?.completionStatus ?? null,
      result:
        found === null
          ? null
          : ({
              listingPreviews: found.listingPreviews,
              invalidProducts: found.invalidProducts,
              unmappedProducts: found.unmappedProducts,
              unprocessedProducts: found.unprocessedProducts,
            } satisfies TaskResult),
      errors: wire.errors,
    }
  })
export type TaskAnswer = z.output<typeof taskAnswerSchema>

const startPayload = z.union([
  text.transform((id) => ({ id, complaints: [] as string[] })),
  z
    .looseObject({
      id: optionalText,
      taskId: optionalText,
      listingPreviewsCreationTask: z.looseObject({ id: optionalText }).nullish(),
      errors: listOf(z.looseObject({ errorDescription: optionalText, message: optionalText })),
    })
    .transform((wire) => ({
      id: wire.listingPreviewsCreationTask?.id ?? wire.taskId ?? wire.id,
      complaints: wire.errors.map(({ errorDescription, message }) => errorDescription ?? message ?? ''),
    })),
])

/**
 * The answer to startListingPreviewsCreation; the document shows only that it "returns a task id".
 *
 * `wasExecuted` is false where the answer has no `data` at all: by the GraphQL specification such a request failed before
 * anything was carried out.
 */
export const startAnswerSchema = z
  .looseObject({
    data: z.looseObject({ startListingPreviewsCreation: startPayload.nullish() }).nullish(),
    errors: listOf(graphqlError),
  })
  .transform((wire) => ({
    taskId: wire.data?.startListingPreviewsCreation?.id ?? null,
    complaints: wire.data?.startListingPreviewsCreation?.complaints ?? [],
    wasExecuted: wire.data !== undefined,
    errors: wire.errors,
  }))
