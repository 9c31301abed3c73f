import { buildSchema, graphql } from 'graphql'
import { Hono } from 'hono'
import {
  decideOutcome,
  fail,
  findOperation,
  mappingOperations,
  type ProductInput,
  toPreview,
} from '../api/mapping-service.ts'
import { authenticate } from '../api/oauth-service.ts'
import { createRefusals } from '../api/refusal.ts'
import { scopes } from '../api/scopes.ts'
import type { Faults, PracticeApp, PracticeEnv } from '../control/faults.ts'
import type { Notifier } from '../delivery/notifier.ts'
import { isJsonType, isObject, parseJsonObject } from '../json-body.ts'
import type { ReferenceWatch } from '../references.ts'
import { newShortId } from '../shop/ids.ts'
import type { MappingProduct, StoredTask, StoredToken } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'

const DOMAIN = 'API_INVENTORY_MAPPING'
const MAX_PRODUCTS = 10

const { refuse } = createRefusals(DOMAIN)

const schema = buildSchema(`
  type Query {
    listingPreviewsCreationTaskById(input: ListingPreviewsCreationTaskByIdInput!): ListingPreviewsCreationTaskByIdResponse
  }
  type Mutation {
    startListingPreviewsCreation(input: StartListingPreviewsCreationInput!): StartListingPreviewsCreationResponse
  }
  input ListingPreviewsCreationTaskByIdInput { id: String! }
  input StartListingPreviewsCreationInput { externalProducts: [ExternalProductInput!]! }
  input ExternalProductInput {
    title: String
    images: [String!]
    aspects: [AspectInput!]
    externalProductIdentifierInput: ExternalProductIdentifierInput
    sku: String
    categoryName: String
  }
  input AspectInput { name: String! values: [String!]! }
  input ExternalProductIdentifierInput { productId: String! productType: String! }
  type StartListingPreviewsCreationResponse {
    listingPreviewsCreationTask: ListingPreviewsCreationTask
    errors: [StartError!]
  }
  type StartError { errorDescription: String }
  type ListingPreviewsCreationTaskByIdResponse {
    requestedId: String!
    listingPreviewsCreationTask: ListingPreviewsCreationTask
  }
  type ListingPreviewsCreationTask { id: String! result: ListingPreviewsCreationResult }
  type ListingPreviewsCreationResult {
    completionStatus: CompletionStatus!
    listingPreviews: [ListingPreview!]
    invalidProducts: [InvalidProduct!]
    unmappedProducts: [LeftProduct!]
    unprocessedProducts: [LeftProduct!]
  }
  enum CompletionStatus { COMPLETED COMPLETED_WITH_ERROR FAILED }
  type ListingPreview {
    sku: String
    title: String
    description: String
    mappingReferenceId: String
    category: Category
    images: [String!]
    aspects: [Aspect!]
    product: CatalogProduct
    clientProvidedProductDetails: LeftProduct
  }
  type Category { id: String! }
  type Aspect { name: String aspectValues: [String!] }
  type CatalogProduct { epid: String }
  type ExternalProductIdentifier { productId: String productType: String }
  type InvalidProduct { clientProvidedProductDetails: LeftProduct description: String }
  type LeftProduct {
    externalProductIdentifier: ExternalProductIdentifier
    title: String
    images: [String!]
    category: String
    sku: String
  }
`)

type EbayProductInput = Omit<ProductInput, 'externalProductId' | 'upc'> & {
  readonly externalProductIdentifierInput?: { readonly productId: string; readonly productType: string } | null
}

/** Title, picture, both, title with item specifics, or title with a product code. */
const isAllowed = ({ title, images, aspects, externalProductIdentifierInput }: EbayProductInput): boolean => {
  const hasTitle = (title ?? '').trim() !== ''
  return (
    hasTitle || ((images ?? []).length > 0 && (aspects ?? []).length === 0 && externalProductIdentifierInput == null)
  )
}

const toLeftProduct = ({ externalProductId, title, images, sku }: MappingProduct) => ({
  externalProductIdentifier: externalProductId === null ? null : { productId: externalProductId, productType: 'UPC' },
  title,
  images,
  category: null,
  sku,
})

