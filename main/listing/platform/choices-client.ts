/** What an offer is put together from: the account, taxonomy, metadata and media services. */
import type * as z from 'zod'
import { type ConnectionProfile, getPlatform } from '../../../shared/connection/profile.ts'
import type {
  CategoryAspect,
  CategoryName,
  Policy,
  PolicyKind,
} from '../../../shared/listing/contract/choices-contract.ts'
import { type Failure, notFound } from '../../../shared/result.ts'
import { parseErrors, readJson, responseFailure } from '../../http/answers.ts'
import { pathPart, queryPart } from '../../http/path-part.ts'
import { classifyStatus, type HttpRequest, type HttpResponse, type Send } from '../../http/request.ts'
import { listingErrors } from './listing-errors.ts'
import {
  aspectsBodySchema,
  conditionsBodySchema,
  imageBodySchema,
  policiesBodySchema,
  programsBodySchema,
  subtreeBodySchema,
  suggestionsBodySchema,
  treeBodySchema,
} from './listing-wire.ts'
import { asRead, NOT_OFFERED } from './offer-client.ts'

const TAXONOMY = '/commerce/taxonomy/v1'
/** The program that gives a seller business policies. */
const PROGRAM = 'SELLING_POLICY_MANAGEMENT'
const OPTED_IN_ID = 25803
const MAX_ASPECT_VALUES = 500
const UPLOAD_TIMEOUT_MS = 110_000

/** Names that items use for the condition ids of the metadata service (PLT-12). */
const conditionNames: Readonly<Record<string, string>> = {
  1000: 'NEW',
  1500: 'NEW_OTHER',
  1750: 'NEW_WITH_DEFECTS',
  2000: 'CERTIFIED_REFURBISHED',
  2010: 'EXCELLENT_REFURBISHED',
  2020: 'VERY_GOOD_REFURBISHED',
  2030: 'GOOD_REFURBISHED',
  2500: 'SELLER_REFURBISHED',
  2750: 'LIKE_NEW',
  2990: 'PRE_OWNED_EXCELLENT',
  3000: 'USED_EXCELLENT',
  3010: 'PRE_OWNED_FAIR',
  4000: 'USED_VERY_GOOD',
  5000: 'USED_GOOD',
  6000: 'USED_ACCEPTABLE',
  7000: 'FOR_PARTS_OR_NOT_WORKING',
}

const isDone = ({ status }: HttpResponse): boolean => classifyStatus(status) === 'carriedOut'

export type ChoicesClient = ReturnType<typeof createChoicesClient>

