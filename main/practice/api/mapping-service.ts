import { buildSchema, GraphQLError, graphql } from 'graphql'
import { Hono } from 'hono'
import type { Faults, PracticeApp, PracticeEnv } from '../control/faults.ts'
import type { Notifier } from '../delivery/notifier.ts'
import { isJsonType, isObject, parseJsonObject } from '../json-body.ts'
import { suggestCategories } from '../listing/categories.ts'
import type { ReferenceWatch } from '../references.ts'
import { newShortId } from '../shop/ids.ts'
import type { MappingProduct, StoredTask, StoredToken } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'
import { authenticate } from './oauth-service.ts'
import { createRefusals } from './refusal.ts'
import { scopes } from './scopes.ts'

const DOMAIN = 'API_LISTING_PREVIEW'
const MAX_PRODUCTS = 500

const { refuse } = createRefusals(DOMAIN)

/** The mutation's input isn't documented; this one is the practice platform's own. */
const schema = buildSchema(`
  type Query {
    listingPreviewsCreationTaskById(input: ListingPreviewsCreationTaskByIdInput!): ListingPreviewsCreationTaskByIdOutput
  }
  type Mutation {
    startListingPreviewsCreation(input: StartListingPreviewsCreationInput!): StartListingPreviewsCreationOutput
  }
  input ListingPreviewsCreationTaskByIdInput { id: ID! }
  input StartListingPreviewsCreationInput { externalProducts: [ExternalProductInput!]! }
  input ExternalProductInput {
    externalProductId: String
    title: String
    description: String
    images: [String!]
    aspects: [AspectInput!]
    sku: String
    upc: String
    ean: String
    categoryName: String
  }
  input AspectInput { name: String! values: [String!]! }
  type StartListingPreviewsCreationOutput {
    "The id of the task, to poll with."
    taskId: ID!
    listingPreviewsCreationTask: ListingPreviewsCreationTask!
  }
  type ListingPreviewsCreationTaskByIdOutput {
    requestedId: ID!
    listingPreviewsCreationTask: ListingPreviewsCreationTask!
  }
  type ListingPreviewsCreationTask {
    id: ID!
    "Null while the task is processing."
    result: ListingPreviewsCreationResult
  }
  type ListingPreviewsCreationResult {
    completionStatus: CompletionStatus!
    listingPreviews: [ListingPreview!]!
    invalidProducts: [InvalidProduct!]!
    unmappedProducts: [LeftProduct!]!
    unprocessedProducts: [LeftProduct!]!
  }
  enum CompletionStatus { COMPLETED COMPLETED_WITH_ERROR FAILED }
  type ListingPreview {
    sku: String
    title: String
    description: String
    mappingReferenceId: String
    category: Category
    images: [Image!]
    aspects: [Aspect!]
  }
  type Category { id: ID! }
  type Image { value: String }
  type Aspect {
    localizedAspectName: String
    value: [AspectValue!]
    name: String
    values: [String!]
  }
  type AspectValue { localizedValue: String }
  type InvalidProduct { externalProductId: String errors: [ProductError!]! }
  type ProductError { message: String errorId: Int }
  type LeftProduct { externalProductId: String title: String }
`)

export type ProductInput = {
  readonly externalProductId?: string | null
  readonly title?: string | null
  readonly description?: string | null
  readonly images?: readonly string[] | null
  readonly aspects?: readonly { readonly name: string; readonly values: readonly string[] }[] | null
  readonly sku?: string | null
  readonly upc?: string | null
}

/** Identifies a product that is sent again. */
const createProductKey = (product: ProductInput): string =>
  JSON.stringify([product.externalProductId ?? null, product.sku ?? null, product.title ?? null])

/**
 * The outcome depends on the product, so a test can choose it: the codes "222" are invalid, a title beginning with
 * "Unmapped" finds no match, an image whose path contains /failed/ is left unprocessed the first time.
 */
export const decideOutcome = (practice: Practice, product: ProductInput): MappingProduct['outcome'] => {
  if (product.upc === '222' || product.externalProductId === '222') return 'invalid'
  const title = product.title ?? ''
  const images = product.images ?? []
  if (title.trim() === '' && images.length === 0) return 'invalid'
  if (/^unmapped/i.test(title)) return 'unmapped'
  if (images.some((image) => image.includes('/failed/'))) {
    const key = createProductKey(product)
    if (practice.state.leftUnprocessed.includes(key)) return 'mapped'
    practice.state.leftUnprocessed.push(key)
    return 'unprocessed'
  }
  return 'mapped'
}

export const fail = (message: string, errorCode: string): never => {
  throw new GraphQLError(message, { extensions: { errorCode } })
}

