import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
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
  it('is where each system keeps what must not roam', () => {
    expect(defaultDataDir('darwin', {}, '/Users/ada')).toBe('/Users/ada/Library/Application Support/Stallhand')
    expect(defaultDataDir('linux', {}, '/home/ada')).toBe('/home/ada/.local/share/Stallhand')
    expect(defaultDataDir('linux', { XDG_DATA_HOME: '/data' }, '/home/ada')).toBe('/data/Stallhand')
    expect(defaultDataDir('linux', { XDG_DATA_HOME: 'relative' }, '/home/ada')).toBe('/home/ada/.local/share/Stallhand')
    expect(defaultDataDir('win32', { LOCALAPPDATA: 'L:' }, 'C:')).toContain('Stallhand')
  })

  it('is created for this user alone', () => {
    const held = holdDataDir(path.join(folder, 'new', 'shop'))
    expect(statSync(held.dataDir).mode & 0o777).toBe(0o700)
    held.release()
  })

  it('SEC-02 takes the permission to write from others, and leaves that to read', () => {
    chmodSync(folder, 0o775)
    holdDataDir(folder).release()
    expect(statSync(folder).mode & 0o777).toBe(0o755)
  })

  it('SEC-02 is refused where everybody may create files', () => {
    chmodSync(folder, 0o1777)
    expect(() => holdDataDir(folder)).toThrow(/is shared by all users.*--data-dir=DIR/)
    expect(statSync(folder).mode & 0o7777).toBe(0o1777)
  })

  it('is held once, and free again after its release', () => {
    const held = holdDataDir(folder)
    expect(() => holdDataDir(folder)).toThrow(`Stallhand is already running with the data folder ${folder}.`)
    held.release()
    held.release()
    holdDataDir(folder).release()
  })

  it('is refused where it is a file or lies below one, and the file stays as it is', () => {
    const file = path.join(folder, 'file')
    writeFileSync(file, 'mine')
    expect(() => holdDataDir(file)).toThrow(/is a file.*--data-dir=DIR/)
    expect(() => holdDataDir(path.join(file, 'below'))).toThrow(/is a file or is below one.*--data-dir=DIR/)
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })

  it('says which file is at fault where the lock is none', () => {
    writeFileSync(
      path.join(folder, 'instance.lock'),
      'not a database, and long enough to be looked at as one'.repeat(20),
    )
    expect(() => holdDataDir(folder)).toThrow(/instance\.lock is damaged.*delete it/)
  })

  it.skipIf(process.getuid?.() === 0)('is refused where it cannot be written', () => {
    chmodSync(folder, 0o500)
    expect(() => holdDataDir(folder)).toThrow(/cannot be written.*--data-dir=DIR/)
  })
})
