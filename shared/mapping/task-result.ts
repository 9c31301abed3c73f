/** The four lists of a finished mapping task, as main's tolerant reader returns them. */
import * as z from 'zod'

/** An aspect as read: nameless aspects and empty values are kept, so the seller can see that they are dropped. */
const previewAspectSchema = z.object({
  name: z.string(),
  values: z.array(z.string()),
  /** Those of `values` that the platform is less sure of (PLT-36). */
  hints: z.array(z.string()).exactOptional(),
})
export type PreviewAspect = z.infer<typeof previewAspectSchema>

/** `mappingReferenceId` is only ever shown (MAP-12). */
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

/** A product with defective data: the same data gives the same result (MAP-05). */
export const invalidProductSchema = z.object({
  externalProductId: z.string().nullable(),
  errors: z.array(z.object({ errorId: z.string().nullable(), message: z.string() })),
})
export type InvalidProduct = z.infer<typeof invalidProductSchema>

/** A product without a match in the catalog (MAP-06), or one the platform did not process (MAP-07). */
export const unmatchedProductSchema = z.object({
  externalProductId: z.string().nullable(),
  title: z.string().nullable(),
})
export type UnmatchedProduct = z.infer<typeof unmatchedProductSchema>

export type TaskResult = {
  readonly listingPreviews: readonly ListingPreview[]
  readonly invalidProducts: readonly InvalidProduct[]
  readonly unmappedProducts: readonly UnmatchedProduct[]
  readonly unprocessedProducts: readonly UnmatchedProduct[]
}

export const listCountsSchema = z.object({
  listingPreviews: z.int(),
  invalidProducts: z.int(),
  unmappedProducts: z.int(),
  unprocessedProducts: z.int(),
})
export type ListCounts = z.infer<typeof listCountsSchema>
