/** OAuth scopes: short labels, and which ones a connection lacks. */

const MARKER = '/oauth/api_scope'
const ROOT = 'api_scope'

/** The part after the connection's scope base, such as `sell.fulfillment`. */
export const scopeLabel = (scope: string): string => {
  const at = scope.lastIndexOf(MARKER)
  if (at === -1) return scope
  const name = scope.slice(at + MARKER.length).replace(/^\//, '')
  return name === '' ? ROOT : name
}

/** Empty if the granted scopes are unknown. Every token has the root scope, and a scope includes its `.readonly` scope. */
export const findMissingScopes = (required: readonly string[], granted: readonly string[]): readonly string[] => {
  if (granted.length === 0) return []
  const labels = new Set(granted.map(scopeLabel).flatMap((label) => [label, `${label}.readonly`]))
  return required.filter((scope) => scopeLabel(scope) !== ROOT && !labels.has(scopeLabel(scope)))
}
