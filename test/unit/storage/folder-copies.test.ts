/** Copies of the backups in a folder that the seller chose. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatStamp } from '../../../main/database/backups.ts'
import type { Ports, Question } from '../../../main/ports.ts'
import { createFolderCopies } from '../../../main/storage/folder-copies.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createTestPorts } from '../../support/test-ports.ts'

const DAY = 86_400_000
const profile = completeProfile({ kind: 'practice', name: 'Practice' }, 'http://127.0.0.1:1')
let place: string
let folder: string
let dataDir: string
let backup: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'stallhand-copies-'))
  folder = join(place, 'usb')
  dataDir = join(place, 'data')
  backup = join(dataDir, 'a.backup')
  mkdirSync(folder)
  mkdirSync(dataDir)
  writeFileSync(backup, 'the database')
})
afterEach(() => {
  chmodSync(folder, 0o700)
  rmSync(place, { recursive: true })
})

const open = (own: Partial<Ports> = {}) => {
  const clock = createFakeClock()
  const { ports, questions, answers, settings } = createTestPorts(dataDir)
  const copies = createFolderCopies({ ...ports, clock, ...own }, new AbortController().signal)
  return { copies, clock, questions, answers, settings }
}
const copyNow = ({ copies, clock }: ReturnType<typeof open>) =>
  copies.copy({ file: backup, atMs: clock.nowMs() }, profile)

describe('the folder for copies of backups', () => {
  it('SEC-04 is chosen by a typed path only after the host asked', async () => {
    const { copies, answers, questions } = open()
    answers.push(false)
    expect(await copies.choose(folder)).toBe(false)
    expect(await copies.load('practice')).toBeNull()
    expect(questions).toMatchObject([{ text: expect.stringContaining(folder) } satisfies Partial<Question>])
  })

  it('SEC-04 is chosen by the host’s dialog if it has one, whatever path the window sends', async () => {
    const { copies, questions } = open({ chooseFolder: async () => folder })
    expect(await copies.choose(dataDir)).toBe(true)
    expect(await copies.load('practice')).toMatchObject({ path: folder })
    expect(questions).toEqual([])
  })

  it.each([
    ['usb', () => 'usb', /whole path/],
    ['missing', () => join(place, 'missing'), /isn’t there/],
    ['a file', () => backup, /isn’t a folder/],
    ['the data folder itself', () => dataDir, /own data folder/],
    ['a link into the data folder', () => join(place, 'link'), /own data folder/],
  ])('is refused with the reason: %s', async (_, path, reason) => {
    mkdirSync(join(dataDir, 'inside'))
    symlinkSync(join(dataDir, 'inside'), join(place, 'link'))
    await expect(open().copies.choose(path())).rejects.toThrow(reason)
  })

  it('gets a copy that can be imported, once for each backup', async () => {
    const opened = open()
    await opened.copies.choose(folder)
    await copyNow(opened)
    await copyNow(opened)
    const [name = '', ...more] = readdirSync(folder)
    expect(more).toEqual([])
    const [header = '', content] = gunzipSync(readFileSync(join(folder, name)))
      .toString()
      .split('\n')
    expect(JSON.parse(header)).toMatchObject({ kind: 'stallhand-export', profile: { name: 'Practice' } })
    expect(content).toBe('the database')
    expect(await opened.copies.load('practice')).toEqual({
      path: folder,
      lastCopyAtMs: opened.clock.nowMs(),
      problem: null,
    })
  })

  it('PLT-18 loses every copy older than 30 days, even of connections that are no longer opened', async () => {
    const opened = open()
    await opened.copies.choose(folder)
    const { mark } = opened.settings.get('backupFolder') as { mark: string }
    const day = (days: number): string => formatStamp({ nowMs: () => opened.clock.nowMs() - days * DAY })
    for (const days of [31, 45]) writeFileSync(join(folder, `old-shop ${day(days)} ${mark}.stallhand`), '')
    for (const days of [29, 31]) writeFileSync(join(folder, `practice ${day(days)} ${mark}.stallhand`), '')
    await copyNow(opened)
    // The newest of all is the last one of its shop.
    expect(readdirSync(folder).toSorted()).toEqual([
      `old-shop ${day(31)} ${mark}.stallhand`,
      `practice ${day(29)} ${mark}.stallhand`,
      `practice ${day(0)} ${mark}.stallhand`,
    ])
  })

  it('keeps copies by age, and all files that are not copies of this installation', async () => {
    const opened = open()
    await opened.copies.choose(folder)
    const others = ['practice 2020-01-01T00-00-00-000Z 000000.stallhand', 'practice.stallhand', 'family.jpg']
    for (const name of others) writeFileSync(join(folder, name), '')
    for (let day = 0; day < 40; day += 1) {
      await copyNow(opened)
      await opened.clock.advance(DAY)
    }
    const names = readdirSync(folder)
    expect(names).toEqual(expect.arrayContaining(others))
    expect(await opened.copies.load('practice')).toMatchObject({ problem: null })
    // Seven days, and the newest of the weeks before.
    expect(names.length - others.length).toBeGreaterThanOrEqual(9)
    expect(names.length - others.length).toBeLessThanOrEqual(11)
  })

  it('reports why it got no copy, and gets the next one', async () => {
    const opened = open()
    await opened.copies.choose(folder)
    rmSync(folder, { recursive: true })
    await copyNow(opened)
    expect(await opened.copies.load('practice')).toMatchObject({ problem: expect.stringContaining('Connect its disk') })
    mkdirSync(folder)
    await copyNow(opened)
    expect(await opened.copies.load('practice')).toMatchObject({ problem: null, lastCopyAtMs: opened.clock.nowMs() })
  })

  it('is cleared of the remains of an interrupted copy', async () => {
    const opened = open()
    await opened.copies.choose(folder)
    const { mark } = opened.settings.get('backupFolder') as { mark: string }
    writeFileSync(join(folder, `practice 2026-01-01T00-00-00-000Z ${mark}.stallhand.part`), '')
    await copyNow(opened)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('gets no more copies once the seller stopped them, and keeps those it has', async () => {
    const opened = open()
    await opened.copies.choose(folder)
    await copyNow(opened)
    opened.copies.forget()
    await opened.clock.advance(DAY)
    await copyNow(opened)
    expect(readdirSync(folder)).toHaveLength(1)
    expect(await opened.copies.load('practice')).toBeNull()
  })

  it('still knows its copies when the same folder is chosen again', async () => {
    const opened = open()
    await opened.copies.choose(folder)
    await copyNow(opened)
    opened.copies.forget()
    await opened.copies.choose(folder)
    expect(await opened.copies.load('practice')).toMatchObject({ lastCopyAtMs: opened.clock.nowMs() })
  })
})
