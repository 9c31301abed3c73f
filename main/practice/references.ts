/**
 * Checks that no client ever sends back a `mappingReferenceId` (MAP-12, INV-14).
 * - A GraphQL document may name the field only where it selects it, which is the only way to read it.
 * - Nothing else in the body may name it, neither variables nor another key.
 * - No other request may name it, in its address or its body.
 * - No request may contain an issued value, under any name.
 * A breach makes the platform's `stop` reject, so everything that runs against it tests this.
 */
import { parse, visit } from 'graphql'
import { parseJsonObject } from './json-body.ts'

export type ReferenceWatch = ReturnType<typeof createReferenceWatch>

const FIELD_NAME = 'mappingReferenceId'

const countNames = (text: string): number => text.split(FIELD_NAME).length - 1

/** How often a document selects the field; 0 if it isn't valid GraphQL. */
const countSelections = (document: string): number => {
  let count = 0
  try {
    visit(parse(document), {
      // biome-ignore lint/correctness/noComponentHookFactories: a visitor of GraphQL's fields, not a component
      Field: ({ name }) => {
        if (name.value === FIELD_NAME) count += 1
      },
    })
  } catch {
    return 0
  }
  return count
}

/** Whether the body names the field in a forbidden place. */
const namesField = (address: string, body: string): boolean => {
  if (!body.includes(FIELD_NAME)) return false
  const call = /\/graphql$/.test(address) ? parseJsonObject(body) : undefined
  if (typeof call?.query !== 'string') return true
  const { query: _, ...rest } = call
  return countNames(JSON.stringify(rest)) > 0 || countNames(call.query) !== countSelections(call.query)
}

export const createReferenceWatch = () => {
  const references = new Set<string>()
  const breaches: string[] = []
  return {
    /** Records a reference that was given to a caller. */
    issued: (reference: string): void => void references.add(reference),
    /** Checks a request. `address` includes the query. */
    check: (method: string, address: string, body: string): void => {
      const request = `${method} ${address.replace(/\?.*$/, '')}`
      if (address.includes(FIELD_NAME) || namesField(address, body)) breaches.push(`${request} named ${FIELD_NAME}`)
      for (const reference of references) {
        if (body.includes(reference) || address.includes(reference)) {
          breaches.push(`${request} sent a ${FIELD_NAME} back`)
        }
      }
    },
    breaches: (): readonly string[] => breaches,
  }
}
