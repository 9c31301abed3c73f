/** Client of the services that an offer's choices come from: account, taxonomy, metadata and media. */
import type * as z from 'zod'
import { findConditionById } from '../../../shared/connection/conditions.ts'
import {
  type ConnectionProfile,
  getPlatform,
  languageHeaders,
  policyHeaders,
} from '../../../shared/connection/profile.ts'
import {
  type CategoryAspect,
  type CategoryName,
  type ListingCategory,
  type Policy,
  type PolicyKind,
  type ProductCode,
  productCodes,
} from '../../../shared/listing/contract/choices-contract.ts'
import { notFound } from '../../../shared/result.ts'
import { parseErrors, readJson, tryReadJson } from '../../http/answers.ts'
import { createErrorCatalog, responseFailure } from '../../http/failures.ts'
import type { HttpRequest, Send } from '../../http/request.ts'
import { createServiceClient, type ServiceCall } from '../../http/service-client.ts'
import { listingErrors } from './listing-errors.ts'
import {
  aspectsBodySchema,
  categoryPoliciesBodySchema,
  conditionsBodySchema,
  imageBodySchema,
  policiesBodySchema,
  privilegesBodySchema,
  programsBodySchema,
  subtreeBodySchema,
  suggestionsBodySchema,
  treeBodySchema,
} from './listing-wire.ts'
import { NOT_OFFERED } from './offer-client.ts'

/** The platform's program through which a seller gets business policies. */
const PROGRAM = 'SELLING_POLICY_MANAGEMENT'
const OPTED_IN_ID = 25803
const UPLOAD_TIMEOUT_MS = 110_000

/** `expiresAtMs`: null if the platform doesn't say. */
export type UploadedPicture = { readonly imageUrl: string; readonly expiresAtMs: number | null }

const toUploaded = ({ imageUrl, expirationDate }: z.infer<typeof imageBodySchema>): UploadedPicture => {
  const expiresAtMs = Date.parse(expirationDate ?? '')
  return { imageUrl, expiresAtMs: Number.isNaN(expiresAtMs) ? null : expiresAtMs }
}

export type ChoicesClient = ReturnType<typeof createChoicesClient>

