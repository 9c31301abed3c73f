/** One segment of an address, from any text. */
import { validation } from '../../shared/result.ts'

/** Throws `validation` for a lone surrogate, which no address can hold. `field` names the input. */
export const pathPart = (text: string, field: string): string => {
  if (!text.isWellFormed()) throw validation(field, 'This contains half a character. Type or paste it again.')
  return encodeURIComponent(text)
}