export const createChoicesClient = ({
  profile,
  send,
}: {
  readonly profile: ConnectionProfile
  readonly send: Send
}) => {
  const { marketplaceId } = profile

  const read = (
    service: 'account' | 'catalog',
    operation: string,
    path: string,
    template = path.split('?', 1)[0] ?? path,
  ): Promise<HttpResponse> =>
    asRead(send, {
      service,
      operation,
      method: 'GET',
      url: `${profile.baseUrl}${path}`,
      pathTemplate: template,
      headers: { accept: 'application/json' },
      lane: 'read',
      repeatable: true,
      // Taxonomy and metadata take the application's token.
      credential: service === 'account' ? 'user' : 'application',
    })

  const fail = (service: 'account' | 'catalog' | 'media', response: HttpResponse): Failure => {
    if (response.status === 404 && parseErrors(response).every(({ errorId }) => errorId === 2002)) {
      return notFound(NOT_OFFERED)
    }
    return responseFailure(service, response, listingErrors, service === 'account' ? { scope: 'sell.account' } : {})
  }

  /** The answer's body; undefined for 204. */
  const readAs = async <S extends z.ZodType>(
    schema: S,
    what: string,
    ...[service, ...call]: Parameters<typeof read>
  ): Promise<z.infer<S> | undefined> => {
    const response = await read(service, ...call)
    if (response.status === 204) return undefined
    if (!isDone(response)) throw fail(service, response)
    return readJson(response, schema, what)
  }

  /** It doesn't change while the app runs. */
  let tree: Promise<string> | undefined
  const requireTree = async (): Promise<string> => {
    const path = `${TAXONOMY}/get_default_category_tree_id?marketplace_id=${encodeURIComponent(marketplaceId)}`
    const body = await readAs(treeBodySchema, 'The category tree', 'catalog', 'getDefaultCategoryTreeId', path)
    return body?.categoryTreeId ?? ''
  }
  /** The arguments of a read of the tree. */
  const treeCall = async (
    operation: string,
    name: string,
    query: string,
  ): Promise<readonly ['catalog', string, string, string]> => {
    tree ??= requireTree()
    try {
      const path = `${TAXONOMY}/category_tree/${pathPart(await tree, 'categoryTreeId')}/${name}?${query}`
      return ['catalog', operation, path, `${TAXONOMY}/category_tree/{categoryTreeId}/${name}`]
    } catch (error) {
      tree = undefined
      throw error
    }
  }
  const byCategory = (categoryId: string): string => `category_id=${queryPart(categoryId, 'input.categoryId')}`

  return {
    /** Policies of one kind, of this marketplace. */
    getPolicies: async (kind: PolicyKind): Promise<readonly Policy[]> => {
      const operation = {
        fulfillment: 'getFulfillmentPolicies',
        payment: 'getPaymentPolicies',
        return: 'getReturnPolicies',
      }
      const path = `/sell/account/v1/${kind}_policy?marketplace_id=${encodeURIComponent(marketplaceId)}`
      const body = await readAs(policiesBodySchema, 'The list of policies', 'account', operation[kind], path)
      return (body?.[`${kind}Policies`] ?? []).flatMap((policy) => {
        const policyId = policy[`${kind}PolicyId`]
        const isOther = policy.marketplaceId !== undefined && policy.marketplaceId !== marketplaceId
        if (policyId === undefined || isOther) return []
        return [{ kind, policyId, name: policy.name, description: policy.description }]
      })
    },

    hasPolicyProgram: async (): Promise<boolean> => {
      const path = '/sell/account/v1/program/get_opted_in_programs'
      const body = await readAs(programsBodySchema, 'The list of programs', 'account', 'getOptedInPrograms', path)
      return body?.programs.some(({ programType }) => programType === PROGRAM) ?? false
    },

    /** Returns whether the seller had joined already. */
    optInToProgram: async (): Promise<boolean> => {
      const response = await send({
        service: 'account',
        operation: 'optInToProgram',
        method: 'POST',
        url: `${profile.baseUrl}/sell/account/v1/program/opt_in`,
        pathTemplate: '/sell/account/v1/program/opt_in',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify({ programType: PROGRAM }),
        lane: 'write',
        repeatable: false,
        credential: 'user',
      })
      if (isDone(response)) return false
      if (response.status === 409 && parseErrors(response).some(({ errorId }) => errorId === OPTED_IN_ID)) return true
      throw fail('account', response)
    },

    getCategorySuggestions: async (text: string): Promise<readonly CategoryName[]> => {
      const call = await treeCall(
        'getCategorySuggestions',
        'get_category_suggestions',
        `q=${queryPart(text, 'input.text')}`,
      )
      const body = await readAs(suggestionsBodySchema, 'The suggested categories', ...call)
      return (body?.categorySuggestions ?? []).map(
        ({ category: { categoryId, categoryName }, categoryTreeNodeAncestors }) => ({
          categoryId,
          name: categoryName,
          ancestors: categoryTreeNodeAncestors.map(({ categoryName: name }) => name).toReversed(),
        }),
      )
    },

    /** The name of a category that nothing is below. */
    getCategoryName: async (categoryId: string): Promise<string | null> => {
      const call = await treeCall('getCategorySubtree', 'get_category_subtree', byCategory(categoryId))
      const body = await readAs(subtreeBodySchema, 'The category', ...call)
      return body?.categorySubtreeNode.category.categoryName ?? null
    },

    /** The specifics of a category; the platform's sentence if nothing can be listed in it, such as one with categories below it. */
    getItemAspects: async (
      categoryId: string,
    ): Promise<{ readonly aspects: readonly CategoryAspect[]; readonly problem: string | null }> => {
      const response = await read(
        ...(await treeCall('getItemAspectsForCategory', 'get_item_aspects_for_category', byCategory(categoryId))),
      )
      if (response.status === 204) return { aspects: [], problem: null }
      const [error] = parseErrors(response)
      const isUnfit = error?.errorId !== undefined && error.errorId >= 62_004 && error.errorId <= 62_009
      if (isUnfit && (response.status === 400 || response.status === 404)) {
        return {
          aspects: [],
          problem: `${error.message ?? 'Nothing can be listed in this category.'} Choose another category.`,
        }
      }
      if (!isDone(response)) throw fail('catalog', response)
      const { aspects } = readJson(response, aspectsBodySchema, 'The item specifics of the category')
      return {
        problem: null,
        aspects: aspects.map(({ localizedAspectName: name, aspectConstraint, aspectValues }) => ({
          name,
          isRequired: aspectConstraint.aspectRequired,
          isRecommended: aspectConstraint.aspectUsage === 'RECOMMENDED',
          values: aspectValues.slice(0, MAX_ASPECT_VALUES).map(({ localizedValue }) => localizedValue),
          isFreeText: aspectConstraint.aspectMode !== 'SELECTION_ONLY',
        })),
      }
    },

    /** The conditions that a category allows, by the names that items use; undefined if the platform doesn't say. */
    getConditions: async (
      categoryId: string,
    ): Promise<readonly { readonly condition: string; readonly label: string }[] | undefined> => {
      const path = `/sell/metadata/v1/marketplace/${pathPart(marketplaceId, 'marketplaceId')}/get_item_condition_policies`
      const body = await readAs(
        conditionsBodySchema,
        'The conditions of the category',
        'catalog',
        'getItemConditionPolicies',
        `${path}?filter=${queryPart(`categoryIds:{${categoryId}}`, 'input.categoryId')}`,
        '/sell/metadata/v1/marketplace/{marketplaceId}/get_item_condition_policies',
      )
      return body?.itemConditionPolicies
        .find((policy) => policy.categoryId === categoryId)
        ?.itemConditions.flatMap(({ conditionId, conditionDescription }) => {
          const condition = conditionNames[conditionId]
          return condition === undefined ? [] : [{ condition, label: conditionDescription || condition }]
        })
    },

    canUpload: getPlatform(profile).capabilities.pictureUpload,

    /** Uploads a picture and returns its address (LST-10). `type` is its media type, read from its bytes. */
    createImageFromFile: async (
      { bytes, type }: { readonly bytes: Uint8Array; readonly type: string },
      onSent: (sentBytes: number, totalBytes: number) => void,
    ): Promise<string> => {
      const boundary = `stallhand-${crypto.randomUUID()}`
      // The file's own name may hold the seller's, so it doesn't leave this computer.
      const head = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="picture.${type.replace('image/', '')}"\r\ncontent-type: ${type}\r\n\r\n`
      const request: Omit<HttpRequest, 'operation' | 'method' | 'url' | 'pathTemplate'> = {
        service: 'media',
        headers: { accept: 'application/json' },
        lane: 'read',
        repeatable: true,
        credential: 'user',
      }
      const response = await send({
        ...request,
        operation: 'createImageFromFile',
        method: 'POST',
        url: `${profile.mediaUrl}/image/create_image_from_file`,
        pathTemplate: '/image/create_image_from_file',
        headers: { ...request.headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
        bytes: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
        onSent,
        lane: 'write',
        repeatable: false,
        timeoutMs: UPLOAD_TIMEOUT_MS,
      })
      if (!isDone(response)) throw fail('media', response)
      const parsed = imageBodySchema.safeParse(tryJson(response))
      if (parsed.success) return parsed.data.imageUrl
      const id = response.headers.location?.split(/[?#]/, 1)[0]?.split('/').filter(Boolean).at(-1)
      if (id === undefined) throw fail('media', { ...response, status: 500 })
      // SECURITY: the id alone is taken, so that the token goes to the connection's own host.
      const image = await asRead(send, {
        ...request,
        operation: 'getImage',
        method: 'GET',
        url: `${profile.mediaUrl}/image/${pathPart(id, 'imageId')}`,
        pathTemplate: '/image/{imageId}',
      })
      if (!isDone(image)) throw fail('media', image)
      return readJson(image, imageBodySchema, 'The uploaded picture').imageUrl
    },
  }
}

const tryJson = ({ body }: HttpResponse): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}
