/** Reads JSON that a damaged disk may have changed. */
import type * as z from 'zod'

/** Undefined if the text is missing, isn't JSON, or doesn't fit the schema. */
export const readStoredJson = <T>(schema: z.ZodType<T>, text: string | null | undefined): T | undefined => {
  if (text === null || text === undefined) return undefined
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
