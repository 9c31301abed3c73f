import { parse, visit } from 'graphql'
import { parseJsonObject } from './refusal.ts'

/**
 * Watches that no mappingReferenceId ever comes back.
 *
 * Document 1, section 2: a listing preview has the field, the inventory item "has no field for mappingReferenceId. Do not
 * send an invented field." Whoever wants to see it has to select it in the task query: so its name stands in the document
 * of every poll, as a word of the platform's own schema, and tells nobody anything. That is the one place. The rule:
 *
 * - In a GraphQL call (JSON with a text `query`, to an address that ends in /graphql) the document may name it where it
 *   selects a field, and nowhere else: no variable, argument, text, alias or comment of that name.
 * - Nothing beside the document may name it: no variables, no other key.
 * - No other request names it at all, in its address or its body, whatever the body is written in.
 * - A value that was given out is in no request of any kind, under no name.
 *
 * Breaches are kept and make `stop` of the platform fail, so that everything that runs against it is a test of this,
 * whether it thinks of it or not.
 */
export type ReferenceWatch = {
  /** A reference goes out to a caller. */
  readonly given: (reference: string) => void
  /** Looks at a request: its address with the query, and its body. */
  readonly look: (method: string, address: string, body: string) => void
  readonly breaches: () => readonly string[]
}

const fieldName = 'mappingReferenceId'

/** How often a text has the name in it. */
const timesNamed = (text: string): number => text.split(fieldName).length - 1

/** How often a document selects the field; none where it is no document. */
const timesSelected = (document: string): number => {
  let times = 0
  try {
    visit(parse(document), {
      Field: ({ name }) => {
        if (name.value === fieldName) times += 1
      },
    })
  } catch {
    return 0
  }
  return times
}

/** Whether the body names the field in a place where it may not. */
const namesIt = (address: string, body: string): boolean => {
  if (!body.includes(fieldName)) return false
  const call = /\/graphql$/.test(address) ? parseJsonObject(body) : undefined
  if (call === undefined || typeof call.query !== 'string') return true
  const { query, ...rest } = call
  return timesNamed(JSON.stringify(rest)) > 0 || timesNamed(query) !== timesSelected(query)
}

export const createReferenceWatch = (): ReferenceWatch => {
  const references = new Set<string>()
  const breaches: string[] = []
  return {
    given: (reference) => void references.add(reference),
    look: (method, address, body) => {
      const request = `${method} ${address.replace(/\?.*$/, '')}`
      if (address.includes(fieldName) || namesIt(address, body)) breaches.push(`${request} named ${fieldName}`)
      for (const reference of references) {
        if (body.includes(reference) || address.includes(reference)) {
          breaches.push(`${request} sent a ${fieldName} back`)
        }
      }
    },
    breaches: () => breaches,
  }
}
