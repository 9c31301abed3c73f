/** Which item specific a refusal is about. */
import type { ServiceError } from './answers.ts'

const MAX_NAME = 65

/**
 * The name in quotation marks, or said twice: “The item specific Brand is missing. Add Brand to this listing.” Words that
 * follow “item specific” alone may be a clause: “The item specific you entered is missing a value.”
 */
const quoted = new RegExp(`item specific ["'“‘](.{1,${MAX_NAME}}?)["'”’]`, 'iu')
const saidTwice = new RegExp(`item specific (.{1,${MAX_NAME}}?) is missing[.:;,]? Add \\1(?![\\p{L}\\p{N}])`, 'iu')

/** The item specific that the platform names, in a parameter or in its sentence; undefined if it names none. */
export const findSpecificName = ({
  message = '',
  longMessage = '',
  parameters = [],
}: Pick<ServiceError, 'message' | 'longMessage' | 'parameters'>): string | undefined => {
  const named = parameters.find(({ name }) => /^(localized)?(aspect|specific)_?(name)?$/i.test(name))?.value
  if (named !== undefined && named.trim() !== '') return named
  const said = [message, longMessage]
  for (const pattern of [quoted, saidTwice]) {
    for (const text of said) {
      const found = pattern.exec(text)?.[1]
      if (found !== undefined) return found
    }
  }
  return undefined
}
