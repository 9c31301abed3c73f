import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Conf from 'conf'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPrivateStore, openSettings } from '../../../main/hosts/common/settings.ts'
import type { Settings } from '../../../main/ports.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stallhand-settings-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const open = (): Settings =>
  openSettings(folder, (options) => new Conf<Record<string, unknown>>(options), {
    clock: createFakeClock(),
    log: createRecordingLog(),
  })
const file = (): string => path.join(folder, 'settings.json')

describe('the settings', () => {
  it('survive a restart, under the same key', () => {
    const settings = open()
    settings.set('messaging.listWidth', 380)
    settings.set('a[0]', { deep: true })
    expect(open().get('messaging.listWidth')).toBe(380)
    expect(open().get('a[0]')).toEqual({ deep: true })
    expect(open().get('messaging')).toBeUndefined()
    settings.set('messaging.listWidth', undefined)
    expect(open().get('messaging.listWidth')).toBeUndefined()
  })

  it('are readable only by this user, even if an older file was not', () => {
    writeFileSync(file(), '{}')
    chmodSync(file(), 0o644)
    const settings = open()
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    settings.set('a', 1)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
  })

  it.each(['{ "a": ', '[]', '7', '', '\0\0\0'])('that do not parse (%j) are set aside, not lost', (text) => {
    writeFileSync(file(), text)
    const settings = open()
    settings.set('a', 1)
    const aside = readdirSync(folder).filter((name) => name.startsWith('settings.broken-'))
    expect(aside).toHaveLength(1)
    expect(readFileSync(path.join(folder, aside[0] ?? ''), 'utf8')).toBe(text)
    expect(open().get('a')).toBe(1)
  })

  it.each(['', '\0\0\0', '{ "a"', 'null', `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`])(
    'SEC-12 that are damaged (%.20j) give way to those of the last good start',
    (text) => {
      open().set('connections', ['garden'])
      open()
      writeFileSync(file(), text)
      const settings = open()
      expect(settings.get('connections')).toEqual(['garden'])
      expect(settings.setAside).toMatchObject({ isEarlierInUse: true })
      expect(readFileSync(settings.setAside?.as ?? '', 'utf8')).toBe(text)
    },
  )

  it('SEC-12 damaged at the first start are replaced by new ones, and reported', () => {
    writeFileSync(file(), '')
    expect(open().setAside).toMatchObject({ isEarlierInUse: false })
  })

  it('say clearly that they could not be saved', () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    const store = {
      get: () => 1,
      set: () => {
        throw full
      },
      delete: () => undefined,
    }
    const settings = openSettings(folder, () => store, { clock: createFakeClock(), log: createRecordingLog() })
    expect(() => settings.set('a', 2)).toThrow(/couldn’t be saved/)
    expect(settings.get('a')).toBe(1)
  })

  it('are opened like the encrypted secrets: a broken file never prevents a start', () => {
    writeFileSync(path.join(folder, 'secrets.json'), '{ "connection/one/tok')
    const store = openPrivateStore(folder, 'secrets', (options) => new Conf<Record<string, unknown>>(options), {
      clock: createFakeClock(),
      log: createRecordingLog(),
    })
    store.set('a', 'b')
    expect(statSync(path.join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).filter((name) => name.startsWith('secrets.broken-'))).toHaveLength(1)
  })
})
