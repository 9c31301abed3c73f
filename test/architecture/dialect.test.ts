/** Holds what the linter has no rule for: one way to write a function, and a comment at the head of a file. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root, sourceFiles } from './imports.ts'

const files = sourceFiles('shared', 'main', 'preload', 'renderer', 'test', 'packaging')
const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8')

it('writes functions as arrows, generators excepted', () => {
  const declared = files.flatMap((file) =>
    [...textOf(file).matchAll(/^\s*(?:export )?(?:default )?(?:async )?function (\w+)/gm)].map(
      ([, name]) => `${file}: ${name}`,
    ),
  )
  expect(declared).toEqual([])
})

it('says at the head of a file what it is for; in a test the titles may', () => {
  const isTest = /\.(?:test|spec)\.ts$/
  const headless = files.filter((file) => !isTest.test(file) && !textOf(file).startsWith('/**'))
  expect(headless).toEqual([])
})

it('writes the comment at the head of a file as /** */', () => {
  expect(files.filter((file) => textOf(file).startsWith('//'))).toEqual([])
})

it('keeps the SQL of tables in files named schema.ts', () => {
  const strays = files.filter(
    (file) => file.startsWith('main/') && !file.endsWith('/schema.ts') && /^\s*CREATE TABLE \w+ \(/m.test(textOf(file)),
  )
  expect(strays).toEqual([])
})
