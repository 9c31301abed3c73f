/**
 * Parses, checks and compiles a filter: JSON Schema 2020-12 (NOT-07).
 *
 * SECURITY: a pattern can run forever, so everything that runs a filter goes through `withinMs`. No other document is ever
 * loaded.
 */
import { createContext, Script } from 'node:vm'
import type { ErrorObject, Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { TextMark } from '../../../shared/notifications/filter-contract.ts'
import { Failure, validation } from '../../../shared/result.ts'
import { schemaFaultMessage } from './filter-messages.ts'
import { type JsonRange, type JsonSource, parsePointer, readJsonSource, valueAtPointer } from './json-source.ts'
import { type FieldMention, isJsonObject, type SchemaMark, walkSchema } from './schema-walk.ts'

const PATH = 'input.filterSchema'
const SCHEMA_2020_12 = 'https://json-schema.org/draft/2020-12/schema'
/** Compiling a filter of 100,000 characters takes about 100 ms. */
const CHECK_TIMEOUT_MS = 500

const sandbox: { run?: (() => unknown) | null } = createContext({ run: null })
const script = new Script('run()')

const MAX_ATTEMPTS = 10

const threadCpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Runs synchronous work with a limit of processor time that also ends a pattern's matching. Throws `validation` beyond it.
 *
 * The engine's own limit counts wall time, so on a busy machine it may end work that hardly ran. Such work runs again.
 */
export const withinMs = <T>(limitMs: number, run: () => T): T => {
  sandbox.run = run
  try {
    for (let attempt = 1; ; attempt += 1) {
      const startedMs = threadCpuMs()
      try {
        return script.runInContext(sandbox, { timeout: limitMs }) as T
      } catch (error) {
        // `instanceof Error` fails for errors of the other context.
        const isTimeout = isJsonObject(error) && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
        if (!isTimeout) throw error
        if (attempt < MAX_ATTEMPTS && threadCpuMs() - startedMs < limitMs / 2) continue
        const message = 'This filter takes too long to run. Simplify its patterns; one such as (a+)+ never finishes.'
        throw validation(PATH, message)
      }
    }
  } finally {
    sandbox.run = null
  }
}

/** `ownProperties`: an event has a field called toString only if it contains one. */
const options: Options = {
  strict: false,
  validateFormats: false,
  allErrors: true,
  logger: false,
  ownProperties: true,
}

let metaSchema: Ajv2020 | undefined
/** Compiles the meta-schema on first use, outside the time limit. */
const loadMetaSchema = (): Ajv2020 => {
  if (metaSchema === undefined) {
    metaSchema = new Ajv2020(options)
    metaSchema.validateSchema({ $schema: SCHEMA_2020_12 })
  }
  return metaSchema
}

export type Verdict = { readonly passes: boolean; readonly errors: readonly ErrorObject[] }
type UsableFilter = {
  readonly schema: Readonly<Record<string, unknown>>
  /** Run it in `withinMs`. Throws `validation` for a filter that cannot run here. */
  readonly judge: (value: unknown) => Verdict
}

export type CheckedFilter = {
  /** In the order of the text. */
  readonly marks: readonly TextMark[]
  readonly source: JsonSource
  readonly fields: readonly FieldMention[]
  /** Undefined if there is a `danger` mark. */
  readonly usable: UsableFilter | undefined
}

/** The range of a pointer, or of the nearest value around it. */
export const findRange = (source: JsonSource, pointer: string, part: SchemaMark['part'] = 'value'): JsonRange => {
  if (!source.isJson) return source.at
  let at = pointer
  for (;;) {
    const place = source.places.get(at)
    if (place !== undefined) return part === 'name' ? (place.name ?? place.value) : place.value
    if (at === '') return { from: 0, to: 0 }
    at = at.slice(0, at.lastIndexOf('/'))
  }
}

/** The keyword of an error's schemaPath, a percent-encoded fragment such as `#/properties/a/type`. */
export const findKeywordRange = (source: JsonSource, schemaPath: string): JsonRange | null => {
  if (!source.isJson || !schemaPath.startsWith('#/')) return null
  try {
    const place = source.places.get(decodeURIComponent(schemaPath.slice(1)))
    return place === undefined ? null : { from: (place.name ?? place.value).from, to: place.value.to }
  } catch {
    return null
  }
}

/**
 * Keeps the clearest of the meta-schema's errors: the deepest ones, and where a keyword's value may take several forms,
 * the listed values or else that none of the forms fits.
 */
const keepClearest = (errors: readonly ErrorObject[]): readonly ErrorObject[] =>
  errors.filter((error) => {
    if (errors.some(({ instancePath }) => instancePath.startsWith(`${error.instancePath}/`))) return false
    const here = errors.filter(({ instancePath }) => instancePath === error.instancePath)
    const clearest = here.find(({ keyword }) => keyword === 'enum') ?? here.find(({ keyword }) => keyword === 'anyOf')
    return clearest === undefined || clearest === error
  })

const toFaultMark = (source: JsonSource, schema: unknown, error: ErrorObject): TextMark => {
  const keyword = parsePointer(error.instancePath).findLast((step) => !/^\d+$/.test(step)) ?? ''
  const message = schemaFaultMessage(keyword, error, valueAtPointer(schema, error.instancePath))
  return { ...findRange(source, error.instancePath), tone: 'danger', message }
}

/** Compiles a valid schema. */
const compile = (schema: UsableFilter['schema'], text: string): UsableFilter['judge'] => {
  const ajv = new Ajv2020({
    ...options,
    // Only a filter that refers to the version's own documents needs them.
    meta: text.includes('json-schema.org/draft/2020-12'),
    validateSchema: false,
  })
  // Ajv counts evaluated members wrongly at times; without unevaluated keywords it need not count.
  ajv.opts.unevaluated = text.includes('unevaluated')
  const validate = ajv.compile(schema)
  return (value) => {
    try {
      return { passes: validate(value) === true, errors: [...(validate.errors ?? [])] }
    } catch (error) {
      const name = error instanceof Error ? error.name : undefined
      if (name === 'RangeError') {
        throw validation(PATH, 'This filter refers to itself endlessly. Use $ref instead of $dynamicRef.')
      }
      // For some nested unevaluatedProperties Ajv writes code that cannot run.
      if (name !== 'ReferenceError') throw error
      const message =
        'This filter cannot be tested here, but the platform may accept it. To test it, leave out unevaluatedProperties and unevaluatedItems.'
      throw validation(PATH, message)
    }
  }
}

/** Checks JSON, meta-schema, patterns and references. Never throws for what the text contains; a timeout is a mark. */
export const checkFilterSchema = (text: string): CheckedFilter => {
  const source = readJsonSource(text)
  const reject = (at: JsonRange, message: string): CheckedFilter => ({
    marks: [{ ...at, tone: 'danger', message }],
    source,
    fields: [],
    usable: undefined,
  })
  if (!source.isJson) return reject(source.at, `This is not JSON. ${source.message}`)
  if (!isJsonObject(source.value)) {
    return reject(findRange(source, ''), 'A filter is a JSON object, such as { "type": "object" }.')
  }
  const schema: Readonly<Record<string, unknown>> = { ...source.value }
  const version = schema.$schema
  if (version !== undefined && version !== SCHEMA_2020_12 && version !== `${SCHEMA_2020_12}#`) {
    const message = `A filter is JSON Schema 2020-12. Remove $schema or set it to "${SCHEMA_2020_12}".`
    return reject(findRange(source, '/$schema'), message)
  }

  const walked = walkSchema(schema)
  const marks: TextMark[] = [
    ...source.repeatedNames.map(({ name, at }): TextMark => {
      const message = `${name} appears twice. The first one has no effect.`
      return { ...at, tone: 'caution', message }
    }),
    ...walked.marks.map(({ at, part, tone, message }) => ({ ...findRange(source, at, part), tone, message })),
  ]
  const finish = (usable: UsableFilter | undefined): CheckedFilter => {
    const sorted = marks.toSorted((one, other) => one.from - other.from)
    return { marks: sorted, source, fields: walked.fields, usable }
  }
  try {
    const meta = loadMetaSchema()
    return withinMs(CHECK_TIMEOUT_MS, () => {
      if (meta.validateSchema({ ...schema, $schema: SCHEMA_2020_12 }) !== true) {
        for (const error of keepClearest(meta.errors ?? [])) {
          const { from, to, message, tone } = toFaultMark(source, schema, error)
          const isKnown = marks.some((mark) => mark.from === from && mark.to === to && mark.message === message)
          if (!isKnown) marks.push({ from, to, tone, message })
        }
      }
      if (marks.some(({ tone }) => tone === 'danger')) return finish(undefined)
      return finish({ schema, judge: compile(schema, text) })
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be read'
    const message = error instanceof Failure ? error.message : `This is not JSON Schema 2020-12: ${reason}`
    const { from } = findRange(source, '')
    marks.push({ from, to: from + 1, tone: 'danger', message })
    return finish(undefined)
  }
}

/** The parsed filter. Throws `validation` with the first fault and its line. */
export const readFilterSchema = (text: string): Readonly<Record<string, unknown>> => {
  const { marks, usable } = checkFilterSchema(text)
  if (usable !== undefined) return usable.schema
  const fault = marks.find(({ tone }) => tone === 'danger')
  const line = text.slice(0, fault?.from ?? 0).split('\n').length
  throw validation(PATH, `Line ${line}: ${fault?.message ?? 'This is not JSON Schema 2020-12.'}`)
}
