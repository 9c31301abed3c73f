/** The count of cells that break a rule, for items stored before it existed. */
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { migrations } from '../../../main/migrations.ts'

const NAME = 'count cells that break a rule'

it('USE-06 counts the cells of earlier items that break a rule, each once, and skips those that could not be read', () => {
  const step = migrations.findIndex(({ name }) => name === NAME)
  const connection = new DatabaseSync(':memory:')
  for (const { sql } of migrations.slice(0, step)) connection.exec(sql)
  const add = connection.prepare(
    `INSERT INTO items (sku, added_at_ms, search_text, problems, unreadable) VALUES (?, 1, '', ?, ?)`,
  )
  const problem = (from: string, column: string | null) => ({ path: [], column, errorId: null, message: '', from })
  const rules = [problem('rule', 'images'), problem('rule', 'images'), problem('rule', 'title'), problem('rule', null)]
  add.run('none', '[]', '{}')
  add.run('two', JSON.stringify([...rules, problem('platform', 'condition')]), '{}')
  add.run('one', JSON.stringify([...rules, problem('unreadable', 'title')]), '{"title":{"text":"","message":""}}')
  add.run('damaged', '[{', '{}')
  add.run('strange', '["text", 1, null]', '{}')
  connection.exec(migrations[step]?.sql ?? '')
  const counts = connection.prepare('SELECT sku, rule_problems AS n FROM items').all()
  expect(Object.fromEntries(counts.map(({ sku, n }) => [sku, n]))).toEqual({
    none: 0,
    two: 2,
    one: 1,
    damaged: 0,
    strange: 0,
  })
  connection.close()
})
