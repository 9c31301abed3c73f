/** What the inventory service answers. Reading is tolerant. */
import * as z from 'zod'
import { jsonObjectSchema } from '../../../shared/inventory/json.ts'

/** getInventoryItem: any object, kept whole. */
export const itemBodySchema = jsonObjectSchema

/** bulkCreateOrReplaceInventoryItem: each element's statusCode decides for its SKU (INV-12). */
export const bulkBodySchema = z.object({
  responses: z.array(
    z.object({
      sku: z.string().optional().catch(undefined),
      statusCode: z.coerce.number().int().optional().catch(undefined),
      errors: z.array(z.unknown()).optional().catch(undefined),
    }),
  ),
})
export type BulkAnswer = z.infer<typeof bulkBodySchema>['responses'][number]

const practiceSkuSchema = z.object({ sku: z.string() }).transform(({ sku }) => sku)

export const practiceSkusSchema = z.union([
  z.array(practiceSkuSchema),
  z.object({ skus: z.array(practiceSkuSchema) }).transform(({ skus }) => skus),
])