export const toPreview = (task: StoredTask, product: MappingProduct, index: number) => {
  const title = (product.title ?? 'Recognised from its picture').trim()
  const [category] = suggestCategories(title)
  const hasType = product.aspects.some(({ name }) => name === 'Type')
  const type = { name: 'Type', values: [category?.name ?? 'Collectable'] }
  const aspects = hasType ? product.aspects : [...product.aspects, type]
  return {
    sku: product.sku,
    title: [...title].slice(0, 80).join(''),
    description: product.description ?? `<p>${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
    // One for each product, and the same each time the task is read.
    mappingReferenceId: `${task.id.slice(0, 20)}${String(index).padStart(5, '0')}`,
    category: { id: category?.id ?? '34' },
    images: product.images.map((value) => ({ value })),
    aspects: aspects.map(({ name, values }) => ({
      localizedAspectName: name,
      value: values.map((localizedValue) => ({ localizedValue })),
      name,
      values,
    })),
  }
}

const toTaskJson = (task: StoredTask, nowMs: number) => {
  if (nowMs < task.finishesAtMs) return { id: task.id, result: null }
  const withOutcome = (outcome: MappingProduct['outcome']) =>
    task.products.filter((product) => product.outcome === outcome)
  const toLeftProduct = ({ externalProductId, title }: MappingProduct) => ({ externalProductId, title })
  const mapped = task.products.flatMap((product, index) =>
    product.outcome === 'mapped' ? [toPreview(task, product, index)] : [],
  )
  const someMapped = mapped.length < task.products.length ? 'COMPLETED_WITH_ERROR' : 'COMPLETED'
  return {
    id: task.id,
    result: {
      completionStatus: mapped.length === 0 ? 'FAILED' : someMapped,
      listingPreviews: mapped,
      invalidProducts: withOutcome('invalid').map(({ externalProductId }) => ({
        externalProductId,
        errors: [
          { errorId: 280001, message: 'The product data is defective: check the identifier, title and images.' },
        ],
      })),
      unmappedProducts: withOutcome('unmapped').map(toLeftProduct),
      unprocessedProducts: withOutcome('unprocessed').map(toLeftProduct),
    },
  }
}

export const mappingOperations = ['startListingPreviewsCreation', 'listingPreviewsCreationTaskById'] as const

export const findOperation = (query: string): string =>
  /\bstartListingPreviewsCreation\b/.test(query)
    ? 'startListingPreviewsCreation'
    : /\blistingPreviewsCreationTaskById\b/.test(query)
      ? 'listingPreviewsCreationTaskById'
      : 'graphql'

/** The listing-preview mapping service, on a real GraphQL schema. */
export const createMappingService = (
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
    return {
      listingPreviewsCreationTaskById: ({ input }: { input: { id: string } }) => {
        admit()
        const task = practice.state.tasks.get(input.id) ?? fail('Task not found', 'BAD_INPUT_VALUE')
        const view = toTaskJson(task, practice.now())
        for (const { mappingReferenceId } of view.result?.listingPreviews ?? []) references.issued(mappingReferenceId)
        return { requestedId: input.id, listingPreviewsCreationTask: view }
      },
      startListingPreviewsCreation: ({ input }: { input: { externalProducts: readonly ProductInput[] } }) => {
        admit()
        const { externalProducts } = input
        if (externalProducts.length === 0) fail('externalProducts is empty', 'BAD_INPUT_VALUE')
        if (externalProducts.length > MAX_PRODUCTS) {
          fail(`externalProducts has more than ${MAX_PRODUCTS} products`, 'BAD_INPUT_VALUE')
        }
        const startedAtMs = practice.now()
        const task: StoredTask = {
          id: newShortId(),
          startedAtMs,
          finishesAtMs: startedAtMs + practice.state.settings.mappingDurationMs,
          products: externalProducts.map((product) => ({
            externalProductId: product.externalProductId ?? null,
            title: product.title ?? null,
            description: product.description ?? null,
            images: product.images ?? [],
            aspects: product.aspects ?? [],
            sku: product.sku ?? null,
            upc: product.upc ?? null,
            outcome: decideOutcome(practice, product),
          })),
          announced: false,
        }
        practice.state.tasks.set(task.id, task)
        notifier.wake()
        return { taskId: task.id, listingPreviewsCreationTask: toTaskJson(task, practice.now()) }
      },
    }
  }

  app.post(
    '/sell/listing_preview/graphql',
    faults.guard(
      'mapping',
      async (c) => findOperation(String(parseJsonObject(await c.req.text())?.query ?? '')),
      mappingOperations,
    ),
    async (c) => {
      const token = authenticate(practice, c, DOMAIN)
      if (!isJsonType(c.req.header('content-type'))) refuse(415, 2004, 'Content-Type must be application/json.')
      const body = parseJsonObject(await c.req.text())
      const query = body?.query
      const variables = body?.variables ?? {}
      if (typeof query !== 'string' || !isObject(variables)) {
        return refuse(400, 2004, 'The body must be an object with query, a string, and variables, an object.')
      }
      const result = await graphql({ schema, source: query, rootValue: createRoot(token), variableValues: variables })
      return c.json(result)
    },
  )

  return app
}
