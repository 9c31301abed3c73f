/** A subscription's filter, read from what a seller typed and checked before it is sent (NOT-07). */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { validation } from '../../shared/result.ts'

const PATH = 'input.filterSchema'

/**
 * The schema as an object, valid JSON Schema of 2020-12 (document 3, section 2).
 *
 * Errors: `validation` with the sentence of what is wrong: not JSON, not an object, another version, an unknown
 * reference, a keyword with a wrong value.
 */
export const readFilterSchema = (text: string): Readonly<Record<string, unknown>> => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw validation(PATH, `This is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw validation(PATH, 'A filter is a JSON object, such as { "type": "object" }.')
  }
  try {
    new Ajv2020({ strict: false, validateFormats: false, logger: false }).compile(value)
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it cannot be read'
    throw validation(PATH, `This is not JSON Schema of version 2020-12: ${why}`)
  }
  return { ...value }
}
