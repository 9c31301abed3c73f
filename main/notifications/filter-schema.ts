/**
 * A subscription's filter, read from what a seller typed, checked and made ready to run (NOT-07).
 *
 * SECURITY: a schema can hold a pattern that takes for ever. Whatever runs a filter runs it in `withinMs`, so that the
 * receiver goes on. Nothing is ever loaded: a reference to another document is refused.
 */
import { createContext, Script } from 'node:vm'
import type { ErrorObject, Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { type JsonRange, type JsonSource, readJsonSource } from '../../shared/notifications/json-source.ts'
import type { TextMark } from '../../shared/notifications/workbench-contract.ts'
import { Failure, validation } from '../../shared/result.ts'
import { findingsOf, type SchemaFinding } from './filter-paths.ts'
import { schemaFaultWords } from './filter-words.ts'

const PATH = 'input.filterSchema'
const SCHEMA_2020_12 = 'https://json-schema.org/draft/2020-12/schema'
/** Making a validator of a filter of 100,000 characters takes some 100 ms. */
const CHECK_WITHIN_MS = 500

const box: { run?: (() => unknown) | null } = createContext({ run: null })
const script = new Script('run()')

/** Runs synchronous work and ends it when it takes too long, a pattern's matching included. Throws `Failure` then. */
export const withinMs = <T>(limitMs: number, run: () => T): T => {
  box.run = run
  try {
    return script.runInContext(box, { timeout: limitMs }) as T
  } catch (error) {
    // The error is one of the other context, whose `Error` is another.
    if (
      typeof error === 'object' &&
      error !== null &&
      'code' in error &&
      error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
    ) {
      throw validation(
        PATH,
        'This filter takes too long to run: a pattern such as (a+)+ tries more ways than there is time for. Make its patterns simpler.',
      )
    }
    throw error
  } finally {
    box.run = null
  }
}

/** Own properties: a field called toString or constructor is there where the event has it, and only there. */
const options: Options = {
  strict: false,
  validateFormats: false,
  allErrors: true,
  logger: false,
  ownProperties: true,
}

let meta: Ajv2020 | undefined
/** Made when it is first needed: compiling the meta-schema takes its time, and that is no fault of the filter's. */
const metaValidator = (): Ajv2020 => {
  if (meta === undefined) {
    meta = new Ajv2020(options)
    meta.validateSchema({ $schema: SCHEMA_2020_12 })
  }
  return meta
}

export type Verdict = { readonly passes: boolean; readonly errors: readonly ErrorObject[] }

export type CheckedFilter = {
  /** What is wrong (`danger`), what has no effect (`caution`), by its place in the text. */
  readonly marks: readonly TextMark[]
  readonly source: JsonSource
  readonly findings: readonly SchemaFinding[]
  /** The filter and its verdict on a value; undefined where a `danger` stands against it. Run it in `withinMs`. */
  readonly usable:
    | { readonly schema: Readonly<Record<string, unknown>>; readonly judge: (value: unknown) => Verdict }
    | undefined
}

/** Where a pointer of a schema stands: the nearest place around it that there is. */
const placeOf = (source: JsonSource, pointer: string, part: 'value' | 'name' = 'value'): JsonRange => {
  if (!source.isJson) return source.at
  let at = pointer
  for (;;) {
    const place = source.places.get(at)
    if (place !== undefined) return part === 'name' ? (place.name ?? place.value) : place.value
    if (at === '') return { from: 0, to: 0 }
    at = at.slice(0, at.lastIndexOf('/'))
  }
}

/** The place of an error's keyword in the filter: `#/properties/a/type`, percent-encoded as a URI's fragment is. */
export const placeOfKeyword = (source: JsonSource, schemaPath: string): JsonRange | null => {
  if (!source.isJson || !schemaPath.startsWith('#/')) return null
  let pointer: string
  try {
    pointer = decodeURIComponent(schemaPath.slice(1))
  } catch {
    return null
  }
  const place = source.places.get(pointer)
  return place === undefined ? null : { from: (place.name ?? place.value).from, to: place.value.to }
}

const markOfFinding = (source: JsonSource, finding: SchemaFinding): TextMark | undefined => {
  switch (finding.kind) {
    case 'unknownKeyword':
      return {
        ...placeOf(source, finding.at, 'name'),
        tone: 'caution',
        message: `${finding.name} is no keyword of version 2020-12 and has no effect.${finding.meant === null ? '' : ` Is ${finding.meant} meant?`}`,
      }
    case 'unsure':
      return {
        ...placeOf(source, finding.at, 'name'),
        tone: 'caution',
        message: `The platform may judge ${finding.name} otherwise than this workbench: ${finding.why}.`,
      }
    case 'badPattern':
      return {
        ...placeOf(source, finding.at, finding.at.split('/').at(-2) === 'patternProperties' ? 'name' : 'value'),
        tone: 'danger',
        message: `This pattern cannot be read: ${finding.message}.`,
      }
    case 'badReference':
      return {
        ...placeOf(source, finding.at),
        tone: 'danger',
        message: finding.isRemote
          ? `${finding.reference} is another document, and none is loaded. Write what it says under $defs and refer to it there.`
          : `There is nothing at ${finding.reference} in this filter.`,
      }
    default:
      return undefined
  }
}

/** What the meta-schema says, the innermost place first: the ways that a keyword's value may be written fail together. */
const markOfFault = (source: JsonSource, error: ErrorObject): TextMark => {
  const at = error.instancePath
  const steps = at.split('/').slice(1)
  const keyword = [...steps].reverse().find((step) => !/^\d+$/.test(step)) ?? ''
  const range = placeOf(source, at)
  let value: unknown
  if (source.isJson) value = steps.reduce<unknown>((inner, step) => memberOf(inner, step), source.value)
  return { ...range, tone: 'danger', message: schemaFaultWords(keyword, error, value) }
}

const memberOf = (value: unknown, step: string): unknown => {
  const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}

const isSame = (one: TextMark, other: TextMark): boolean =>
  one.from === other.from && one.to === other.to && one.message === other.message

/**
 * Checks a text: strict JSON, an object, valid by the meta-schema of 2020-12, with patterns and references that work.
 *
 * Never throws for what the text says, however hostile it is; a check that takes too long is a mark like another.
 */
export const checkFilterSchema = (text: string): CheckedFilter => {
  const source = readJsonSource(text)
  const nothing = { source, findings: [], usable: undefined }
  if (!source.isJson) {
    return { ...nothing, marks: [{ ...source.at, tone: 'danger', message: `This is not JSON. ${source.message}` }] }
  }
  const { value } = source
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const message = 'A filter is a JSON object, such as { "type": "object" }.'
    return { ...nothing, marks: [{ ...placeOf(source, ''), tone: 'danger', message }] }
  }
  const schema: Readonly<Record<string, unknown>> = { ...value }
  const marks: TextMark[] = source.repeated.map(({ name, at }) => ({
    ...at,
    tone: 'caution',
    message: `${name} stands here for the second time; what it said before is lost.`,
  }))
  const version = schema.$schema
  if (version !== undefined && version !== SCHEMA_2020_12 && version !== `${SCHEMA_2020_12}#`) {
    const message = `A filter is JSON Schema of version 2020-12: leave $schema out or write "${SCHEMA_2020_12}".`
    return { ...nothing, marks: [{ ...placeOf(source, '/$schema'), tone: 'danger', message }] }
  }
  const findings = findingsOf(schema)
  marks.push(...findings.flatMap((finding) => markOfFinding(source, finding) ?? []))

  try {
    const meta = metaValidator()
    const judge = withinMs(CHECK_WITHIN_MS, () => {
      if (meta.validateSchema({ ...schema, $schema: SCHEMA_2020_12 }) !== true) {
        for (const error of clearestOf(meta.errors ?? [])) {
          const mark = markOfFault(source, error)
          if (!marks.some((known) => isSame(known, mark))) marks.push(mark)
        }
      }
      if (marks.some(({ tone }) => tone === 'danger')) return undefined
      const validator = new Ajv2020({
        ...options,
        // The text was checked above; only a filter that refers to the version's own documents needs them.
        meta: text.includes('json-schema.org/draft/2020-12'),
        validateSchema: false,
      })
      // Who asks for nothing unevaluated need not have it counted, which the validator does wrongly at times.
      validator.opts.unevaluated = text.includes('unevaluated')
      const validate = validator.compile(schema)
      return (given: unknown): Verdict => {
        try {
          return { passes: validate(given) === true, errors: [...(validate.errors ?? [])] }
        } catch (error) {
          // A $dynamicRef that the validator follows to where it began, until the stack is used up; or unevaluated
          // properties within ways that are tried, for which it writes code that cannot run.
          const kind = error instanceof Error ? error.name : undefined
          if (kind === 'RangeError') {
            const message = 'This filter leads back to itself without end. Write $ref in the place of $dynamicRef.'
            throw validation(PATH, message)
          }
          if (kind !== 'ReferenceError') throw error
          const message =
            'This filter cannot be run here. Write it without unevaluatedProperties and unevaluatedItems to try it out; the platform may take it as it is.'
          throw validation(PATH, message)
        }
      }
    })
    marks.sort((one, other) => one.from - other.from)
    return { marks, source, findings, usable: judge === undefined ? undefined : { schema, judge } }
  } catch (error) {
    // What the walk could not foresee: the validator's own word for why it cannot use the schema.
    const message =
      error instanceof Failure
        ? error.message
        : `This is not JSON Schema of version 2020-12: ${error instanceof Error ? error.message : 'it cannot be read'}`
    marks.push({ ...placeOf(source, ''), to: placeOf(source, '').from + 1, tone: 'danger', message })
    marks.sort((one, other) => one.from - other.from)
    return { marks, source, findings, usable: undefined }
  }
}

