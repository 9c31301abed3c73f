import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isBuilt } from '../../../main/hosts/launch/build.ts'
import { findElectron, windowProblem } from '../../../main/hosts/launch/electron-runtime.ts'

let root: string
const at = (file: string, second: number): void => {
  const full = path.join(root, file)
  mkdirSync(path.dirname(full), { recursive: true })
  writeFileSync(full, '')
  for (let one = full; one !== root; one = path.dirname(one)) utimesSync(one, second, second)
}

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'stallhand-launch-'))
  for (const file of [
    'shared/a.ts',
    'preload/a.ts',
    'main/b/a.ts',
    'renderer/a.ts',
    'package.json',
    'package-lock.json',
    'electron.vite.config.ts',
  ])
    at(file, 100)
  for (const file of ['out/main/electron.js', 'out/main/local.js', 'out/preload/index.cjs', 'out/renderer/index.html'])
    at(file, 200)
})
afterEach(() => rmSync(root, { recursive: true }))

describe('the built files', () => {
  it('is current while no source is newer', () => {
    expect(isBuilt(root)).toBe(true)
  })

  it.each(['main/b/a.ts', 'main/b/new.ts', 'renderer/a.ts', 'package-lock.json'])('is old once %s changes', (file) => {
    at(file, 300)
    expect(isBuilt(root)).toBe(false)
  })

  it('is old once a source is removed', () => {
    rmSync(path.join(root, 'main/b/a.ts'))
    expect(isBuilt(root)).toBe(false)
  })

  it('is missing if any part is', () => {
    rmSync(path.join(root, 'out/preload/index.cjs'))
    expect(isBuilt(root)).toBe(false)
  })
})

describe("Electron's runtime", () => {
  it('is found if it is complete and of the right version', () => {
    const folder = path.join(root, 'node_modules/electron')
    at('node_modules/electron/package.json', 100)
    writeFileSync(path.join(folder, 'package.json'), '{ "version": "45.4.1" }')
    expect(findElectron(root)).toBeUndefined()
    at('node_modules/electron/dist/electron', 100)
    writeFileSync(path.join(folder, 'dist/version'), 'v45.4.1')
    writeFileSync(path.join(folder, 'path.txt'), 'electron')
    expect(findElectron(root)).toBe(path.join(folder, 'dist/electron'))
    writeFileSync(path.join(folder, 'dist/version'), '44.0.0')
    expect(findElectron(root)).toBeUndefined()
  })

  it('can open no window without a display, or as root on Linux', () => {
    expect(windowProblem('linux', {}, 1000)).toContain('no display')
    expect(windowProblem('linux', { DISPLAY: ':0' }, 0)).toContain('root')
    expect(windowProblem('linux', { WAYLAND_DISPLAY: 'wayland-0' }, 1000)).toBeUndefined()
    expect(windowProblem('darwin', {}, 501)).toBeUndefined()
  })
})
