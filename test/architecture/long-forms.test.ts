/** The long form of a test runs every night. */
import { expect, it } from 'vitest'
import { withLongForm } from '../../vitest.config.ts'
import { listImports, sourceFiles } from './imports.ts'

it('every test with a long form is run by npm run test:reliability', () => {
  const found = sourceFiles('test').filter(
    (file) =>
      file.endsWith('.test.ts') &&
      !file.startsWith('test/reliability/') &&
      listImports(file).some(({ target }) => target.endsWith('reliability/long.ts')),
  )
  expect(found.toSorted()).toEqual(withLongForm)
})