export const createChoicesClient = ({
  profile,
  send,
}: {
  readonly profile: ConnectionProfile
  readonly send: Send
}) => {
  const { marketplaceId } = profile
  const { name: platformName } = getPlatform(profile)
  const errors = createErrorCatalog(platformName, listingErrors(platformName))

  const connect = (service: 'account' | 'catalog' | 'media', root: string, credential?: HttpRequest['credential']) =>
    createServiceClient({
      send,
      service,
      root,
      ...(service === 'media' ? {} : { headers: languageHeaders(profile) }),
      ...(credential === undefined ? {} : { credential }),
      toFailure: (response) =>
        response.status === 404 && parseErrors(response).every(({ errorId }) => errorId === 2002)
          ? notFound(NOT_OFFERED)
          : responseFailure(service, response, errors, {
              scope: service === 'account' ? 'sell.account' : undefined,
            }),
    })
  const account = connect('account', `${profile.baseUrl}/sell/account/v1`)
  const taxonomy = connect('catalog', `${profile.baseUrl}/commerce/taxonomy/v1`, 'application')
  const metadata = connect('catalog', `${profile.baseUrl}/sell/metadata/v1`, 'application')
  const media = connect('media', profile.mediaUrl)

  /** The answer's body; undefined for a 204. */
  const readSome = async <S extends z.ZodType>(
    service: typeof account,
    call: ServiceCall,
    schema: S,
    what: string,
  ): Promise<z.infer<S> | undefined> => {
    const response = await service.request(call)
    return response.status === 204 ? undefined : readJson(response, schema, what)
  }

  /** The id of the category tree, which doesn't change while the app runs. */
  let tree: Promise<string> | undefined
  const requireTree = async (): Promise<string> => {
    const call = { operation: 'getDefaultCategoryTreeId', path: '/get_default_category_tree_id' }
    const query = { marketplace_id: marketplaceId }
    return (await readSome(taxonomy, { ...call, query }, treeBodySchema, 'The category tree'))?.categoryTreeId ?? ''
  }
  const treeCall = async (operation: string, name: string, query: ServiceCall['query']): Promise<ServiceCall> => {
    tree ??= requireTree()
    try {
      return { operation, path: `/category_tree/{categoryTreeId}/${name}`, ids: [await tree], query: { ...query } }
    } catch (error) {
      tree = undefined
      throw error
    }
  }

  return {
    /** Reads the policies of one kind for this marketplace. */
    getPolicies: async (kind: PolicyKind): Promise<readonly Policy[]> => {
      const operation = {
        fulfillment: 'getFulfillmentPolicies',
        payment: 'getPaymentPolicies',
        return: 'getReturnPolicies',
      }
      const query = { marketplace_id: marketplaceId }
      const call = { operation: operation[kind], path: `/${kind}_policy`, query, headers: policyHeaders(profile) }
      const body = await readSome(account, call, policiesBodySchema, 'The list of policies')
      return (body?.[`${kind}Policies`] ?? []).flatMap((policy) => {
        const policyId = policy[`${kind}PolicyId`]
        const isOther = policy.marketplaceId !== undefined && policy.marketplaceId !== marketplaceId
        if (policyId === undefined || isOther) return []
        const isCalculated = policy.shippingOptions?.some(({ costType }) => costType === 'CALCULATED') ?? false
        return [{ kind, policyId, name: policy.name, description: policy.description, isCalculated }]
      })
    },

    /** Whether the seller's registration is complete; null if the platform doesn't say. */
    isRegistered: async (): Promise<boolean | null> => {
      const call = { operation: 'getPrivileges', path: '/privilege' }
      const body = await readSome(account, call, privilegesBodySchema, 'The seller’s privileges')
      return body?.sellerRegistrationCompleted ?? null
    },

    hasPolicyProgram: async (): Promise<boolean> => {
      const call = { operation: 'getOptedInPrograms', path: '/program/get_opted_in_programs' }
      const body = await readSome(account, call, programsBodySchema, 'The list of programs')
      return body?.programs.some(({ programType }) => programType === PROGRAM) ?? false
    },

    /** Joins the program. Returns whether the seller had already joined. */
    optInToProgram: async (): Promise<boolean> => {
      const body = JSON.stringify({ programType: PROGRAM })
      const call = { operation: 'optInToProgram', method: 'POST', path: '/program/opt_in', body } as const
      const response = await account.send(call)
      if (response.status === 409 && parseErrors(response).some(({ errorId }) => errorId === OPTED_IN_ID)) return true
      account.requireSuccess(response, call)
      return false
    },

    getCategorySuggestions: async (text: string): Promise<readonly CategoryName[]> => {
      const call = await treeCall('getCategorySuggestions', 'get_category_suggestions', { q: text })
      const body = await readSome(taxonomy, call, suggestionsBodySchema, 'The suggested categories')
      return (body?.categorySuggestions ?? []).map(
        ({ category: { categoryId, categoryName }, categoryTreeNodeAncestors }) => ({
          categoryId,
          name: categoryName,
          ancestors: categoryTreeNodeAncestors.map(({ categoryName: name }) => name).toReversed(),
        }),
      )
    },

    /** The name of a leaf category. */
    getCategoryName: async (categoryId: string): Promise<string | null> => {
      const call = await treeCall('getCategorySubtree', 'get_category_subtree', { category_id: categoryId })
      const body = await readSome(taxonomy, call, subtreeBodySchema, 'The category')
      return body?.categorySubtreeNode.category.categoryName ?? null
    },

    /** The specifics of a category; the platform's sentence if nothing can be listed in it, such as a category with subcategories. */
    getItemAspects: async (
      categoryId: string,
    ): Promise<{ readonly aspects: readonly CategoryAspect[]; readonly problem: string | null }> => {
      const query = { category_id: categoryId }
      const call = await treeCall('getItemAspectsForCategory', 'get_item_aspects_for_category', query)
      const response = await taxonomy.send(call)
      if (response.status === 204) return { aspects: [], problem: null }
      const [error] = parseErrors(response)
      const isUnfit = error?.errorId !== undefined && error.errorId >= 62_004 && error.errorId <= 62_009
      if (isUnfit && (response.status === 400 || response.status === 404)) {
        return {
          aspects: [],
          problem: `${error.message ?? 'Nothing can be listed in this category.'} Choose another category.`,
        }
      }
      const { aspects } = readJson(
        taxonomy.requireSuccess(response, call),
        aspectsBodySchema,
        'The item specifics of the category',
      )
      return {
        problem: null,
        aspects: aspects.map(({ localizedAspectName: name, aspectConstraint, aspectValues }) => ({
          name,
          isRequired: aspectConstraint.aspectRequired,
          isRecommended: aspectConstraint.aspectUsage === 'RECOMMENDED',
          values: aspectValues.map(({ localizedValue }) => localizedValue),
          isFreeText: aspectConstraint.aspectMode !== 'SELECTION_ONLY',
          takesSeveral: aspectConstraint.itemToAspectCardinality !== 'SINGLE',
          canVary: aspectConstraint.aspectEnabledForVariations,
          dataType: aspectConstraint.aspectDataType,
          format: aspectConstraint.aspectFormat,
          maxLength: aspectConstraint.aspectMaxLength,
          dependencies: aspectValues.flatMap(({ localizedValue: value, valueConstraints }) =>
            valueConstraints.map(({ applicableForLocalizedAspectName: control, ...constraint }) => ({
              value,
              control,
              values: constraint.applicableForLocalizedAspectValues,
            })),
          ),
        })),
      }
    },

    /** The conditions that a category allows, under the names that items use; undefined if the platform doesn't say. */
    getConditions: async (categoryId: string): Promise<ListingCategory['conditions'] | undefined> => {
      const call = {
        operation: 'getItemConditionPolicies',
        path: '/marketplace/{marketplaceId}/get_item_condition_policies',
        ids: [marketplaceId],
        query: { filter: `categoryIds:{${categoryId}}` },
      }
      const body = await readSome(metadata, call, conditionsBodySchema, 'The conditions of the category')
      return body?.itemConditionPolicies
        .find((policy) => policy.categoryId === categoryId)
        ?.itemConditions.flatMap(({ conditionId, conditionDescription, conditionDescriptors }) => {
          const condition = findConditionById(conditionId)
          if (condition === undefined) return []
          const descriptors = conditionDescriptors.map(
            ({
              conditionDescriptorId,
              conditionDescriptorName,
              conditionDescriptorConstraint: rule,
              ...descriptor
            }) => ({
              id: conditionDescriptorId,
              name: conditionDescriptorName || conditionDescriptorId,
              isRequired: rule.usage === 'REQUIRED',
              isFreeText: rule.mode === 'FREE_TEXT',
              maxLength: rule.maxLength,
              values: descriptor.conditionDescriptorValues.map((value) => ({
                id: value.conditionDescriptorValueId,
                name: value.conditionDescriptorValueName || value.conditionDescriptorValueId,
              })),
            }),
          )
          return [{ condition, label: conditionDescription || condition, descriptors }]
        })
    },

    /** The product codes that a category requires. No aspect says so, and only publishing is refused without them. */
    getRequiredCodes: async (categoryId: string): Promise<readonly ProductCode[]> => {
      const call = {
        operation: 'getCategoryPolicies',
        path: '/marketplace/{marketplaceId}/get_category_policies',
        ids: [marketplaceId],
        query: { filter: `categoryIds:{${categoryId}}` },
      }
      const body = await readSome(metadata, call, categoryPoliciesBodySchema, 'The rules of the category')
      const policy = body?.categoryPolicies.find((one) => one.categoryId === categoryId)
      return productCodes.filter((code) => policy?.[`${code}Support`] === 'REQUIRED')
    },

    canUpload: getPlatform(profile).capabilities.pictureUpload,

    /** Uploads a picture and returns its address, and when it expires unless a listing uses it (LST-10, PLT-34). `type` is its media type, read from its bytes. */
    createImageFromFile: async (
      { bytes, type }: { readonly bytes: Uint8Array; readonly type: string },
      onSent: (sentBytes: number, totalBytes: number) => void,
    ): Promise<UploadedPicture> => {
      const boundary = `stallhand-${crypto.randomUUID()}`
      // The file's own name may contain the seller's, so it doesn't leave this computer.
      const head = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="picture.${type.replace('image/', '')}"\r\ncontent-type: ${type}\r\n\r\n`
      const response = await media.request({
        operation: 'createImageFromFile',
        method: 'POST',
        path: '/image/create_image_from_file',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        bytes: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
        onSent,
        timeoutMs: UPLOAD_TIMEOUT_MS,
      })
      const parsed = imageBodySchema.safeParse(tryReadJson(response))
      if (parsed.success) return toUploaded(parsed.data)
      const id = response.headers.location?.split(/[?#]/, 1)[0]?.split('/').filter(Boolean).at(-1)
      if (id === undefined) throw responseFailure('media', { ...response, status: 500 }, errors)
      // SECURITY: only the id is used, so the token goes to the connection's own host.
      const call = { operation: 'getImage', path: '/image/{imageId}', ids: [id] }
      return toUploaded(await media.read(call, imageBodySchema, 'The uploaded picture'))
    },
  }
}
