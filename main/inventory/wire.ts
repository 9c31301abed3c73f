/** What the inventory service sends (document 1, sections 2 and 4). Readers are tolerant; what is sent is written in client.ts. */
import * as z from 'zod'
import { jsonObjectSchema } from '../../shared/inventory/json.ts'

/** The body of getInventoryItem: any object, kept whole. */
export const itemBodySchema = jsonObjectSchema

/** The body of bulkCreateOrReplaceInventoryItem's answer: each element's statusCode decides for its SKU (INV-12). */
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

/** The SKUs of a practice shop, which stand in for the list that a seller has of her own. */
export const practiceSkusSchema = z.union([
  z.array(practiceSkuSchema),
  z.object({ skus: z.array(practiceSkuSchema) }).transform(({ skus }) => skus),
])
