import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readProfileFile } from '../../../main/hosts/common/profile-file.ts'
import { Failure } from '../../../shared/result.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stallhand-profile-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (text: string): string => {
  const file = path.join(folder, 'shop.json')
  writeFileSync(file, text)
  return file
}

const refusal = (file: string): string => {
  try {
    readProfileFile(file)
  } catch (error) {
    if (error instanceof Failure) return error.detail.message
    throw error
  }
  throw new Error('The profile was taken')
}

describe('the profile file', () => {
  it('is not read if none is named', () => {
    expect(readProfileFile(undefined)).toBeUndefined()
  })

  it('may be as short as kind, name and address, with a byte order mark', () => {
    const file = write('\uFEFF{ "kind": "sandbox", "name": "My shop", "baseUrl": "https://api.example.com/" }')
    expect(readProfileFile(file)).toEqual({
      file,
      profile: { kind: 'sandbox', name: 'My shop', baseUrl: 'https://api.example.com' },
    })
  })

  it('may call the neutral platform by its former name', () => {
    const file = write('{ "kind": "practice", "name": "My shop", "platform": "documents" }')
    expect(readProfileFile(file)?.profile.platform).toBe('neutral')
  })

  it.each([
    { text: '{ "kind": "practice", "name": "A", "platform": "other" }', says: 'must be one of "neutral", "ebay"' },
    { text: '{', says: 'isn’t JSON' },
    { text: '[]', says: 'The content of the connection profile' },
    { text: '{ "name": "A" }', says: 'The field “kind”' },
    { text: '{ "kind": "live", "name": "A" }', says: 'must be one of "practice", "sandbox", "production"' },
    { text: '{ "kind": "practice", "name": "" }', says: 'The field “name”' },
    { text: '{ "kind": "sandbox", "name": "A" }', says: 'The field “baseUrl”' },
    { text: '{ "kind": "sandbox", "name": "A", "baseUrl": "http://api.example.com" }', says: 'isn’t HTTPS' },
    { text: '{ "kind": "practice", "name": "A", "clientSecret": "x" }', says: 'The field “clientSecret”' },
    {
      text: '{ "kind": "practice", "name": "A", "receiver": { "port": 70000, "registeredUrl": null } }',
      says: 'The field “receiver.port”',
    },
  ])('$text is refused: $says', ({ text, says }) => {
    const file = write(text)
    expect(refusal(file)).toContain(says)
    expect(refusal(file)).toContain(file)
  })

  it('never repeats a secret it contains', () => {
    expect(refusal(write('{ "kind": "practice", "name": "A", "clientSecret": "canary-91" }'))).not.toContain(
      'canary-91',
    )
    expect(refusal(write('{ "clientSecret": "canary-91", '))).not.toContain('canary-91')
  })

  it('is named if it is missing or a folder', () => {
    expect(refusal(path.join(folder, 'none.json'))).toMatch(/none\.json can’t be read: it doesn’t exist/)
    expect(refusal(folder)).toMatch(/can’t be read: it is a folder/)
  })
})
