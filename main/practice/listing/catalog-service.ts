/** Taxonomy and metadata: the category tree, and the specifics and conditions of a category. */
import { createRefusals } from '../api/refusal.ts'
import { scopes } from '../api/scopes.ts'
import { admitByScope, type Call, createService } from '../api/service.ts'
import type { Faults, PracticeApp } from '../control/faults.ts'
import type { Practice } from '../shop/shop-state.ts'
import {
  CATEGORY_TREE_ID,
  CATEGORY_TREE_VERSION,
  type Category,
  type CategoryAspect,
  type ConditionDescriptor,
  categories,
  conditions,
  findCategory,
  suggestCategories,
} from './categories.ts'

const TAXONOMY = '/commerce/taxonomy/v1'
const METADATA = '/sell/metadata/v1'
const DOMAIN = 'API_TAXONOMY'
const MAX_SUGGESTIONS = 5

const { refuse } = createRefusals(DOMAIN)

const requireTree = (c: Call): void => {
  const id = c.req.param('treeId') ?? ''
  if (id !== CATEGORY_TREE_ID) refuse(404, 62004, 'The category tree ID was not found.', { category_tree_id: id })
}

const requireLeaf = (c: Call): Category => {
  const id = c.req.query('category_id')
  if (id === undefined) return refuse(400, 62005, 'The category ID is missing.')
  const isBranch = categories.some(({ ancestors }) => ancestors.some((ancestor) => ancestor.id === id))
  if (isBranch) refuse(400, 62009, 'The specified category ID must be a leaf category.', { category_id: id })
  return findCategory(id) ?? refuse(404, 62005, 'The category ID does not belong to the tree.', { category_id: id })
}

const toAspectJson = ({ name, required, values, dependsOn, canVary = false, ...rules }: CategoryAspect) => ({
  localizedAspectName: name,
  aspectConstraint: {
    aspectDataType: rules.dataType ?? 'STRING',
    ...(rules.format === undefined ? {} : { aspectFormat: rules.format }),
    aspectEnabledForVariations: canVary,
    aspectMode: rules.mode ?? 'FREE_TEXT',
    aspectRequired: required,
    aspectUsage: required ? 'RECOMMENDED' : 'OPTIONAL',
    aspectMaxLength: rules.maxLength ?? 65,
    itemToAspectCardinality: rules.cardinality ?? 'SINGLE',
  },
  aspectValues: values.map((localizedValue) => {
    const allowed = dependsOn?.allowed[localizedValue]
    return allowed === undefined
      ? { localizedValue }
      : {
          localizedValue,
          valueConstraints: [
            {
              applicableForLocalizedAspectName: dependsOn?.aspect,
              applicableForLocalizedAspectValues: allowed,
            },
          ],
        }
  }),
})

const toDescriptorJson = ({ id, name, values }: ConditionDescriptor, others: readonly ConditionDescriptor[]) => ({
  conditionDescriptorId: id,
  conditionDescriptorName: name,
  conditionDescriptorConstraint: {
    cardinality: 'SINGLE',
    mode: Object.keys(values).length > 0 ? 'SELECTION_ONLY' : 'FREE_TEXT',
    usage: 'REQUIRED',
    applicableToConditionDescriptorIds: others.map((other) => other.id).filter((other) => other !== id),
  },
  conditionDescriptorValues: Object.entries(values).map(([valueId, valueName]) => ({
    conditionDescriptorValueId: valueId,
    conditionDescriptorValueName: valueName,
  })),
})

const toConditionsJson = ({ id, conditionIds, conditionLabels = {}, descriptors = {} }: Category) => ({
  categoryTreeId: CATEGORY_TREE_ID,
  categoryId: id,
  itemConditionRequired: true,
  itemConditions: conditionIds.map((conditionId) => {
    const own = descriptors[conditionId] ?? []
    return {
      conditionId,
      conditionDescription: conditionLabels[conditionId] ?? conditions[conditionId]?.label ?? conditionId,
      ...(own.length === 0 ? {} : { conditionDescriptors: own.map((one) => toDescriptorJson(one, own)) }),
    }
  }),
})

const toCategoryPolicyJson = ({ id, codes = [] }: Category) => ({
  categoryTreeId: CATEGORY_TREE_ID,
  categoryId: id,
  valueCategory: false,
  eanSupport: codes.includes('ean') ? 'REQUIRED' : 'ENABLED',
  isbnSupport: codes.includes('isbn') ? 'REQUIRED' : 'DISABLED',
  upcSupport: codes.includes('upc') ? 'REQUIRED' : 'ENABLED',
})

