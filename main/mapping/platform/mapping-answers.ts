/**
 * Reads the mapping service's answers tolerantly (MAP-03, MAP-11).
 *
 * Aspects and images come in several shapes; all become one. Empty names and values are kept, so that the seller sees
 * later what is dropped.
 */
import * as z from 'zod'
import type { ListingPreview, PreviewAspect } from '../../../shared/mapping/task-result.ts'
import type { GraphqlError } from './mapping-errors.ts'

const text = z.union([z.string(), z.number().transform(String)])
const optionalText = text.nullish().transform((value) => value ?? null)

const withoutNulls = <T>(list: readonly (T | null)[]): T[] => list.filter((entry): entry is T => entry !== null)

/** A missing list is empty; null elements are skipped. */
const list = <S extends z.ZodType>(element: S) =>
  z
    .array(element.nullable())
    .nullish()
    .transform((elements) => withoutNulls(elements ?? []))

// The documented shape comes first in each union: a large result has tens of thousands of values.
const aspectValue = z.union([
  z
    .looseObject({ localizedValue: optionalText, value: optionalText, confidence: optionalText })
    .transform((wire) => ({ text: wire.localizedValue ?? wire.value ?? '', isHint: wire.confidence === 'HINT' })),
  text.transform((value) => ({ text: value, isHint: false })),
])
const aspectValues = z
  .union([
    z.array(aspectValue.nullable()).transform(withoutNulls),
    text.transform((value) => [{ text: value, isHint: false }]),
  ])
  .nullish()

const aspect = z
  .looseObject({
    localizedAspectName: optionalText,
    name: optionalText,
    value: aspectValues,
    values: aspectValues,
    aspectValues,
  })
  .transform((wire): PreviewAspect => {
    // An answer may contain several spellings of the same list: the first one present is the whole list.
    const all = wire.value ?? wire.values ?? wire.aspectValues ?? []
    const hints = all.filter(({ isHint }) => isHint).map((value) => value.text)
    return {
      name: wire.localizedAspectName ?? wire.name ?? '',
      values: all.map((value) => value.text),
      ...(hints.length === 0 ? {} : { hints }),
    }
  })

const image = z.union([z.looseObject({ value: text }).transform(({ value }) => value), text])

const preview = z
  .looseObject({
    sku: optionalText,
    title: optionalText,
    description: optionalText,
    mappingReferenceId: optionalText,
    category: z.looseObject({ id: optionalText, categoryId: optionalText }).nullish(),
    images: list(image),
    aspects: list(aspect),
    clientProvidedProductDetails: z.looseObject({ sku: optionalText, title: optionalText }).nullish(),
  })
  .transform(
    ({ sku, mappingReferenceId, images, aspects, clientProvidedProductDetails: sent, ...wire }): ListingPreview => ({
      sku: sku ?? sent?.sku ?? null,
      // A preview without a title gets the title that was sent.
      title: wire.title ?? sent?.title ?? '',
      description: wire.description ?? '',
      mappingReferenceId,
      categoryId: wire.category?.categoryId ?? wire.category?.id ?? null,
      images,
      aspects,
    }),
  )

const product = z.looseObject({
  externalProductId: optionalText,
  externalProductIdentifier: z.looseObject({ productId: optionalText }).nullish(),
  sku: optionalText,
  title: optionalText,
})

const readId = (wire: z.output<typeof product> | null | undefined): string | null =>
  wire?.externalProductId ?? wire?.externalProductIdentifier?.productId ?? wire?.sku ?? null

const unmatchedProduct = product.transform((wire) => ({ externalProductId: readId(wire), title: wire.title }))

const invalidProduct = product
  .extend({
    clientProvidedProductDetails: product.nullish(),
    errors: list(z.looseObject({ errorId: optionalText, message: optionalText })),
    description: optionalText,
  })
  .transform(({ errors, description, ...wire }) => ({
    externalProductId: readId(wire) ?? readId(wire.clientProvidedProductDetails),
    errors:
      errors.length === 0 && description !== null
        ? [{ errorId: null, message: description }]
        : errors.map(({ errorId, message }) => ({ errorId, message: message ?? '' })),
  }))

const endings = { COMPLETED: 'completed', COMPLETED_WITH_ERROR: 'completedWithError', FAILED: 'failed' } as const

const result = z
  .looseObject({
    completionStatus: z.enum(['COMPLETED', 'COMPLETED_WITH_ERROR', 'FAILED']),
    listingPreviews: list(preview),
    invalidProducts: list(invalidProduct),
    unmappedProducts: list(unmatchedProduct),
    unprocessedProducts: list(unmatchedProduct),
  })
  .transform(({ completionStatus, listingPreviews, invalidProducts, unmappedProducts, unprocessedProducts }) => ({
    state: endings[completionStatus],
    lists: { listingPreviews, invalidProducts, unmappedProducts, unprocessedProducts },
  }))

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

/** The answer to listingPreviewsCreationTaskById. A task with a null result is still processing (MAP-03). */
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
    errors: list(graphqlError),
  })
  .transform(({ data, errors }) => {
    const answer = data?.listingPreviewsCreationTaskById
    return {
      requestedId: answer?.requestedId ?? null,
      hasTask: answer?.listingPreviewsCreationTask != null,
      result: answer?.listingPreviewsCreationTask?.result ?? null,
      errors,
    }
  })

const startPayload = z.union([
  text.transform((id) => ({ id, complaints: [] as string[] })),
  z
    .looseObject({
      id: optionalText,
      taskId: optionalText,
      listingPreviewsCreationTask: z.looseObject({ id: optionalText }).nullish(),
      errors: list(z.looseObject({ errorDescription: optionalText, message: optionalText })),
    })
    .transform((wire) => ({
      id: wire.listingPreviewsCreationTask?.id ?? wire.taskId ?? wire.id,
      complaints: wire.errors.map(({ errorDescription, message }) => errorDescription ?? message ?? ''),
    })),
])

/**
 * The answer to startListingPreviewsCreation, whose shape is not documented.
 *
 * Without `data` nothing was executed, by the GraphQL specification.
 */
export const startAnswerSchema = z
  .looseObject({
    data: z.looseObject({ startListingPreviewsCreation: startPayload.nullish() }).nullish(),
    errors: list(graphqlError),
  })
  .transform(({ data, errors }) => ({
    taskId: data?.startListingPreviewsCreation?.id ?? null,
    complaints: data?.startListingPreviewsCreation?.complaints ?? [],
    wasExecuted: data !== undefined,
    errors,
  }))
