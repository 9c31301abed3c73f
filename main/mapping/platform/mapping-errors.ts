/** What GraphQL errors inside an HTTP 200 mean (MAP-13). The platform's own messages are always shown. */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import { joinSaid, quote } from '../../http/answers.ts'

export type GraphqlError = { readonly message: string; readonly code: string | null }

type GraphqlProblem =
  | { readonly kind: 'unknownTask'; readonly message: string }
  | { readonly kind: 'accessDenied'; readonly message: string; readonly scope: string }
  | { readonly kind: 'rateLimited'; readonly message: string }
  | { readonly kind: 'refusedInput'; readonly message: string }
  /** The document doesn't fit the platform's schema, so it fails each time. */
  | { readonly kind: 'refusedQuery'; readonly message: string }
  | { readonly kind: 'other'; readonly message: string }

/** Returns the problem the errors describe, known ones first; undefined without errors. */
export const findGraphqlProblem = (
  errors: readonly GraphqlError[],
  platformName: PlatformName,
  scope: string,
): GraphqlProblem | undefined => {
  if (errors.length === 0) return undefined
  const said = joinSaid(errors.map(({ message }) => message))
  const quoted = quote(said, platformName)
  const has = (pattern: RegExp | undefined, ...codes: readonly string[]): boolean =>
    errors.some(({ message, code }) => pattern?.test(message) || (code !== null && codes.includes(code)))
  if (has(/access\s+denied/i, 'FORBIDDEN')) {
    const message = `${quoted}The sign-in lacks the permission ${scope}. Add it to this connection and sign in again in Settings.`
    return { kind: 'accessDenied', scope, message }
  }
  if (has(/task\s+not\s+found/i, 'TASK_NOT_FOUND')) {
    const message = `${quoted}Either the ID is wrong, or the task was started with another account or permission.`
    return { kind: 'unknownTask', message }
  }
  const message = said || 'An error without a message.'
  if (has(undefined, 'RATE_LIMITED')) return { kind: 'rateLimited', message }
  const isQueryRefused = has(
    /^(cannot query field|unknown (argument|type|fragment)|syntax error)/i,
    'GRAPHQL_VALIDATION_FAILED',
    'GRAPHQL_PARSE_FAILED',
  )
  if (isQueryRefused) return { kind: 'refusedQuery', message }
  if (has(undefined, 'BAD_INPUT_VALUE', 'BAD_USER_INPUT')) {
    return { kind: 'refusedInput', message }
  }
  return { kind: 'other', message }
}
