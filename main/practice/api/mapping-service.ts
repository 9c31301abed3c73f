/** The listing-preview mapping service of both platforms, each on its own GraphQL schema. */
import { GraphQLError, graphql } from 'graphql'
import type { Faults, PracticeApp } from '../control/faults.ts'
import type { Notifier } from '../delivery/notifier.ts'
import { isObject, parseJsonObject } from '../json-body.ts'
import { findCategory, suggestCategories } from '../listing/categories.ts'
import type { PracticePlatformId } from '../names.ts'
import type { ReferenceWatch } from '../references.ts'
import { newShortId } from '../shop/ids.ts'
import type { MappingProduct, StoredTask, StoredToken } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'
import { findKnownProduct } from './mapping-catalogue.ts'
import { ebaySchema, neutralSchema } from './mapping-schemas.ts'
import { createRefusals } from './refusal.ts'
import { scopes } from './scopes.ts'
import { authenticate, type Call, createService } from './service.ts'

const MAX_PRODUCTS = 500
const MAX_EBAY_PRODUCTS = 10

const START = 'startListingPreviewsCreation'
const READ = 'listingPreviewsCreationTaskById'

const { refuse, readBody } = createRefusals('API_LISTING_PREVIEW')

/** A product in the form of either platform. */
type ProductInput = Partial<Omit<MappingProduct, 'outcome'>> & {
  readonly externalProductIdentifierInput?: { readonly productId: string; readonly productType: string } | null
}

const fail = (message: string, errorCode: string): never => {
  throw new GraphQLError(message, { extensions: { errorCode } })
}

/**
 * The outcome depends on the product, so a test can choose it: the codes "222" are invalid, a title beginning with
 * "Unmapped" finds no match, an image whose path contains /failed/ is left unprocessed the first time.
 */
const decideOutcome = (practice: Practice, product: Omit<MappingProduct, 'outcome'>): MappingProduct['outcome'] => {
  const { leftUnprocessed } = practice.state
  const { externalProductId, sku, upc, images } = product
  const title = product.title ?? ''
  if (upc === '222' || externalProductId === '222') return 'invalid'
  if (product.problem !== undefined) return 'invalid'
  if (title.trim() === '' && images.length === 0 && practice.names.id !== 'ebay') return 'invalid'
  if (/^unmapped/i.test(title)) return 'unmapped'
  if (!images.some((image) => image.includes('/failed/'))) return 'mapped'
  const key = JSON.stringify([externalProductId, sku, product.title])
  if (leftUnprocessed.includes(key)) return 'mapped'
  leftUnprocessed.push(key)
  return 'unprocessed'
}

/** Why a product gets no preview. A product code must come alone, and item specifics need a category. */
const findProductProblem = (input: ProductInput): string | undefined => {
  const { title, images, aspects, categoryName, sku, externalProductIdentifierInput: code } = input
  const isEmpty = (title ?? '').trim() === '' && (images ?? []).length === 0
  if (code?.productType === 'MPN') return 'The product identifier type is not supported.'
  if (code != null) {
    const isAlone = isEmpty && (aspects ?? []).length === 0 && categoryName == null && sku == null
    return isAlone ? undefined : 'A product identifier must be provided without other data.'
  }
  if (isEmpty) return 'A product needs a title or an image.'
  return (aspects ?? []).length > 0 && categoryName == null ? 'Aspects need a category name.' : undefined
}

const findLimitProblem = ({ title, images, aspects }: ProductInput): string | undefined => {
  const texts = (aspects ?? []).flatMap(({ name, values }) => [name, ...values])
  if ((title ?? '').length > 250) return 'A title can have at most 250 characters.'
  if ((images ?? []).length > 24) return 'A product can have at most 24 images.'
  if ((images ?? []).some((url) => !url.startsWith('https://'))) return 'An image address must use https.'
  if ((aspects ?? []).length > 50) return 'A product can have at most 50 aspects.'
  return texts.some((text) => text.length > 100) ? 'An aspect can have at most 100 characters.' : undefined
}

