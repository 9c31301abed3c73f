/** Puts measured rows into the table of figures of docs/performance.md. Pure. */

const START = '<!-- figures: npm run bench -- --document -->'
const END = '<!-- end of figures -->'

const nameOf = (line: string): string => line.split(/(?<!\\)\|/)[1]?.trim() ?? ''

/**
 * Replaces the rows that were measured, keeps the others, and adds new ones at the end. Each row says when it was measured, so
 * a table put together from several runs stays honest. Throws if the document has no such table.
 */
export const putFigures = (document: string, rows: readonly string[], when: string): string => {
  const [startsAt, endsAt] = [document.indexOf(START), document.indexOf(END)]
  if (startsAt < 0 || endsAt < startsAt) throw new Error('docs/performance.md has no table of figures')
  const [heading = '', rule = '', ...before] = document
    .slice(startsAt + START.length, endsAt)
    .split('\n')
    .filter((line) => line.startsWith('|'))
  const dated = new Map(rows.map((row) => [nameOf(row), `${row.replace(/\s*\|\s*$/, '')} | ${when} |`]))
  const kept = before.map((line) => {
    const measured = dated.get(nameOf(line))
    dated.delete(nameOf(line))
    return measured ?? line
  })
  const table = [heading, rule, ...kept, ...dated.values()].join('\n')
  return `${document.slice(0, startsAt)}${START}\n\n${table}\n\n${document.slice(endsAt)}`
}
