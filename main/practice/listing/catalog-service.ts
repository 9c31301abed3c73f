/** Taxonomy and metadata: the category tree, what a category requires, and the conditions it allows. */
import { type Context, Hono } from 'hono'
import { authenticate, demandScope } from '../api/oauth-service.ts'
import { createRefusals } from '../api/refusal.ts'
import { scopes } from '../api/scopes.ts'
import type { Faults, PracticeApp, PracticeEnv } from '../control/faults.ts'
import type { Practice } from '../shop/shop-state.ts'
import {
  CATEGORY_TREE_ID,
  CATEGORY_TREE_VERSION,
  type Category,
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

export const createCatalogService = (practice: Practice, faults: Faults): PracticeApp => {
  const app = new Hono<PracticeEnv>()
  const guard = (operation: string) => faults.guard('catalog', operation)
  const { marketplaceId } = practice.names

  const admit = (c: Context, domain = DOMAIN): void => {
    demandScope(authenticate(practice, c, domain), [scopes.root, scopes.inventory], domain)
  }
  const demandTree = (c: Context): void => {
    const id = c.req.param('treeId') ?? ''
    if (id !== CATEGORY_TREE_ID) refuse(404, 62004, 'The category tree ID was not found.', { category_tree_id: id })
  }
  const demandLeaf = (c: Context): Category => {
    const id = c.req.query('category_id')
    if (id === undefined) return refuse(400, 62005, 'The category ID is missing.')
    const isBranch = categories.some(({ ancestors }) => ancestors.some((ancestor) => ancestor.id === id))
    if (isBranch) refuse(400, 62009, 'The specified category ID must be a leaf category.', { category_id: id })
    return findCategory(id) ?? refuse(404, 62005, 'The category ID does not belong to the tree.', { category_id: id })
  }
  const toHref = (id: string): string =>
    `${practice.url}${TAXONOMY}/category_tree/${CATEGORY_TREE_ID}/get_category_subtree?category_id=${id}`

  app.get(`${TAXONOMY}/get_default_category_tree_id`, guard('getDefaultCategoryTreeId'), (c) => {
    admit(c)
    const requested = c.req.query('marketplace_id')
    if (requested !== marketplaceId) {
      refuse(400, 62002, 'The marketplace has no category tree.', { marketplace_id: requested ?? '' })
    }
    return c.json({ categoryTreeId: CATEGORY_TREE_ID, categoryTreeVersion: CATEGORY_TREE_VERSION })
  })

  const base = `${TAXONOMY}/category_tree/:treeId`
  app.get(`${base}/get_category_suggestions`, guard('getCategorySuggestions'), (c) => {
    admit(c)
    demandTree(c)
    const query = (c.req.query('q') ?? '').trim()
    if (query === '') refuse(400, 62007, 'The query is missing.')
    const found = /[\p{L}\p{N}]/u.test(query) ? suggestCategories(query).slice(0, MAX_SUGGESTIONS) : []
    if (found.length === 0) return c.body(null, 204)
    return c.json({
      categoryTreeId: CATEGORY_TREE_ID,
      categoryTreeVersion: CATEGORY_TREE_VERSION,
      categorySuggestions: found.map(({ id, name, ancestors }) => ({
        category: { categoryId: id, categoryName: name },
        categoryTreeNodeLevel: ancestors.length + 1,
        // The nearest ancestor first.
        categoryTreeNodeAncestors: ancestors
          .map((ancestor, index) => ({
            categoryId: ancestor.id,
            categoryName: ancestor.name,
            categoryTreeNodeLevel: index + 1,
            categorySubtreeNodeHref: toHref(ancestor.id),
          }))
          .toReversed(),
      })),
    })
  })

  app.get(`${base}/get_item_aspects_for_category`, guard('getItemAspectsForCategory'), (c) => {
    admit(c)
    demandTree(c)
    const { aspects } = demandLeaf(c)
    if (aspects.length === 0) return c.body(null, 204)
    return c.json({
      aspects: aspects.map(({ name, required, values }) => ({
        localizedAspectName: name,
        aspectConstraint: {
          aspectDataType: 'STRING',
          aspectEnabledForVariations: false,
          aspectMode: 'FREE_TEXT',
          aspectRequired: required,
          aspectUsage: required ? 'RECOMMENDED' : 'OPTIONAL',
          aspectMaxLength: 65,
          itemToAspectCardinality: 'SINGLE',
        },
        aspectValues: values.map((localizedValue) => ({ localizedValue })),
      })),
    })
  })

  app.get(
    `${METADATA}/marketplace/:marketplaceId/get_item_condition_policies`,
    guard('getItemConditionPolicies'),
    (c) => {
      admit(c, 'API_METADATA')
      const requested = c.req.param('marketplaceId')
      if (requested !== marketplaceId) {
        refuse(404, 46001, 'The marketplace is unknown.', { marketplace_id: requested })
      }
      const filter = c.req.query('filter')
      const ids = filter === undefined ? undefined : /^categoryIds:\{([\d|]+)\}$/.exec(filter)?.[1]?.split('|')
      if (filter !== undefined && ids === undefined) refuse(400, 46002, 'The filter is malformed.', { filter })
      const found = categories.filter(({ id }) => ids?.includes(id) ?? true)
      if (found.length === 0) return c.body(null, 204)
      return c.json({
        itemConditionPolicies: found.map(({ id, conditionIds }) => ({
          categoryTreeId: CATEGORY_TREE_ID,
          categoryId: id,
          itemConditionRequired: true,
          itemConditions: conditionIds.map((conditionId) => ({
            conditionId,
            conditionDescription: conditions[conditionId]?.label ?? conditionId,
          })),
        })),
      })
    },
  )

  return app
}
