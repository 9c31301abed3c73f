/** One part of an address, from a text that may be anything. */
import { validation } from '../../shared/result.ts'

/** Throws `validation` for a text with half a character in it, which no address can carry. `field` is where it was typed. */
export const pathPart = (text: string, field: string): string => {
  if (!text.isWellFormed()) throw validation(field, 'This holds half a character. Type or paste it again.')
  return encodeURIComponent(text)
}
