/** A plugin of Stryker that leaves calls of the log as they are: https://stryker-mutator.io/docs/stryker-js/disable-mutants/#using-an-ignore-plugin */

type Node = {
  readonly type: string
  readonly name?: string
  readonly expression?: Node
  readonly callee?: Node
  readonly object?: Node
  readonly property?: Node
  readonly consequent?: Node
  readonly alternate?: Node | null
}

/** Whether this is the log itself: `log` or `deps.log`. */
const isLog = (node: Node | undefined): boolean =>
  (node?.type === 'MemberExpression' ? node.property : node)?.name === 'log'

/** Whether this only calls the log: a call, its statement, or the statement after a condition. */
const isLogCall = ({ type, expression, callee, consequent, alternate }: Node): boolean => {
  switch (type) {
    case 'ExpressionStatement':
      return expression !== undefined && isLogCall(expression)
    case 'IfStatement':
      return consequent !== undefined && !alternate && isLogCall(consequent)
    default:
      return type === 'CallExpression' && isLog(callee?.object)
  }
}

const logIgnorer = {
  shouldIgnore: ({ node }: { readonly node: Node }): string | undefined =>
    isLogCall(node) ? 'What the log says is for its reader to notice.' : undefined,
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'log', value: logIgnorer }]
