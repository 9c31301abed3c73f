import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { isThere, root, sourceFiles } from './imports.ts'

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/architecture.md',
  'docs/platform.md',
  'docs/security.md',
]
const files = sourceFiles('shared', 'main', 'preload', 'renderer', 'test', 'packaging')

const isKnown = (name: string): boolean => isThere(name) || files.some((file) => file.endsWith(`/${name}`))

it('documents name only files that exist', () => {
  const lost = documents.flatMap((document) => {
    const text = readFileSync(path.join(root, document), 'utf8')
    const code = [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, words = '']) => words.split(' '))
    const sources = code.filter((word) => /^[\w./-]+\.tsx?$/.test(word))
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) =>
      path.posix.join(path.posix.dirname(document), link),
    )
    return [...sources, ...links].filter((name) => !isKnown(name)).map((name) => `${document}: ${name}`)
  })
  expect(lost).toEqual([])
})
