import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultDataDir, holdDataDir } from '../../../main/hosts/common/data-dir.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stallhand-data-'))
})
afterEach(() => {
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true })
})

describe('the data folder', () => {
  it('is each system’s folder for data that must not roam', () => {
    expect(defaultDataDir('darwin', {}, '/Users/ada')).toBe('/Users/ada/Library/Application Support/Stallhand')
    expect(defaultDataDir('linux', {}, '/home/ada')).toBe('/home/ada/.local/share/Stallhand')
    expect(defaultDataDir('linux', { XDG_DATA_HOME: '/data' }, '/home/ada')).toBe('/data/Stallhand')
    expect(defaultDataDir('linux', { XDG_DATA_HOME: 'relative' }, '/home/ada')).toBe('/home/ada/.local/share/Stallhand')
    expect(defaultDataDir('win32', { LOCALAPPDATA: 'L:' }, 'C:')).toContain('Stallhand')
  })

  it('is accessible only to this user', () => {
    const held = holdDataDir(path.join(folder, 'new', 'shop'))
    expect(statSync(held.dataDir).mode & 0o777).toBe(0o700)
    held.release()
  })

  it('SEC-02 removes others’ write permission and leaves read permission', () => {
    chmodSync(folder, 0o775)
    holdDataDir(folder).release()
    expect(statSync(folder).mode & 0o777).toBe(0o755)
  })

  it('SEC-02 is refused if every user may create files there', () => {
    chmodSync(folder, 0o1777)
    expect(() => holdDataDir(folder)).toThrow(/is shared by all users.*--data-dir=DIR/)
    expect(statSync(folder).mode & 0o7777).toBe(0o1777)
  })

  it('is held once, and free after its release', () => {
    const held = holdDataDir(folder)
    expect(() => holdDataDir(folder)).toThrow(`Stallhand is already running with the data folder ${folder}.`)
    held.release()
    held.release()
    holdDataDir(folder).release()
  })

  it('is refused if it is a file or below one, and leaves the file unchanged', () => {
    const file = path.join(folder, 'file')
    writeFileSync(file, 'mine')
    expect(() => holdDataDir(file)).toThrow(/is a file.*--data-dir=DIR/)
    expect(() => holdDataDir(path.join(file, 'below'))).toThrow(/is a file or is below one.*--data-dir=DIR/)
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })

  it('names an invalid lock file', () => {
    writeFileSync(
      path.join(folder, 'instance.lock'),
      'not a database, and long enough to be looked at as one'.repeat(20),
    )
    expect(() => holdDataDir(folder)).toThrow(/instance\.lock is damaged.*delete it/)
  })

  it('SEC-12 names a lock file that was cut off', () => {
    holdDataDir(folder).release()
    const file = path.join(folder, 'instance.lock')
    const database = new DatabaseSync(file)
    database.exec('CREATE TABLE a (b)')
    database.close()
    writeFileSync(file, readFileSync(file).subarray(0, 4_096))
    expect(() => holdDataDir(folder)).toThrow(/instance\.lock is damaged.*delete it/)
  })

  it.skipIf(process.getuid?.() === 0)('is refused if it cannot be written', () => {
    chmodSync(folder, 0o500)
    expect(() => holdDataDir(folder)).toThrow(/can’t be written.*--data-dir=DIR/)
  })
})