const toTaskJson = (task: StoredTask, nowMs: number) => {
  if (nowMs < task.finishesAtMs) return { id: task.id, result: null }
  const pick = (outcome: MappingProduct['outcome']) => task.products.filter((product) => product.outcome === outcome)
  const listingPreviews = task.products.flatMap((product, index) => {
    if (product.outcome !== 'mapped') return []
    const { images, aspects, ...preview } = toPreview(task, product, index)
    return [
      {
        ...preview,
        images: images.map(({ value }) => value),
        aspects: aspects.map(({ name, values }) => ({ name, aspectValues: values })),
        product: { epid: null },
        clientProvidedProductDetails: toLeftProduct(product),
      },
    ]
  })
  const isPartial = listingPreviews.length < task.products.length
  return {
    id: task.id,
    result: {
      completionStatus: listingPreviews.length === 0 ? 'FAILED' : isPartial ? 'COMPLETED_WITH_ERROR' : 'COMPLETED',
      listingPreviews,
      invalidProducts: pick('invalid').map((product) => ({
        clientProvidedProductDetails: toLeftProduct(product),
        description: 'The product identifier is invalid.',
      })),
      unmappedProducts: pick('unmapped').map(toLeftProduct),
      unprocessedProducts: pick('unprocessed').map(toLeftProduct),
    },
  }
}

/** The mapping service in its public input and result shapes: at most ten products a task. */
export const createEbayMappingService = (
  practice: Practice,
  faults: Faults,
  notifier: Notifier,
  references: ReferenceWatch,
): PracticeApp => {
  const app = new Hono<PracticeEnv>()

  const createRoot = (token: StoredToken) => {
    const admit = (): void => {
      if (!token.scopes.includes(scopes.listingPreview)) fail('Access denied', 'FORBIDDEN')
    }
    const start = (externalProducts: readonly EbayProductInput[]): StoredTask => {
      const startedAtMs = practice.now()
      const task: StoredTask = {
        id: newShortId(),
        startedAtMs,
        finishesAtMs: startedAtMs + practice.state.settings.mappingDurationMs,
        products: externalProducts.map((product) => {
          const productId = product.externalProductIdentifierInput?.productId ?? null
          return {
            externalProductId: productId,
            title: product.title ?? null,
            description: null,
            images: product.images ?? [],
            aspects: product.aspects ?? [],
            sku: product.sku ?? null,
            upc: productId,
            outcome: decideOutcome(practice, { ...product, externalProductId: productId, upc: productId }),
          }
        }),
        announced: false,
      }
      practice.state.tasks.set(task.id, task)
      notifier.wake()
      return task
    }
    return {
      listingPreviewsCreationTaskById: ({ input }: { input: { id: string } }) => {
        admit()
        const task = practice.state.tasks.get(input.id) ?? fail('Task not found', 'BAD_INPUT_VALUE')
        const view = toTaskJson(task, practice.now())
        for (const { mappingReferenceId } of view.result?.listingPreviews ?? []) references.issued(mappingReferenceId)
        return { requestedId: input.id, listingPreviewsCreationTask: view }
      },
      startListingPreviewsCreation: ({ input }: { input: { externalProducts: readonly EbayProductInput[] } }) => {
        admit()
        const { externalProducts } = input
        const complain = (errorDescription: string) => ({
          listingPreviewsCreationTask: null,
          errors: [{ errorDescription }],
        })
        if (externalProducts.length === 0) return complain('At least one product is required.')
        if (externalProducts.length > MAX_PRODUCTS) return complain(`At most ${MAX_PRODUCTS} products are allowed.`)
        if (!externalProducts.every(isAllowed)) return complain('A product needs a title or an image.')
        return { listingPreviewsCreationTask: toTaskJson(start(externalProducts), practice.now()), errors: null }
      },
    }
  }

  app.post(
    '/graphql',
    faults.guard(
      'mapping',
      async (c) => findOperation(String(parseJsonObject(await c.req.text())?.query ?? '')),
      mappingOperations,
    ),
    async (c) => {
      const token = authenticate(practice, c, DOMAIN)
      if (!isJsonType(c.req.header('content-type'))) refuse(415, 2004, 'Content-Type must be application/json.')
      if (c.req.header('x-ebay-c-marketplace-id') !== practice.names.marketplaceId) {
        return c.json({
          errors: [{ message: 'Unsupported marketplace', extensions: { errorCode: 'BAD_INPUT_VALUE' } }],
        })
      }
      const body = parseJsonObject(await c.req.text())
      const query = body?.query
      const variables = body?.variables ?? {}
      if (typeof query !== 'string' || !isObject(variables)) return refuse(400, 2004, 'Invalid request')
      return c.json(await graphql({ schema, source: query, rootValue: createRoot(token), variableValues: variables }))
    },
  )

  return app
}
