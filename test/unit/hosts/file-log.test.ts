import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFileLog } from '../../../main/hosts/common/file-log.ts'
import { hidden, redactFields } from '../../../main/hosts/common/redact.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stallhand-log-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const canary = 'canary-7c40'

describe('the log', () => {
  it('is one line of JSON per event, readable only by this user', () => {
    const log = openFileLog(folder)
    log.info('started', { port: 8484 })
    log.warn('slow')
    log.close()
    const lines = readFileSync(log.file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    expect(lines).toMatchObject([
      { level: 'info', msg: 'started', port: 8484 },
      { level: 'warn', msg: 'slow' },
    ])
    expect(statSync(log.file).mode & 0o777).toBe(0o600)
  })

  it('rotates when full, and keeps four files', () => {
    const log = openFileLog(folder, 1000)
    for (let number = 0; number < 200; number += 1) log.info('a line that takes some space', { number })
    log.close()
    const names = readdirSync(path.dirname(log.file)).toSorted()
    expect(names).toEqual(['stallhand.1.log', 'stallhand.2.log', 'stallhand.3.log', 'stallhand.log'])
    for (const name of names) expect(statSync(path.join(path.dirname(log.file), name)).size).toBeLessThanOrEqual(1000)
    expect(readFileSync(log.file, 'utf8')).toContain('"number":199')
  })

  it.each([
    { accessToken: canary },
    { headers: { Authorization: canary, Cookie: canary } },
    { a: { b: [{ clientSecret: canary }] } },
    { url: `https://api.example.com/token?code=${canary}#${canary}` },
    { url: `https://ada:${canary}@api.example.com/` },
    { line: `Authorization: Bearer ${canary}` },
    { error: new Error(`GET https://api.example.com/?token=${canary} failed`, { cause: { refresh_token: canary } }) },
    { body: Buffer.from(canary) },
    { a: { b: { c: { d: { e: { f: { g: canary } } } } } } },
  ])('holds no secret: $url $line', (fields) => {
    const log = openFileLog(folder)
    log.error(`it failed at https://api.example.com/?key=${canary}`, fields)
    log.close()
    expect(readFileSync(log.file, 'utf8')).not.toContain(canary)
  })

  it('keeps the address without its query, the stack, and plain fields', () => {
    const error = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    const fields = redactFields({ url: 'https://api.example.com/orders?x=1', status: 401, sku: 'A-1', error })
    expect(fields).toMatchObject({
      url: `https://api.example.com/orders?${hidden}`,
      status: 401,
      sku: 'A-1',
      error: {
        name: 'Error',
        message: 'refused',
        code: 'ECONNREFUSED',
        stack: expect.stringContaining('file-log.test'),
      },
    })
  })

  it('accepts any value', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.anything({ withBigInt: true, withDate: true, withMap: true })),
        (fields) => {
          expect(() => JSON.stringify(redactFields(fields))).not.toThrow()
        },
      ),
    )
  })
})
