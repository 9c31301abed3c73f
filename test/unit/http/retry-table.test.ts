import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { answerToStatus, classifyStatus, retryTable } from '../../../main/http/retry-table.ts'

it('docs/architecture.md shows every kind of answer', () => {
  const page = readFileSync(new URL('../../../docs/architecture.md', import.meta.url), 'utf8')
  const shown = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  expect(shown).toEqual(Object.keys(retryTable))
})

it.each([
  [200, 'success', 'carriedOut'],
  [207, 'success', 'carriedOut'],
  [302, 'refusal', 'refused'],
  [401, 'signIn', 'notNow'],
  [404, 'refusal', 'refused'],
  [429, 'rateLimit', 'notNow'],
  [500, 'passingFault', 'unknown'],
  [501, 'fault', 'unknown'],
  [503, 'passingFault', 'unknown'],
])('MAP-14 %i is %s, and a change with it is %s', (status, answer, outcome) => {
  expect([answerToStatus(status), classifyStatus(status)]).toEqual([answer, outcome])
})
