/**
 * What a finished mapping task holds: four lists, each wanting something else of the seller.
 *
 * Document 1, section 2, "Listing preview" and "Mapping task". These are the shapes inside the app, after main's tolerant
 * reader; `mappingReferenceId` is among them to be seen, and goes nowhere else (MAP-12).
 */
import * as z from 'zod'

/** An aspect as it was read: in the platform's order, empty values and nameless ones still there, to be told about. */
export const previewAspectSchema = z.object({ name: z.string(), values: z.array(z.string()) })
export type PreviewAspect = z.infer<typeof previewAspectSchema>

export const listingPreviewSchema = z.object({
  sku: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  mappingReferenceId: z.string().nullable(),
  categoryId: z.string().nullable(),
  images: z.array(z.string()),
  aspects: z.array(previewAspectSchema),
})
export type ListingPreview = z.infer<typeof listingPreviewSchema>

/** The data is at fault: the same data gives the same result (MAP-05). */
export const invalidProductSchema = z.object({
  externalProductId: z.string().nullable(),
  errors: z.array(z.object({ errorId: z.string().nullable(), message: z.string() })),
})
export type InvalidProduct = z.infer<typeof invalidProductSchema>

/** Valid, without a match in the catalog (MAP-06); or not processed, by the platform's own fault (MAP-07). */
export const plainProblemSchema = z.object({ externalProductId: z.string().nullable(), title: z.string().nullable() })
export type PlainProblem = z.infer<typeof plainProblemSchema>

export const taskResultSchema = z.object({
  listingPreviews: z.array(listingPreviewSchema),
  invalidProducts: z.array(invalidProductSchema),
  unmappedProducts: z.array(plainProblemSchema),
  unprocessedProducts: z.array(plainProblemSchema),
})
export type TaskResult = z.infer<typeof taskResultSchema>

export const listCountsSchema = z.object({
  listingPreviews: z.int(),
  invalidProducts: z.int(),
  unmappedProducts: z.int(),
  unprocessedProducts: z.int(),
})
export type ListCounts = z.infer<typeof listCountsSchema>

export const countsOf = (result: TaskResult): ListCounts => ({
  listingPreviews: result.listingPreviews.length,
  invalidProducts: result.invalidProducts.length,
  unmappedProducts: result.unmappedProducts.length,
  unprocessedProducts: result.unprocessedProducts.length,
})
