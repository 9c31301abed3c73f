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

const basePermission = (label: string): string => label.replace(/\.(readonly|read)$/, '')

/** Whether each of the scopes is granted only to applications that the platform approved. `gated`: labels. */
export const isGatedOnly = (required: readonly string[], gated: readonly string[]): boolean =>
  required.length > 0 && required.every((scope) => gated.includes(basePermission(scopeLabel(scope))))

/**
 * Empty if the granted scopes are unknown. Every token has the root scope, a scope includes its `.readonly`
 * scope, and a list that names both accepts either.
 */
export const findMissingScopes = (required: readonly string[], granted: readonly string[]): readonly string[] => {
  if (granted.length === 0) return []
  const labels = new Set(granted.map(scopeLabel).flatMap((label) => [label, `${label}.readonly`]))
  const covered = new Set(
    required
      .map(scopeLabel)
      .filter((label) => labels.has(label))
      .map(basePermission),
  )
  return required.filter(
    (scope) =>
      scopeLabel(scope) !== ROOT && !labels.has(scopeLabel(scope)) && !covered.has(basePermission(scopeLabel(scope))),
  )
}
