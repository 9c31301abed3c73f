/** The real platform's published descriptions, if they are beside the checkout. They are read there, never copied. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'official')

/** False on machines without the descriptions, which skip these suites. */
export const hasDescriptions = existsSync(join(folder, 'openapi'))

const files = {
  message: 'message-1.0.0',
  notification: 'notification-1.6.7',
  inventory: 'inventory-1.18.5',
  account: 'account-1.9.3-2026-10',
  metadata: 'metadata-1.13.0',
  taxonomy: 'taxonomy-1.1.1',
  media: 'media-beta-5.1',
  identity: 'identity-2.0.0-2026-10',
  fulfillment: 'fulfillment-1.20.7',
  negotiation: 'negotiation-1.1.2',
  analytics: 'developer-analytics-beta-0.1',
  finances: 'finances-1.15.0',
} as const
export type DescribedService = keyof typeof files

const optional: ReadonlySet<DescribedService> = new Set(['inventory', 'account', 'metadata', 'taxonomy'])

type Schema = { readonly [name: string]: unknown }
type Content = { readonly [type: string]: { readonly schema?: Schema } }
export type DescribedOperation = {
  readonly operationId: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: { readonly [status: string]: { readonly content?: Content } }
}
type Description = {
  readonly servers: readonly { readonly variables: { readonly basePath: { readonly default: string } } }[]
  readonly paths: { readonly [path: string]: { readonly [method: string]: DescribedOperation } }
  readonly components: { readonly schemas: { readonly [name: string]: Schema } }
}

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The description calls item specifics a string, but they are an object of string lists. */
const aspects: Schema = { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } }

/**
 * Returns the schema with unknown fields refused at every depth. `required` of object types is left out where the description
 * lists what no client sends, such as the phone of a location: see `optional`.
 */
const close = (schema: unknown, isOptional: boolean): unknown => {
  if (Array.isArray(schema)) return schema.map((element) => close(element, isOptional))
  if (!isObject(schema)) return schema
  // The description calls enumerated words objects.
  if (Array.isArray(schema.enum)) return { enum: schema.enum }
  const kept = isOptional && isObject(schema.properties) ? { ...schema, required: [] } : schema
  const closed = Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, close(value, isOptional)]))
  if (!isObject(closed.properties)) return closed
  const properties =
    'aspects' in closed.properties && !isArray(closed.properties.aspects)
      ? { ...closed.properties, aspects }
      : closed.properties
  return { ...closed, properties, additionalProperties: false }
}

const isArray = (schema: unknown): boolean => isObject(schema) && schema.type === 'array'

const loaded = new Map<DescribedService, ReturnType<typeof load>>()

const load = (service: DescribedService) => {
  const description = JSON.parse(readFileSync(join(folder, 'openapi', `${files[service]}.json`), 'utf8')) as Description
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema({ $id: service, components: close(description.components, optional.has(service)) as Schema })
  return { description, ajv, basePath: description.servers[0]?.variables.basePath.default ?? '' }
}

export const describe = (service: DescribedService) => {
  const known = loaded.get(service) ?? load(service)
  loaded.set(service, known)
  return known
}

/** Finds the described operation of a request, with its path parameters. */
export const findOperation = (
  service: DescribedService,
  method: string,
  path: string,
): { readonly operation: DescribedOperation; readonly template: string } | undefined => {
  const { description, basePath } = describe(service)
  for (const [template, operations] of Object.entries(description.paths)) {
    const pattern = new RegExp(`^${basePath}${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`)
    const operation = operations[method.toLowerCase()]
    // A template without parameters is the better match, such as /offer/get_listing_fees.
    if (
      operation !== undefined &&
      pattern.test(path) &&
      (!template.includes('{') || !isLiteral(service, method, path))
    ) {
      return { operation, template }
    }
  }
  return undefined
}

const isLiteral = (service: DescribedService, method: string, path: string): boolean => {
  const { description, basePath } = describe(service)
  const literal = description.paths[path.slice(basePath.length)]
  return literal?.[method.toLowerCase()] !== undefined
}

