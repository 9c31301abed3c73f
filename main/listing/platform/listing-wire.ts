/** The listing services' answers. Reading is tolerant: a wrong field is dropped, not the whole answer. */
import * as z from 'zod'
import { type JsonObject, jsonObjectSchema } from '../../../shared/inventory/json.ts'

const text = z.string().catch('')
const maybeText = z.string().optional().catch(undefined)

/** A list whose unreadable elements are left out. */
const readable = <S extends z.ZodType>(element: S) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((values) =>
      values.flatMap((value) => {
        const parsed = element.safeParse(value)
        return parsed.success ? [parsed.data] : []
      }),
    )

export const offersBodySchema = z
  .object({ offers: z.array(jsonObjectSchema).nullish(), next: z.string().nullish() })
  .transform(({ offers, next }) => ({ offers: (offers ?? []) as readonly JsonObject[], isLast: (next ?? '') === '' }))

const amountSchema = z.object({ value: z.coerce.string(), currency: text })

export const feesBodySchema = z.object({
  feeSummaries: readable(z.object({ fees: readable(z.object({ feeType: text, amount: amountSchema })) })),
})

export const bulkBodySchema = z.object({
  responses: readable(
    z.object({
      sku: maybeText,
      offerId: maybeText,
      listingId: maybeText,
      statusCode: z.coerce.number().int().optional().catch(undefined),
      errors: z.array(z.unknown()).optional().catch(undefined),
      warnings: z.array(z.unknown()).optional().catch(undefined),
    }),
  ),
})
export type BulkAnswer = z.infer<typeof bulkBodySchema>['responses'][number]

/** The ids in a success. An unreadable body has none, but the write has succeeded by its status line. */
export const idsBodySchema = z.object({ offerId: maybeText, listingId: maybeText })

const policySchema = z.object({
  fulfillmentPolicyId: maybeText,
  paymentPolicyId: maybeText,
  returnPolicyId: maybeText,
  name: text,
  description: text,
  marketplaceId: maybeText,
  shippingOptions: readable(z.object({ costType: text })).optional(),
})
export const policiesBodySchema = z.object({
  fulfillmentPolicies: readable(policySchema).optional(),
  paymentPolicies: readable(policySchema).optional(),
  returnPolicies: readable(policySchema).optional(),
})

export const privilegesBodySchema = z.object({ sellerRegistrationCompleted: z.boolean().nullable().catch(null) })

export const programsBodySchema = z.object({ programs: readable(z.object({ programType: text })) })

export const locationsBodySchema = z.object({
  total: z.coerce.number().catch(0),
  locations: readable(
    z.object({
      merchantLocationKey: z.string(),
      name: text,
      merchantLocationStatus: text,
      location: z
        .object({
          address: z.object({ addressLine1: text, city: text, stateOrProvince: text, postalCode: text, country: text }),
        })
        .optional()
        .catch(undefined),
    }),
  ),
})

export const treeBodySchema = z.object({ categoryTreeId: z.string().min(1) })

export const subtreeBodySchema = z.object({
  categorySubtreeNode: z.object({ category: z.object({ categoryName: z.string() }) }),
})

export const suggestionsBodySchema = z.object({
  categorySuggestions: readable(
    z.object({
      category: z.object({ categoryId: z.string(), categoryName: text }),
      /** The nearest one first. */
      categoryTreeNodeAncestors: readable(z.object({ categoryName: text })),
    }),
  ),
})

export const aspectsBodySchema = z.object({
  aspects: readable(
    z.object({
      localizedAspectName: z.string().min(1),
      aspectConstraint: z
        .object({
          aspectRequired: z.boolean().catch(false),
          aspectUsage: text,
          aspectMode: text,
          aspectDataType: text,
          aspectFormat: text,
          aspectMaxLength: z.number().nullable().catch(null),
          itemToAspectCardinality: text,
          aspectEnabledForVariations: z.boolean().catch(false),
        })
        .catch({
          aspectRequired: false,
          aspectUsage: '',
          aspectMode: '',
          aspectDataType: '',
          aspectFormat: '',
          aspectMaxLength: null,
          itemToAspectCardinality: '',
          aspectEnabledForVariations: false,
        }),
      aspectValues: readable(
        z.object({
          localizedValue: z.string(),
          valueConstraints: readable(
            z.object({
              applicableForLocalizedAspectName: z.string(),
              applicableForLocalizedAspectValues: readable(z.string()),
            }),
          ),
        }),
      ),
    }),
  ),
})

export const conditionsBodySchema = z.object({
  itemConditionPolicies: readable(
    z.object({
      categoryId: z.string(),
      itemConditions: readable(
        z.object({
          conditionId: z.coerce.string(),
          conditionDescription: text,
          conditionDescriptors: readable(
            z.object({
              conditionDescriptorId: z.coerce.string(),
              conditionDescriptorName: text,
              conditionDescriptorConstraint: z
                .object({ usage: text, mode: text, maxLength: z.number().nullable().catch(null) })
                .catch({ usage: '', mode: '', maxLength: null }),
              conditionDescriptorValues: readable(
                z.object({ conditionDescriptorValueId: z.coerce.string(), conditionDescriptorValueName: text }),
              ),
            }),
          ),
        }),
      ),
    }),
  ),
})

export const categoryPoliciesBodySchema = z.object({
  categoryPolicies: readable(
    z.object({ categoryId: z.string(), upcSupport: text, eanSupport: text, isbnSupport: text }),
  ),
})

export const imageBodySchema = z.object({
  imageUrl: z.string().min(1),
  /** When an unused picture is deleted, in UTC. */
  expirationDate: maybeText,
})
