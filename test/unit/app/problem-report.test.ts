/** The problem report: what it contains, and what it must never contain. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ReportCheck, withoutFolders, writeProblemReport } from '../../../main/app/problem-report.ts'
import { reportChecks } from '../../../main/app/report-checks.ts'
import { openFileLog } from '../../../main/hosts/common/file-log.ts'
import { hostFacts } from '../../../main/hosts/common/host-facts.ts'
import { fileNameSchema } from '../../../shared/app/contract.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stallhand-report-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const clock = createFakeClock()
const write = (
  recentLog: string,
  folders: Readonly<Record<string, string>> = {},
  checks: readonly ReportCheck[] = [{ name: 'Database', finding: 'whole' }],
) =>
  writeProblemReport({
    clock,
    version: '1.2.3',
    host: 'electron',
    facts: { versions: { Node: '24.1.0' }, homeDir: '', recentLog: () => recentLog },
    checks,
    folders,
    names: ['Ada & Co.', 'ada', 'api.ada.example'],
  })

describe('the problem report', () => {
  it('contains versions, checks and the log in one text, with a valid file name', () => {
    const { name, text } = write('{"msg":"started"}')
    expect(text).toMatch(/Stallhand +1\.2\.3 \(electron\)/)
    expect(text).toMatch(/Node +24\.1\.0/)
    expect(text).toMatch(/Database +whole/)
    expect(text).toContain('{"msg":"started"}')
    expect(name).toBe('stallhand-report-2026-11-21-09-00.txt')
    expect(fileNameSchema.safeParse(name).success).toBe(true)
  })

  it('says so if the log is empty', () => {
    expect(write(' \n').text).toContain('(empty)')
  })

  it('names no folder of the user, even nested ones or on Windows', () => {
    const folders = { '[home folder]': '/home/ada', '[data folder]': '/home/ada/.local/share/Stallhand' }
    const { text } = write('{"file":"/home/ada/.local/share/Stallhand/practice.sqlite","other":"/home/ada/x"}', folders)
    expect(text).not.toContain('ada')
    expect(text).toContain('"[data folder]/practice.sqlite"')
    expect(text).toContain('"[home folder]/x"')
    const windows = { '[home folder]': 'C:\\Users\\ada' }
    expect(withoutFolders(JSON.stringify({ at: 'C:\\Users\\ada\\x' }), windows)).toBe('{"at":"[home folder]\\\\x"}')
    expect(withoutFolders('a / b', { '[home folder]': '/' })).toBe('a / b')
  })

  it('names no folder of the user in a check', () => {
    const { text } = write('', { '[home folder]': '/home/ada' }, [{ name: 'Disk', finding: '/home/ada/shop is full' }])
    expect(text).toMatch(/Disk +\[home folder\]\/shop is full/)
  })

  it('SEC-05 names no connection, by name, id or host', () => {
    const { text } = write('“Ada & Co.” couldn’t be opened: api.ada.example refuses, /data/ada.sqlite; Canada stays')
    expect(text).toContain(
      '“[connection]” couldn’t be opened: [connection] refuses, /data/[connection].sqlite; Canada stays',
    )
  })

  it('contains the log as it was written, already redacted', () => {
    const log = openFileLog(folder)
    log.warn('it failed', { accessToken: 'canary-5', url: 'https://api.example.com/a?code=canary-5' })
    log.close()
    const { text } = writeProblemReport({
      clock,
      version: '1',
      host: 'local',
      facts: hostFacts(log),
      checks: [],
      folders: {},
      names: [],
    })
    expect(text).toContain('it failed')
    expect(text).not.toContain('canary-5')
    expect(text).toMatch(/System +\w+/)
  })
})

describe('the checks of the report', () => {
  const facts = {
    kind: 'sandbox',
    online: 'offline',
    session: 'signedIn',
    secrets: 'kept',
    receiver: 'listening',
    unsent: 3,
    needUser: 1,
  }

  it('detect a damaged and a missing database', () => {
    const databaseFile = path.join(folder, 'shop.sqlite')
    const readFinding = (name: string) =>
      reportChecks({ ...facts, dataDir: folder, databaseFile }).find((check) => check.name === name)?.finding
    expect(readFinding('Database')).toBe('can’t be checked (ENOENT)')
    writeFileSync(databaseFile, 'no database at all')
    expect(readFinding('Database')).toMatch(/^DAMAGED/)
    expect(readFinding('Disk')).toMatch(/\d+\.\d [MG]B free$/)
    expect(readFinding('Connection')).toBe('sandbox, offline, signedIn')
    expect(readFinding('Outbox')).toBe('3 not sent, 1 of them need the user')
  })
})

describe('the end of the log', () => {
  const lines = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '')

  it('contains as many whole lines as fit, newest last', () => {
    const log = openFileLog(folder)
    for (let number = 0; number < 100; number += 1) log.info('a line', { number })
    const recent = lines(log.recent(1_000))
    log.close()
    expect(recent.length).toBeGreaterThan(5)
    expect(recent.map((line) => (JSON.parse(line) as { number: number }).number)).toEqual(
      Array.from({ length: recent.length }, (_, index) => 100 - recent.length + index),
    )
  })

  it('continues in the previous file if the current one is short', () => {
    const log = openFileLog(folder, 1_000)
    for (let number = 0; number < 20; number += 1) log.info('a line', { number })
    const numbers = lines(log.recent(1_500)).map((line) => (JSON.parse(line) as { number: number }).number)
    log.close()
    expect(numbers.at(-1)).toBe(19)
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => 20 - numbers.length + index))
    expect(numbers.length).toBeGreaterThan(12)
  })

  it('is the whole log if it is short, and empty without a log', () => {
    const log = openFileLog(folder)
    expect(log.recent(1_000)).toBe('')
    log.info('one')
    expect(lines(log.recent(1_000))).toHaveLength(1)
    log.close()
    rmSync(log.file)
    expect(log.recent(1_000)).toBe('')
  })
})