const compile = (service: DescribedService, schema: Schema): ValidateFunction => {
  const { ajv } = describe(service)
  const absolute = JSON.stringify(close(schema, optional.has(service))).replaceAll(
    '"#/components',
    `"${service}#/components`,
  )
  return ajv.compile(JSON.parse(absolute) as Schema)
}

const validate = (service: DescribedService, schema: Schema, value: unknown): readonly string[] => {
  const check = compile(service, schema)
  if (check(value)) return []
  return (check.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

/** How an answer violates the description; empty if it fits. */
export const listAnswerProblems = (
  service: DescribedService,
  operation: DescribedOperation,
  status: number,
  body: string,
): readonly string[] => {
  const response = operation.responses[String(status)]
  if (response === undefined) return [`The status ${status} is not described`]
  const schema = response.content?.['application/json']?.schema
  if (status >= 400) return listErrorProblems(service, body)
  if (schema === undefined) return status === 204 && body !== '' ? ['The answer should have no body'] : []
  return validate(service, schema, body === '' ? undefined : JSON.parse(body))
}

/** Every service describes its errors in the same form. */
const listErrorProblems = (service: DescribedService, body: string): readonly string[] => {
  const { errors } = JSON.parse(body) as { errors: unknown }
  if (!Array.isArray(errors) || errors.length === 0) return ['The answer has no errors']
  const name = Object.keys(describe(service).description.components.schemas).find((one) =>
    /^Error(DetailV3)?$/.test(one),
  )
  return errors.flatMap((error) => validate(service, { $ref: `#/components/schemas/${name}` }, error))
}

/** How a request violates the description; empty if it fits. */
export const listRequestProblems = (
  service: DescribedService,
  request: {
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string | undefined
  },
): readonly string[] => {
  const url = new URL(request.url)
  const found = findOperation(service, request.method, url.pathname)
  if (found === undefined) return [`${request.method} ${url.pathname} is not described`]
  const { parameters = [], requestBody } = found.operation
  const headers = new Set(Object.keys(request.headers).map((name) => name.toLowerCase()))
  const problems: string[] = []
  for (const { name, in: place, required } of parameters) {
    if (required !== true) continue
    const isThere =
      place === 'query' ? url.searchParams.has(name) : place !== 'header' || headers.has(name.toLowerCase())
    if (!isThere) problems.push(`The ${place} parameter ${name} is missing`)
  }
  for (const name of url.searchParams.keys()) {
    const isKnown = parameters.some((parameter) => parameter.in === 'query' && parameter.name === name)
    if (!isKnown) problems.push(`The query parameter ${name} is not described`)
  }
  const schema = requestBody?.content['application/json']?.schema
  if (schema === undefined) {
    // PLT-32: a publish or withdraw, and so any POST, without a body was seen to be refused (411), whatever the description says.
    const isEmpty =
      request.body === undefined || (request.body === '{}' && /\/(publish|withdraw|enable|disable)$/.test(url.pathname))
    return isEmpty ? problems : [...problems, 'The request should have no body']
  }
  return [...problems, ...validate(service, schema, JSON.parse(request.body ?? 'null'))]
}

/** The scopes that the platform lists for an environment. */
export const listScopes = (environment: 'sandbox' | 'production'): ReadonlySet<string> => {
  const text = readFileSync(join(folder, `${environment}-scopes.json`), 'utf8')
  return new Set(text.match(/https:\/\/api\.ebay\.com\/oauth\/[\w./-]+/g))
}

/** Whether the Post-Order service has this operation. Its descriptions name paths only. */
export const isDescribedPostOrder = (method: string, path: string): boolean =>
  ['return', 'inquiry', 'cancellation'].some((name) => {
    const text = readFileSync(join(folder, 'post-order', `${name}.json`), 'utf8')
    const { paths, servers } = JSON.parse(text) as Pick<Description, 'paths' | 'servers'>
    const basePath = servers[0]?.variables.basePath.default ?? ''
    return path.startsWith(basePath) && paths[path.slice(basePath.length)]?.[method.toLowerCase()] !== undefined
  })