const toProduct = (practice: Practice, input: ProductInput): MappingProduct => {
  const code = input.externalProductIdentifierInput?.productId ?? null
  const problem = practice.names.id === 'ebay' ? findProductProblem(input) : undefined
  const known = code === null || problem !== undefined ? undefined : findKnownProduct(code)
  const product = {
    ...(problem === undefined ? {} : { problem }),
    ...(known === undefined ? {} : { known }),
    ...(input.categoryName == null ? {} : { categoryName: input.categoryName }),
    externalProductId: input.externalProductId ?? code,
    title: input.title ?? null,
    description: input.description ?? null,
    images: input.images ?? [],
    aspects: input.aspects ?? [],
    sku: input.sku ?? null,
    upc: input.upc ?? code,
  }
  return { ...product, outcome: decideOutcome(practice, product) }
}

const toPreview = (task: StoredTask, product: MappingProduct) => {
  const title = (product.title ?? product.known?.title ?? 'Recognised from its picture').trim()
  const given = product.known?.aspects ?? product.aspects
  // The catalogue's aspects say what a known product is.
  const words = product.known === undefined ? [] : product.known.aspects.map(({ name }) => name)
  const [category] = suggestCategories([...words, title].join(' '))
  const type = { name: 'Type', values: [category?.name ?? 'Collectable'] }
  return {
    sku: product.sku,
    title: [...title].slice(0, 80).join(''),
    description: product.description ?? `<p>${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
    // Derived from the product, so it is the same each time the task is read.
    mappingReferenceId: `${task.id.slice(0, 20)}${String(task.products.indexOf(product)).padStart(5, '0')}`,
    category: { id: category?.id ?? '34' },
    aspects: given.some(({ name }) => name === 'Type') ? given : [...given, type],
  }
}

const toDocumentPreview = (task: StoredTask, product: MappingProduct) => {
  const { aspects, ...preview } = toPreview(task, product)
  return {
    ...preview,
    images: product.images.map((value) => ({ value })),
    aspects: aspects.map(({ name, values }) => ({
      localizedAspectName: name,
      value: values.map((localizedValue) => ({ localizedValue })),
      name,
      values,
    })),
  }
}

const toEbayLeftProduct = ({ externalProductId, title, images, sku, categoryName, aspects }: MappingProduct) => ({
  externalProductIdentifier: externalProductId === null ? null : { productId: externalProductId, productType: 'UPC' },
  title,
  images,
  category: categoryName ?? null,
  sku,
  aspects,
})

const toEbayPreview = (task: StoredTask, product: MappingProduct) => {
  const { aspects, category, ...preview } = toPreview(task, product)
  const sent = new Set((product.known ?? product).aspects.map(({ name }) => name))
  const known = findCategory(category.id)
  // What was sent, or is the catalogue's own, is certain. What is guessed from the title is a hint, with a second guess beside it.
  const toValues = (name: string, values: readonly string[]) =>
    sent.has(name)
      ? values.map((value) => ({ value, confidence: 'PREFILL' }))
      : [...values, 'Unbranded'].map((value) => ({ value, confidence: 'HINT' }))
  const certain = { name: 'Country of Origin', values: ['Unknown'] }
  return {
    ...preview,
    category: {
      categoryId: category.id,
      id: category.id,
      name: known?.name ?? 'Other',
      level: 3,
      leafCategory: true,
    },
    images: product.images,
    aspects: [
      ...aspects.map(({ name, values }) => ({ name, values: toValues(name, values), aspectValues: values })),
      { name: certain.name, values: [{ value: 'Unknown', confidence: 'PREFILL' }], aspectValues: certain.values },
    ],
    product: product.externalProductId === null ? null : { productId: '228742731', title: preview.title },
    clientProvidedProductDetails: toEbayLeftProduct(product),
  }
}

const defect = 'The product data is defective: check the identifier, title and images.'

type Spelling = {
  readonly toPreview: (task: StoredTask, product: MappingProduct) => { readonly mappingReferenceId: string }
  readonly toInvalid: (product: MappingProduct) => object
  readonly toLeft: (product: MappingProduct) => object
}

/** Each platform's spelling of a product's outcome. */
const spellings: Readonly<Record<PracticePlatformId, Spelling>> = {
  neutral: {
    toPreview: toDocumentPreview,
    toInvalid: ({ externalProductId }: MappingProduct) => ({
      externalProductId,
      errors: [{ errorId: 280001, message: defect }],
    }),
    toLeft: ({ externalProductId, title }: MappingProduct) => ({ externalProductId, title }),
  },
  ebay: {
    toPreview: toEbayPreview,
    toInvalid: (product: MappingProduct) => ({
      clientProvidedProductDetails: toEbayLeftProduct(product),
      description: product.problem ?? 'The product identifier is invalid.',
    }),
    toLeft: toEbayLeftProduct,
  },
}

const findProblem = (isEbay: boolean, products: readonly ProductInput[]): string | undefined => {
  const max = isEbay ? MAX_EBAY_PRODUCTS : MAX_PRODUCTS
  if (products.length === 0) return 'At least one product is required.'
  if (products.length > max) return `At most ${max} products are allowed.`
  return isEbay ? products.map(findLimitProblem).find((problem) => problem !== undefined) : undefined
}

const names = [START, READ]
const operation = {
  names,
  read: async (c: Call): Promise<string> => {
    const query = String(parseJsonObject(await c.req.text())?.query ?? '')
    return names.find((name) => new RegExp(`\\b${name}\\b`).test(query)) ?? 'graphql'
  },
}

export const createMappingService = (
  practice: Practice,
  faults: Faults,
  notifier: Notifier,
  references: ReferenceWatch,
): PracticeApp => {
  const { id: platform, marketplaceId } = practice.names
  const isEbay = platform === 'ebay'
  const { toPreview, toInvalid, toLeft } = spellings[platform]

  const toTaskJson = (task: StoredTask) => {
    if (practice.now() < task.finishesAtMs) return { id: task.id, result: null }
    const pick = (outcome: MappingProduct['outcome']) => task.products.filter((product) => product.outcome === outcome)
    const listingPreviews = pick('mapped').map((product) => toPreview(task, product))
    for (const { mappingReferenceId } of listingPreviews) references.issued(mappingReferenceId)
    const isPartial = listingPreviews.length < task.products.length
    return {
      id: task.id,
      result: {
        completionStatus: listingPreviews.length === 0 ? 'FAILED' : isPartial ? 'COMPLETED_WITH_ERROR' : 'COMPLETED',
        listingPreviews,
        invalidProducts: pick('invalid').map(toInvalid),
        unmappedProducts: pick('unmapped').map(toLeft),
        unprocessedProducts: pick('unprocessed').map(toLeft),
      },
    }
  }

  const start = (products: readonly ProductInput[]): StoredTask => {
    const startedAtMs = practice.now()
    const task: StoredTask = {
      id: newShortId(),
      startedAtMs,
      finishesAtMs: startedAtMs + practice.state.settings.mappingDurationMs,
      products: products.map((product) => toProduct(practice, product)),
      announced: false,
    }
    practice.state.tasks.set(task.id, task)
    notifier.wake()
    return task
  }

  const createRoot = (token: StoredToken) => {
    const admit = (): void => {
      if (!token.scopes.includes(scopes.listingPreview)) fail('Access denied', 'FORBIDDEN')
    }
    return {
      [READ]: ({ input }: { input: { id: string } }) => {
        admit()
        const task = practice.state.tasks.get(input.id) ?? fail('Task not found', 'BAD_INPUT_VALUE')
        return { requestedId: input.id, listingPreviewsCreationTask: toTaskJson(task) }
      },
      [START]: ({ input: { externalProducts } }: { input: { externalProducts: readonly ProductInput[] } }) => {
        admit()
        const errorDescription = findProblem(isEbay, externalProducts)
        if (errorDescription !== undefined && isEbay) return { errors: [{ errorDescription }] }
        if (errorDescription !== undefined) return fail(errorDescription, 'BAD_INPUT_VALUE')
        const task = start(externalProducts)
        return { taskId: task.id, listingPreviewsCreationTask: toTaskJson(task) }
      },
    }
  }

  const carryOut = async (c: Call): Promise<Response> => {
    const token = authenticate(practice, c, isEbay ? 'API_INVENTORY_MAPPING' : 'API_LISTING_PREVIEW')
    const { query, variables = {} } = await readBody(c)
    if (isEbay && c.req.header('x-ebay-c-marketplace-id') !== marketplaceId) {
      return c.json({ errors: [{ message: 'Unsupported marketplace', extensions: { errorCode: 'BAD_INPUT_VALUE' } }] })
    }
    if (typeof query !== 'string' || !isObject(variables)) {
      return refuse(400, 2004, 'The body must be an object with query, a string, and variables, an object.')
    }
    const schema = isEbay ? ebaySchema : neutralSchema
    return c.json(await graphql({ schema, source: query, rootValue: createRoot(token), variableValues: variables }))
  }

  const path = isEbay ? '/graphql' : '/sell/listing_preview/graphql'
  return createService(faults, { service: 'mapping' }, [['POST', path, operation, carryOut]])
}
