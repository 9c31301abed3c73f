import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLoginPages } from '../../../main/hosts/local/login-page.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

const ADDRESS = 'http://127.0.0.1:41234/open#canary-token'
let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stallhand-pages-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('SEC-02 leads to the address from a file that only this user can read', () => {
  const page = createLoginPages(createFakeClock(), folder, [folder]).add(ADDRESS) ?? ''
  expect(page).not.toContain('canary-token')
  expect(statSync(fileURLToPath(page)).mode & 0o777).toBe(0o600)
  expect(readFileSync(fileURLToPath(page), 'utf8')).toContain(`content="0;url=${ADDRESS}"`)
})

it('is gone after a minute, and when the host stops', async () => {
  const clock = createFakeClock()
  const pages = createLoginPages(clock, folder, [folder])
  const files = [ADDRESS, ADDRESS].map((address) => fileURLToPath(pages.add(address) ?? ''))
  await clock.advance(60_000)
  expect(files.map(existsSync)).toEqual([false, false])
  const last = fileURLToPath(pages.add(ADDRESS) ?? '')
  pages.clear()
  expect(existsSync(last)).toBe(false)
})

it('uses the next folder if one cannot be written, and none if no folder can', () => {
  const missing = path.join(folder, 'missing')
  const clock = createFakeClock()
  expect(createLoginPages(clock, folder, [missing, folder]).add(ADDRESS)).toContain(folder)
  expect(createLoginPages(clock, folder, [missing]).add(ADDRESS)).toBeUndefined()
})

it('SEC-02 the next start deletes the files of a killed run, and nothing else', () => {
  const clock = createFakeClock()
  const left = path.join(folder, 'Stallhand-0123456789ab.html')
  const fresh = path.join(folder, 'Stallhand-ba9876543210.html')
  const own = path.join(folder, 'Stallhand-notes.html')
  for (const file of [left, fresh, own]) writeFileSync(file, '')
  const seconds = clock.nowMs() / 1000
  for (const file of [left, own]) utimesSync(file, seconds - 61, seconds - 61)
  utimesSync(fresh, seconds, seconds)
  createLoginPages(clock, folder, [folder])
  expect([left, fresh, own].map(existsSync)).toEqual([false, true, true])
})
