/** The inventory service's answers. Reading is tolerant. */
import * as z from 'zod'
import { type JsonObject, jsonObjectSchema } from '../../../shared/inventory/json.ts'

/** getInventoryItem: any object, kept whole. */
export const itemBodySchema = jsonObjectSchema

/** bulkCreateOrReplaceInventoryItem: each element's statusCode decides for its SKU (INV-12). */
export const bulkBodySchema = z.object({
  responses: z.array(
    z.object({
      sku: z.string().optional().catch(undefined),
      statusCode: z.coerce.number().int().optional().catch(undefined),
      errors: z.array(z.unknown()).optional().catch(undefined),
      warnings: z.array(z.unknown()).optional().catch(undefined),
    }),
  ),
})
export type BulkAnswer = z.infer<typeof bulkBodySchema>['responses'][number]

/** bulkGetInventoryItem: each element's statusCode decides for its SKU (PLT-26). */
export const bulkReadBodySchema = z.object({
  responses: z.array(
    z.object({
      sku: z.string().optional().catch(undefined),
      statusCode: z.coerce.number().int().optional().catch(undefined),
      inventoryItem: jsonObjectSchema.optional().catch(undefined),
      errors: z.array(z.unknown()).optional().catch(undefined),
    }),
  ),
})
export type BulkRead = z.infer<typeof bulkReadBodySchema>['responses'][number]

export type ListedItem = { readonly sku: string; readonly record: JsonObject }

/**
 * getInventoryItems: whole records, each with its SKU. `next` is there unless this is the last page (PLT-07): a page may be
 * short.
 */
export const listBodySchema = z
  .object({ inventoryItems: z.array(jsonObjectSchema).nullish(), next: z.string().nullish() })
  .transform(({ inventoryItems, next }) => ({
    items: (inventoryItems ?? []).flatMap((record): readonly ListedItem[] =>
      typeof record.sku === 'string' && record.sku !== '' ? [{ sku: record.sku, record }] : [],
    ),
    isLast: (next ?? '') === '',
  }))

const practiceSkuSchema = z.object({ sku: z.string() }).transform(({ sku }) => sku)

export const practiceSkusSchema = z.union([
  z.array(practiceSkuSchema),
  z.object({ skus: z.array(practiceSkuSchema) }).transform(({ skus }) => skus),
])
