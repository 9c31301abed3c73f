/** Encodes any text as a part of an address. */
import { validation } from '../../shared/result.ts'

/**
 * `text` as a value of a query. `field` names the input. Throws `validation` for a lone surrogate, which no address can
 * contain.
 */
export const queryPart = (text: string, field: string): string => {
  if (!text.isWellFormed()) throw validation(field, 'This contains a damaged character. Type or paste it again.')
  return encodeURIComponent(text)
}

/**
 * `text` as one segment of a path. `field` names the input. SECURITY (SEC-06): URLs resolve `.` and `..`, which would
 * lead to another operation, so they throw `validation`. So does a lone surrogate, which no address can contain.
 */
export const pathPart = (text: string, field: string): string => {
  if (text === '.' || text === '..')
    throw validation(field, `“${text}” can’t be used on its own: it has another meaning in an address.`)
  return queryPart(text, field)
}
