/** A damaged row stops neither an erasure nor a migration nor a list (SEC-16): stored JSON is read in one way only. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root, sourceFiles } from './imports.ts'

/** They read bytes from a file, a page or the platform, not from the database. */
const READS_OTHER_JSON: readonly string[] = [
  'main/database/archive.ts',
  'main/database/rebuild.ts',
  'main/connection/practice-control.ts',
  'main/connection/secrets.ts',
  'main/connection/stored-grants.ts',
  'main/connection/token-endpoint.ts',
  'main/mapping/platform/neutral.ts',
  'main/notifications/filters/filter-editor-handlers.ts',
  'main/notifications/filters/json-source.ts',
  'main/notifications/receiver/parse-body.ts',
  'main/notifications/receiver/signature.ts',
  'main/notifications/subscriptions/change-check.ts',
  'main/notifications/subscriptions/send-change.ts',
  'main/session/damaged-rows.ts',
  'main/session/erasures.ts',
]

const files = sourceFiles('main').filter(
  (file) => !/^main\/(?:practice|hosts)\//.test(file) && file !== 'main/database/stored-json.ts',
)
const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8')

it('SEC-16 a stored value is parsed only where a damaged one can’t throw', () => {
  expect(files.filter((file) => textOf(file).includes('JSON.parse(')).toSorted()).toEqual(READS_OTHER_JSON.toSorted())
})

/** An operator or function that throws for a text that isn't JSON. Lists of ids that are passed in are JSON. */
const UNGUARDED = /->>|json_(?:extract|array_length|type)\(|json_each\((?![?:])|json_tree\(/

/** A released migration. Its statements test the text first. */
const isGuarded = (line: string): boolean => /json_valid\(/.test(line)

it('SEC-16 SQL reads a stored value only where a damaged one can’t throw', () => {
  const unguarded = files
    .filter((file) => !file.endsWith('/schema.ts'))
    .flatMap((file) =>
      textOf(file)
        .split('\n')
        .filter((line) => UNGUARDED.test(line.replace(/jsonE?\w*\(/g, '')) && !isGuarded(line))
        .map((line) => `${file}: ${line.trim()}`),
    )
  expect(unguarded).toEqual([])
})