export const createCatalogService = (practice: Practice, faults: Faults): PracticeApp => {
  const { marketplaceId } = practice.names

  const toSuggestionJson = ({ id, name, ancestors }: Category) => ({
    category: { categoryId: id, categoryName: name },
    categoryTreeNodeLevel: ancestors.length + 1,
    // The nearest ancestor first.
    categoryTreeNodeAncestors: ancestors
      .map((ancestor, index) => ({
        categoryId: ancestor.id,
        categoryName: ancestor.name,
        categoryTreeNodeLevel: index + 1,
        categorySubtreeNodeHref: `${practice.url}${TAXONOMY}/category_tree/${CATEGORY_TREE_ID}/get_category_subtree?category_id=${ancestor.id}`,
      }))
      .toReversed(),
  })

  const getTreeId = (c: Call): Response => {
    const requested = c.req.query('marketplace_id') ?? ''
    if (requested !== marketplaceId) {
      refuse(400, 62002, 'The marketplace has no category tree.', { marketplace_id: requested })
    }
    return c.json({ categoryTreeId: CATEGORY_TREE_ID, categoryTreeVersion: CATEGORY_TREE_VERSION })
  }

  const suggest = (c: Call): Response => {
    requireTree(c)
    const query = (c.req.query('q') ?? '').trim()
    if (query === '') refuse(400, 62007, 'The query is missing.')
    const found = /[\p{L}\p{N}]/u.test(query) ? suggestCategories(query).slice(0, MAX_SUGGESTIONS) : []
    if (found.length === 0) return c.body(null, 204)
    return c.json({
      categoryTreeId: CATEGORY_TREE_ID,
      categoryTreeVersion: CATEGORY_TREE_VERSION,
      categorySuggestions: found.map(toSuggestionJson),
    })
  }

  const getSubtree = (c: Call): Response => {
    requireTree(c)
    const { id, name } = requireLeaf(c)
    return c.json({
      categoryTreeId: CATEGORY_TREE_ID,
      categorySubtreeNode: { category: { categoryId: id, categoryName: name }, leafCategoryTreeNode: true },
    })
  }

  const getAspects = (c: Call): Response => {
    requireTree(c)
    const { aspects } = requireLeaf(c)
    return aspects.length === 0 ? c.body(null, 204) : c.json({ aspects: aspects.map(toAspectJson) })
  }

  /** The categories that a metadata call asks about. */
  const readCategories = (c: Call): readonly Category[] => {
    const requested = c.req.param('marketplaceId') ?? ''
    if (requested !== marketplaceId) refuse(404, 46001, 'The marketplace is unknown.', { marketplace_id: requested })
    const filter = c.req.query('filter')
    const ids = filter === undefined ? undefined : /^categoryIds:\{([\d|]+)\}$/.exec(filter)?.[1]?.split('|')
    if (filter !== undefined && ids === undefined) refuse(400, 46002, 'The filter is malformed.', { filter })
    return categories.filter(({ id }) => ids?.includes(id) ?? true)
  }

  const getConditions = (c: Call): Response => {
    const found = readCategories(c)
    return found.length === 0 ? c.body(null, 204) : c.json({ itemConditionPolicies: found.map(toConditionsJson) })
  }

  const getCategoryPolicies = (c: Call): Response => {
    const found = readCategories(c)
    return found.length === 0 ? c.body(null, 204) : c.json({ categoryPolicies: found.map(toCategoryPolicyJson) })
  }

  const admit = admitByScope(practice, DOMAIN, { read: [scopes.root, scopes.inventory], write: [] })
  const tree = `${TAXONOMY}/category_tree/:treeId`
  return createService(faults, { service: 'catalog', admit }, [
    ['GET', `${TAXONOMY}/get_default_category_tree_id`, 'getDefaultCategoryTreeId', getTreeId],
    ['GET', `${tree}/get_category_suggestions`, 'getCategorySuggestions', suggest],
    ['GET', `${tree}/get_category_subtree`, 'getCategorySubtree', getSubtree],
    ['GET', `${tree}/get_item_aspects_for_category`, 'getItemAspectsForCategory', getAspects],
    [
      'GET',
      `${METADATA}/marketplace/:marketplaceId/get_item_condition_policies`,
      'getItemConditionPolicies',
      getConditions,
    ],
    ['GET', `${METADATA}/marketplace/:marketplaceId/get_category_policies`, 'getCategoryPolicies', getCategoryPolicies],
  ])
}
