import { expect, it } from 'vitest'
import { explain } from '../../../main/hosts/common/explain.ts'
import { conflict } from '../../../shared/result.ts'

it('a failed start is explained by the message of its failure', () => {
  expect(explain(conflict('Another Stallhand uses this folder. Close it first.'), '/data/log')).toBe(
    'Another Stallhand uses this folder. Close it first.',
  )
})

it('an unexpected error is quoted unchanged, after the log’s location', () => {
  expect(explain(new Error('cannot read ../settings.json.'), '/data/stallhand.log')).toBe(
    'Stallhand couldn’t start. Its log is /data/stallhand.log. The cause: cannot read ../settings.json.',
  )
})