/**
 * Of faults that are told at several depths and in several ways, the clearest: those at the deepest place; there, of a
 * keyword whose value may be written in several ways, the values that it takes, else that none of the ways fits.
 */
const clearestOf = (errors: readonly ErrorObject[]): readonly ErrorObject[] =>
  errors.filter((error) => {
    if (errors.some((other) => other.instancePath.startsWith(`${error.instancePath}/`))) return false
    const here = errors.filter((other) => other.instancePath === error.instancePath)
    const clear = here.find(({ keyword }) => keyword === 'enum') ?? here.find(({ keyword }) => keyword === 'anyOf')
    return clear === undefined || clear === error
  })

/**
 * The schema as an object, valid JSON Schema of 2020-12 (document 3, section 2).
 *
 * Errors: `validation` with the sentence of what is wrong and in which line.
 */
export const readFilterSchema = (text: string): Readonly<Record<string, unknown>> => {
  const { marks, usable } = checkFilterSchema(text)
  if (usable !== undefined) return usable.schema
  const fault = marks.find(({ tone }) => tone === 'danger')
  const line = text.slice(0, fault?.from ?? 0).split('\n').length
  throw validation(PATH, `Line ${line}: ${fault?.message ?? 'This is not JSON Schema of version 2020-12.'}`)
}
