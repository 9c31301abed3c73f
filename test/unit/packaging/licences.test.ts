import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { readLicence } from '../../../packaging/licences.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const addPackage = (manifest: object, licence?: string): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stallhand-package-'))
  folders.push(folder)
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'one', version: '1.0.0', ...manifest }))
  if (licence !== undefined) writeFileSync(path.join(folder, 'LICENSE.md'), licence)
  return folder
}

it('a package’s licence is its own text', () => {
  expect(readLicence(addPackage({ license: 'MIT' }, 'Terms of one'))).toBe(
    'one 1.0.0 (MIT)\n---------------\nTerms of one\n',
  )
})

it('a package without a text gets the standard terms and its author', () => {
  const licence = readLicence(addPackage({ license: 'ISC', author: 'Ada <ada@example.com>' }))
  expect(licence).toContain('Copyright (c) Ada <ada@example.com>\n\nPermission to use, copy, modify')
  expect(readLicence(addPackage({ license: 'MIT' }))).toContain('Copyright (c) the authors of one')
})

it('a package with neither text nor known terms cannot be built in', () => {
  expect(() => readLicence(addPackage({ license: 'Proprietary' }))).toThrow('one 1.0.0 (Proprietary) holds no licence')
})
