/**
 * What the notification service sends and takes (document 3, section 2).
 *
 * Readers are tolerant: status values are open strings (NOT-04), and what an answer leaves out is undefined.
 */
import * as z from 'zod'

export const configSchema = z.object({ alertEmail: z.string().optional() })
export type Config = { readonly alertEmail: string }

const deliveryConfigSchema = z.object({ endpoint: z.string().optional(), verificationToken: z.string().optional() })

export const destinationSchema = z.object({
  destinationId: z.string(),
  name: z.string().optional(),
  status: z.string().optional(),
  deliveryConfig: deliveryConfigSchema.optional(),
})
export type Destination = z.infer<typeof destinationSchema>

export type DestinationRequest = {
  readonly name: string
  readonly status: string
  readonly deliveryConfig: { readonly endpoint: string; readonly verificationToken: string }
}

export const publicKeySchema = z.object({ key: z.string(), algorithm: z.string().default('ECDSA'), digest: z.string() })

const formatSchema = z.union([z.string(), z.array(z.string())])

export const topicSchema = z.object({
  topicId: z.string(),
  description: z.string().optional(),
  status: z.string().optional(),
  context: z.string().optional(),
  scope: z.string().optional(),
  filterable: z.boolean().optional(),
  authorizationScopes: z.array(z.string()).optional(),
  supportedPayloads: z
    .array(
      z.object({
        /** A string in the documents, an array on the public platform. */
        format: formatSchema.optional(),
        schemaVersion: z.string().optional(),
        deliveryProtocol: z.string().optional(),
        deprecated: z.boolean().optional(),
      }),
    )
    .optional(),
})
export type Topic = z.infer<typeof topicSchema>

export type SubscriptionPayloadDetail = {
  readonly format: string
  readonly schemaVersion: string
  readonly deliveryProtocol: string
}

export const subscriptionSchema = z.object({
  subscriptionId: z.string(),
  topicId: z.string().optional(),
  destinationId: z.string().optional(),
  status: z.string().optional(),
  payload: z
    .object({
      format: formatSchema.optional(),
      schemaVersion: z.string().optional(),
      deliveryProtocol: z.string().optional(),
    })
    .optional(),
  filterId: z.string().optional(),
  creationDate: z.string().optional(),
})
export type Subscription = z.infer<typeof subscriptionSchema>

export type CreateSubscriptionRequest = {
  readonly topicId: string
  readonly destinationId: string
  readonly status: string
  readonly payload: SubscriptionPayloadDetail
}
export type UpdateSubscriptionRequest = Omit<CreateSubscriptionRequest, 'topicId'>

export const subscriptionFilterSchema = z.object({
  filterId: z.string(),
  subscriptionId: z.string().optional(),
  filterSchema: z.record(z.string(), z.unknown()).optional(),
  filterStatus: z.string().optional(),
  creationDate: z.string().optional(),
})
export type SubscriptionFilter = z.infer<typeof subscriptionFilterSchema>

const paging = {
  href: z.string().optional(),
  next: z.string().nullish(),
  limit: z.int().optional(),
  total: z.int().optional(),
}

export const destinationPageSchema = z.object({ destinations: z.array(destinationSchema).default([]), ...paging })
export const subscriptionPageSchema = z.object({ subscriptions: z.array(subscriptionSchema).default([]), ...paging })
export const topicPageSchema = z.object({ topics: z.array(topicSchema).default([]), ...paging })
