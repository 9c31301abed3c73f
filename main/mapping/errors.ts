/**
 * What the mapping service's errors mean (document 1, section 7).
 *
 * GraphQL errors come inside an HTTP 200. Two are named by the document and told apart here (MAP-13); the rest keep the
 * platform's own words.
 */
import type { ErrorCatalog } from '../http/answers.ts'

/** The document names no errorId of this service; the ids of the whole platform still apply. */
export const mappingErrors: ErrorCatalog = {}

export type GraphqlError = { readonly message: string; readonly code: string | null }

export type GraphqlProblem =
  | { readonly kind: 'unknownTask'; readonly message: string }
  | { readonly kind: 'accessDenied'; readonly message: string; readonly scope: string }
  | { readonly kind: 'rateLimited'; readonly message: string }
  | { readonly kind: 'refusedInput'; readonly message: string }
  | { readonly kind: 'other'; readonly message: string }

/**
 * The scope that the mapping service needs, as this connection spells it.
 *
 * The document gives only that it contains "sell.listing_preview" (section 5); that word stands in where the connection
 * asks for none.
 */
export const mappingScope = (userScopes: readonly string[]): string =>
  userScopes.find((scope) => scope.includes('sell.listing_preview') || scope.includes('sell.inventory.mapping')) ??
  'sell.listing_preview'

const inputCodes: ReadonlySet<string> = new Set(['BAD_INPUT_VALUE', 'BAD_USER_INPUT', 'GRAPHQL_VALIDATION_FAILED'])

const oneLine = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 300 ? `${line.slice(0, 299)}…` : line
}

/** The problem that GraphQL errors tell, by the first that is known; undefined where there are none. */
export const graphqlProblemOf = (errors: readonly GraphqlError[], scope: string): GraphqlProblem | undefined => {
  const [first] = errors
  if (first === undefined) return undefined
  const any = (test: (error: GraphqlError) => boolean): boolean => errors.some(test)
  if (any(({ message, code }) => /access\s+denied/i.test(message) || code === 'FORBIDDEN')) {
    return {
      kind: 'accessDenied',
      scope,
      message: `The sign-in lacks the scope ${scope}. Allow it for this connection and sign in again in Settings.`,
    }
  }
  if (any(({ message, code }) => /task\s+not\s+found/i.test(message) || code === 'TASK_NOT_FOUND')) {
    return {
      kind: 'unknownTask',
      message: 'Either the id is wrong, or the task was started with a sign-in of another scope or account.',
    }
  }
  const said = oneLine(first.message) || 'The platform gave an error without words.'
  if (any(({ code }) => code === 'RATE_LIMITED')) return { kind: 'rateLimited', message: said }
  if (any(({ code }) => code !== null && inputCodes.has(code))) return { kind: 'refusedInput', message: said }
  return { kind: 'other', message: said }
}
