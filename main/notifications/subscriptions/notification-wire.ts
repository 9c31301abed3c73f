/**
 * The notification service's bodies. Parsing is tolerant: statuses are open strings (NOT-04) and most fields are
 * optional.
 */
import * as z from 'zod'

export const configSchema = z.object({ alertEmail: z.string().optional() })
export type Config = { readonly alertEmail: string }

export const destinationSchema = z.object({
  destinationId: z.string(),
  name: z.string().optional(),
  status: z.string().optional(),
  deliveryConfig: z.object({ endpoint: z.string().optional(), verificationToken: z.string().optional() }).optional(),
})
export type Destination = z.infer<typeof destinationSchema>

export type DestinationRequest = {
  readonly name: string
  readonly status: string
  readonly deliveryConfig: { readonly endpoint: string; readonly verificationToken: string }
}

export const publicKeySchema = z.object({ key: z.string(), algorithm: z.string().default('ECDSA'), digest: z.string() })

const payloadSchema = z.object({
  /** One name or several, depending on the platform. */
  format: z.union([z.string(), z.array(z.string())]).optional(),
  schemaVersion: z.string().optional(),
  deliveryProtocol: z.string().optional(),
})
export type Payload = z.infer<typeof payloadSchema>

export const topicSchema = z.object({
  topicId: z.string(),
  description: z.string().optional(),
  status: z.string().optional(),
  context: z.string().optional(),
  scope: z.string().optional(),
  filterable: z.boolean().optional(),
  authorizationScopes: z.array(z.string()).optional(),
  supportedPayloads: z.array(payloadSchema.extend({ deprecated: z.boolean().optional() })).optional(),
})
export type Topic = z.infer<typeof topicSchema>

export const subscriptionSchema = z.object({
  subscriptionId: z.string(),
  topicId: z.string().optional(),
  destinationId: z.string().optional(),
  status: z.string().optional(),
  payload: payloadSchema.optional(),
  filterId: z.string().optional(),
  creationDate: z.string().optional(),
})
export type Subscription = z.infer<typeof subscriptionSchema>

export type CreateSubscriptionRequest = {
  readonly topicId: string
  readonly destinationId: string
  readonly status: string
  readonly payload: { readonly format: string; readonly schemaVersion: string; readonly deliveryProtocol: string }
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

export const destinationPageSchema = z.object({
  destinations: z.array(destinationSchema).default([]),
  next: z.string().nullish(),
})
export const subscriptionPageSchema = z.object({
  subscriptions: z.array(subscriptionSchema).default([]),
  next: z.string().nullish(),
})
export const topicPageSchema = z.object({ topics: z.array(topicSchema).default([]), next: z.string().nullish() })
