/** Scopes as a seller reads them, and which of them a connection was not granted. */

const MARKER = '/oauth/api_scope'

/** What follows {scope_base}, which is an address of the connection's own: `sell.fulfillment`. */
export const scopeWords = (scope: string): string => {
  const at = scope.lastIndexOf(MARKER)
  if (at === -1) return scope
  const name = scope.slice(at + MARKER.length).replace(/^\//, '')
  return name === '' ? 'api_scope' : name
}

/**
 * Those of a topic's rights that the present token does not have.
 *
 * None where it is not known what the token may do, and never the root scope, which every token of the other grant has.
 */
export const lackingScopes = (wanted: readonly string[], granted: readonly string[]): readonly string[] => {
  if (granted.length === 0) return []
  const has = new Set(granted.map(scopeWords))
  return wanted.filter((scope) => scopeWords(scope) !== 'api_scope' && !has.has(scopeWords(scope)))
}
