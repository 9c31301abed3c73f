import { parseJsonObject } from './refusal.ts'

/**
 * Watches that no mappingReferenceId ever comes back.
 *
 * Document 1, section 2: the inventory item "has no field for mappingReferenceId. Do not send an invented field." A
 * caller may select the field in a GraphQL document, which is how it learns of it; the name anywhere else in a body, or
 * any value that was given out, in whatever service, is a breach. Breaches are kept and make `stop` of the platform
 * fail, so that everything that runs against it is a test of this, whether it thinks of it or not.
 */
export type ReferenceWatch = {
  /** A reference goes out to a caller. */
  readonly given: (reference: string) => void
  /** Looks at the body of a request. */
  readonly look: (method: string, path: string, body: string) => void
  readonly breaches: () => readonly string[]
}

const fieldName = 'mappingReferenceId'

/** The body without the text of its GraphQL document, where it has one. */
const withoutDocument = (body: string): string => {
  const parsed = parseJsonObject(body)
  if (parsed === undefined || typeof parsed.query !== 'string') return body
  const { query: _, ...rest } = parsed
  return JSON.stringify(rest)
}

export const createReferenceWatch = (): ReferenceWatch => {
  const references = new Set<string>()
  const breaches: string[] = []
  return {
    given: (reference) => void references.add(reference),
    look: (method, path, body) => {
      const text = body.includes(fieldName) ? withoutDocument(body) : body
      if (text.includes(fieldName)) breaches.push(`${method} ${path} named ${fieldName}`)
      for (const reference of references) {
        if (body.includes(reference)) breaches.push(`${method} ${path} sent a ${fieldName} back`)
      }
    },
    breaches: () => breaches,
  }
}
