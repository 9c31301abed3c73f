/**
 * Parses, checks and compiles a filter: JSON Schema 2020-12 (NOT-07).
 *
 * SECURITY: a pattern can run forever, so all code that runs a filter goes through `withinMs`. References never load
 * another document.
 */
import { createContext, Script } from 'node:vm'
import type { ErrorObject, Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { TextMark } from '../../../shared/notifications/filter-contract.ts'
import { Failure, validation } from '../../../shared/result.ts'
import { findRange, type JsonRange, type JsonSource, parsePointer, readJsonSource } from './json-source.ts'

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
 * Runs synchronous work within a limit of processor time, which also stops a running pattern match. Throws `validation`
 * if the limit is exceeded.
 *
 * Node's own limit counts wall time (https://nodejs.org/api/vm.html#scriptrunincontextcontextifiedobject-options), so
 * on a busy machine it may stop work that hardly ran. Such work runs again.
 */
export const withinMs = <T>(limitMs: number, run: () => T): T => {
  sandbox.run = run
  try {
    for (let attempt = 1; ; attempt += 1) {
      const startedMs = threadCpuMs()
      try {
        return script.runInContext(sandbox, { timeout: limitMs }) as T
      } catch (error) {
        // `instanceof Error` is false for errors thrown in another context.
        if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
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

type FilterVerdict = { readonly passes: boolean; readonly errors: readonly ErrorObject[] }
type UsableFilter = {
  readonly schema: Readonly<Record<string, unknown>>
  /** Call within `withinMs`. Throws `validation` for a filter that can't run here. */
  readonly judge: (value: unknown) => FilterVerdict
}

type CheckedFilter = {
  /** In text order. */
  readonly marks: readonly TextMark[]
  /** Undefined if there is a `danger` mark. */
  readonly usable: UsableFilter | undefined
}

const typeLabels: Readonly<Record<string, string>> = {
  array: 'a list in [ ]',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object in { }',
  string: 'text in quotes',
}

/** Describes common faults in plain words and the others in Ajv's: `price must be >= 10`. `subject` names the value. */
export const describeFault = ({ keyword, message, params }: ErrorObject, subject: string): string => {
  const { type, allowedValue, allowedValues, missingProperty, additionalProperty, unevaluatedProperty } = params
  switch (keyword) {
    case 'type':
      return `${subject} must be ${[type]
        .flat()
        .map((name) => (Object.hasOwn(typeLabels, name) ? typeLabels[name] : undefined) ?? name)
        .join(' or ')}.`
    case 'enum':
      return `${subject} must be one of ${allowedValues.map((value: unknown) => JSON.stringify(value)).join(', ')}.`
    case 'required':
      return `${subject} must have ${JSON.stringify(missingProperty)}.`
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return `${subject} must not have ${JSON.stringify(additionalProperty ?? unevaluatedProperty)}.`
    default:
      return `${subject} ${message}${allowedValue === undefined ? '' : `: ${JSON.stringify(allowedValue)}`}.`
  }
}

/**
 * Keeps the clearest errors of the meta-schema, which are the deepest. If a keyword's value may take several forms,
 * keeps the list of allowed values, or else the error that no form fits.
 */
const keepClearest = (errors: readonly ErrorObject[]): readonly ErrorObject[] =>
  errors.filter((error) => {
    if (errors.some(({ instancePath }) => instancePath.startsWith(`${error.instancePath}/`))) return false
    const here = errors.filter(({ instancePath }) => instancePath === error.instancePath)
    const clearest = here.find(({ keyword }) => keyword === 'enum') ?? here.find(({ keyword }) => keyword === 'anyOf')
    return clearest === undefined || clearest === error
  })

const toFaultMark = (source: JsonSource, error: ErrorObject): TextMark => {
  const keyword = parsePointer(error.instancePath).findLast((step) => !/^\d+$/.test(step)) ?? 'A filter'
  return { ...findRange(source, error.instancePath), tone: 'danger', message: describeFault(error, keyword) }
}

/** Compiles a valid schema. `onUnknown`: called for each keyword that has no effect. */
const compile = (
  schema: UsableFilter['schema'],
  text: string,
  onUnknown: (keyword: string) => void,
): UsableFilter['judge'] => {
  const warn = (message: string): void => {
    const [, keyword] = /unknown keyword: "(.+)"/.exec(message) ?? []
    if (keyword !== undefined) onUnknown(keyword)
  }
  const ajv = new Ajv2020({
    ...options,
    strictSchema: 'log',
    logger: { log: () => undefined, warn, error: () => undefined },
    // Only a filter that refers to the meta-schemas of this version needs them.
    meta: text.includes('json-schema.org/draft/2020-12'),
    validateSchema: false,
  })
  // Ajv sometimes tracks evaluated members wrongly. Filters without unevaluated keywords don't need the tracking.
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
      // For some nested unevaluatedProperties, Ajv generates code that throws.
      if (name !== 'ReferenceError') throw error
      const message =
        'This filter can’t be tested here, but may be accepted. To test it, leave out unevaluatedProperties and unevaluatedItems.'
      throw validation(PATH, message)
    }
  }
}

/** Checks JSON, meta-schema, patterns and references. Never throws for what the text contains; a timeout is a mark. */
export const checkFilterSchema = (text: string): CheckedFilter => {
  const source = readJsonSource(text)
  const reject = (at: JsonRange, message: string): CheckedFilter => ({
    marks: [{ ...at, tone: 'danger', message }],
    usable: undefined,
  })
  if (!source.isJson) return reject(source.at, source.message)
  const { value } = source
  const start = { from: findRange(source, '').from, to: findRange(source, '').from + 1 }
  /** The first occurrence of a name or text; the start of the text if it is spelled differently. */
  const findQuoted = (word: string): JsonRange => {
    const quoted = JSON.stringify(word)
    const from = text.indexOf(quoted)
    return from < 0 ? start : { from, to: from + quoted.length }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return reject(start, 'A filter is a JSON object, such as { "type": "object" }.')
  }
  const schema: UsableFilter['schema'] = { ...value }
  const version = schema.$schema
  if (version !== undefined && version !== SCHEMA_2020_12 && version !== `${SCHEMA_2020_12}#`) {
    const message = `A filter is JSON Schema 2020-12. Remove $schema or set it to "${SCHEMA_2020_12}".`
    return reject(findRange(source, '/$schema'), message)
  }
  try {
    const meta = loadMetaSchema()
    return withinMs(CHECK_TIMEOUT_MS, () => {
      if (meta.validateSchema({ ...schema, $schema: SCHEMA_2020_12 }) !== true) {
        const faults = keepClearest(meta.errors ?? []).map((error) => toFaultMark(source, error))
        const marks = new Map(faults.map((mark) => [`${mark.from} ${mark.message}`, mark]))
        return { marks: [...marks.values()].sort((one, other) => one.from - other.from), usable: undefined }
      }
      const unknown = new Set<string>()
      const judge = compile(schema, text, (keyword) => unknown.add(keyword))
      const marks = [...unknown].map((keyword): TextMark => {
        const message = `${keyword} isn’t a keyword of JSON Schema 2020-12 and has no effect.`
        return { ...findQuoted(keyword), tone: 'caution', message }
      })
      return { marks: marks.sort((one, other) => one.from - other.from), usable: { schema, judge } }
    })
  } catch (error) {
    if (error instanceof Failure) return reject(start, error.message)
    const reason = error instanceof Error ? error.message : 'it can’t be read'
    const [, pattern] = /^Invalid regular expression: \/(.*)\/u: /s.exec(reason) ?? []
    const at = pattern === undefined ? start : findQuoted(pattern)
    return reject(at, `This isn’t JSON Schema 2020-12: ${reason}`)
  }
}

/** The parsed filter. Throws `validation` with the first fault and its line. */
export const readFilterSchema = (text: string): Readonly<Record<string, unknown>> => {
  const { marks, usable } = checkFilterSchema(text)
  if (usable !== undefined) return usable.schema
  const fault = marks.find(({ tone }) => tone === 'danger')
  const line = text.slice(0, fault?.from ?? 0).split('\n').length
  throw validation(PATH, `Line ${line}: ${fault?.message ?? 'This isn’t JSON Schema 2020-12.'}`)
}
