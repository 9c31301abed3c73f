/** Writes the products of a start in the form that the connection's settings give (MAP-15). */
import { findPlaceholder } from '../../../shared/connection/start-variables.ts'
import { isCodeAlone, NOTHING_TO_MATCH, type Product } from '../../../shared/mapping/product.ts'
import type { MappingAdapter } from './adapter.ts'

/**
 * The values of placeholders. A list whose one element contains one of `names` repeats it for each of their `scopes`.
 */
type Scope = {
  readonly values: Readonly<Record<string, unknown>>
  readonly rows: readonly { readonly names: readonly string[]; readonly scopes: readonly Scope[] }[]
}

const innerScope = (values: Scope['values']): Scope => ({ values, rows: [] })

const productScope = ({ externalProductId, sku, title, images, aspects }: Product): Scope => ({
  values: {
    externalProductId,
    sku,
    title: title || undefined,
    images: images.length === 0 ? undefined : images,
    aspects: aspects.length === 0 ? undefined : aspects,
  },
  rows: [
    { names: ['image'], scopes: images.map((image) => innerScope({ image })) },
    {
      names: ['aspectName', 'aspectValues'],
      scopes: aspects.map(({ name, values }) => innerScope({ aspectName: name, aspectValues: values })),
    },
  ],
})

/** Undefined if the product has no value for the field, which is then left out. */
const fill = (template: unknown, scope: Scope): unknown => {
  if (typeof template === 'string') {
    const name = findPlaceholder(template)
    return name === undefined ? template : scope.values[name]
  }
  if (Array.isArray(template)) {
    const text = JSON.stringify(template)
    const repeated =
      template.length === 1 && scope.rows.find(({ names }) => names.some((name) => text.includes(`{{${name}}}`)))
    const elements = repeated
      ? repeated.scopes.map((each) =>
          fill(template[0], { values: { ...scope.values, ...each.values }, rows: each.rows }),
        )
      : template.map((element) => fill(element, scope))
    const filled = elements.filter((element) => element !== undefined)
    return filled.length === 0 && template.length > 0 ? undefined : filled
  }
  if (typeof template !== 'object' || template === null) return template
  return Object.fromEntries(
    Object.entries(template).flatMap(([key, value]) => {
      const filled = fill(value, scope)
      return filled === undefined ? [] : [[key, filled]]
    }),
  )
}

export const neutralAdapter: MappingAdapter = {
  startVariables: ({ mapping }, products) => {
    const scopes = products.map(productScope)
    const names = scopes.flatMap(({ values, rows }) => [...Object.keys(values), ...rows.flatMap((row) => row.names)])
    return fill(JSON.parse(mapping.startVariables), {
      values: {},
      rows: [{ names: [...new Set(names)], scopes }],
    }) as object
  },
  findProblem: (product) => (isCodeAlone(product) ? NOTHING_TO_MATCH : undefined),
  headers: () => ({}),
}
