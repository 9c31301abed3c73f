/**
 * Packs the app with electron-builder as `npm run package` does, but with a stand-in for Electron's runtime. Then inspects
 * the archive and starts the app from its contents.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { extractAll, listPackage } from '@electron/asar'
import { FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses'
import { test as base, expect } from 'playwright/test'
import { findPackageProblems } from '../installed/packed-app.ts'
import { startStage } from '../support/electron-double/stage.ts'
import { makeStandInRuntime } from '../support/stand-in-runtime.ts'
import { root } from './host-process.ts'
import { expectReady, type HostName, watchForProblems } from './lines.ts'

const test = base.extend<{ readonly host: HostName }>({ host: ['local', { option: true }] })

// Packing is slow on a busy machine.
test.describe.configure({ mode: 'default', timeout: 300_000 })
test.skip(({ host }) => host !== 'double', 'The app is packed once, for the desktop')
test.skip(process.platform !== 'linux', 'The stand-in is laid out as the runtime for Linux is')

/** The character of an enabled fuse. */
const ENABLED = '1'.charCodeAt(0)

let folder = ''
const unpacked = (): string => path.join(folder, 'dist/linux-unpacked')
const inside = (): string => path.join(folder, 'archive')
const files = (): readonly string[] =>
  listPackage(path.join(unpacked(), 'resources/app.asar'), { isPack: false }).map((file) => file.replaceAll('\\', '/'))

test.beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stallhand-package-'))
  const { version } = JSON.parse(readFileSync(path.join(root, 'node_modules/electron/package.json'), 'utf8')) as {
    readonly version: string
  }
  makeStandInRuntime(path.join(folder, 'runtime'), version)
  const packed = spawnSync(
    process.execPath,
    [
      path.join(root, 'node_modules/electron-builder/cli.js'),
      '--linux',
      'dir',
      '--x64',
      '--publish=never',
      `-c.electronDist=${path.join(folder, 'runtime')}`,
      `-c.directories.output=${path.join(folder, 'dist')}`,
    ],
    { cwd: root, encoding: 'utf8', timeout: 240_000 },
  )
  expect(packed.status, packed.stdout + packed.stderr).toBe(0)
  extractAll(path.join(unpacked(), 'resources/app.asar'), inside())
})
test.afterAll(() => {
  if (folder !== '') rmSync(folder, { recursive: true, force: true })
})

test('the archive contains the entry files and no build, test or documentation files', () => {
  const held = files()
  for (const entry of [
    '/package.json',
    '/out/main/electron.js',
    '/out/preload/index.cjs',
    '/out/renderer/index.html',
    '/resources/tray.png',
  ]) {
    expect(held).toContain(entry)
  }
  const allowed =
    /^\/(package\.json|resources(\/tray[\w@]*\.(png|ico))?|out(\/(main(\/electron\.js|\/chunks(\/[\w-]+\.js)?)?|preload(\/index\.cjs)?|renderer(\/index\.html|\/assets(\/[\w.-]+)?)?))?)$/
  expect(held.filter((file) => !allowed.test(file))).toEqual([])
  expect(held.filter((file) => /\.(ts|tsx|map)$|node_modules|\.test\.|\.spec\./.test(file))).toEqual([])
})

test("the window's style sheets are layered, so a screen's rule overrides a component's", () => {
  const sheets = files().filter((file) => file.endsWith('.css'))
  expect(sheets.length).toBeGreaterThan(2)
  for (const sheet of sheets) {
    expect(readFileSync(path.join(inside(), sheet), 'utf8'), sheet).toMatch(/@layer (base|ui|feature) ?\{/)
  }
})

test('the archive contains every module it imports', () => {
  const node = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`)])
  const scripts = files().filter((file) => /^\/out\/(main|preload)\/.*\.c?js$/.test(file))
  expect(scripts.length).toBeGreaterThan(2)
  const wanted = scripts.flatMap((file) => {
    const text = readFileSync(path.join(inside(), file), 'utf8')
    const found = text.matchAll(
      /^(?:import|export) [^;'"]*? ?from ?['"]([^'"]+)['"]|^import ['"]([^'"]+)['"]|\b__require\(['"]([^'"]+)['"]\)/gm,
    )
    return [...found].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
  })
  expect(wanted).toContain('electron')
  const outside = wanted.filter(
    (name) => !name.startsWith('.') && name !== 'electron' && !node.has(name) && !name.startsWith('node:'),
  )
  expect([...new Set(outside)]).toEqual([])
})

test('its manifest describes the app and nothing about its build', () => {
  const manifest = JSON.parse(readFileSync(path.join(inside(), 'package.json'), 'utf8')) as Record<string, unknown>
  const own = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Record<string, unknown>
  expect(manifest).toMatchObject({
    name: 'stallhand',
    version: own.version,
    main: 'out/main/electron.js',
    type: 'module',
  })
  expect(Object.keys(manifest)).not.toContain('scripts')
  expect(Object.keys(manifest)).not.toContain('devDependencies')
})

test('the licences of its contents are readable files beside it', () => {
  const main = readFileSync(path.join(unpacked(), 'resources/licences/main.txt'), 'utf8')
  const page = readFileSync(path.join(unpacked(), 'resources/licences/window.txt'), 'utf8')
  for (const name of ['hono', 'electron-updater', 'undici', 'zod', 'pino'])
    expect(main).toMatch(new RegExp(`^${name} \\d`, 'm'))
  for (const name of ['react', 'react-aria-components', '@fontsource-variable/inter']) {
    expect(page).toMatch(new RegExp(`^${name} \\d`, 'm'))
  }
})

test('19 check which fuses you can change: features a packaged app never needs are off, and the archive is sealed', async () => {
  const wire = await getCurrentFuseWire(path.join(unpacked(), 'stallhand'))
  const isOn = (fuse: FuseV1Options): boolean => wire[fuse] === ENABLED
  expect({
    runAsNode: isOn(FuseV1Options.RunAsNode),
    nodeOptions: isOn(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
    inspect: isOn(FuseV1Options.EnableNodeCliInspectArguments),
    cookieEncryption: isOn(FuseV1Options.EnableCookieEncryption),
    integrity: isOn(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
    onlyFromArchive: isOn(FuseV1Options.OnlyLoadAppFromAsar),
    fileProtocol: isOn(FuseV1Options.GrantFileProtocolExtraPrivileges),
  }).toEqual({
    runAsNode: false,
    nodeOptions: false,
    inspect: false,
    cookieEncryption: true,
    integrity: true,
    onlyFromArchive: true,
    fileProtocol: false,
  })
  expect(readdirSync(path.join(unpacked(), 'resources')).toSorted()).toEqual(['app-update.yml', 'app.asar', 'licences'])
})

test('19 the check of made packages finds nothing here, and finds a fuse, a switch and a missing licence', async () => {
  expect(await findPackageProblems(unpacked())).toEqual([])
  const copy = path.join(folder, 'copy')
  cpSync(unpacked(), copy, { recursive: true })
  await flipFuses(path.join(copy, 'stallhand'), { version: FuseVersion.V1, [FuseV1Options.RunAsNode]: true })
  writeFileSync(path.join(copy, 'stallhand.desktop'), '[Desktop Entry]\nExec=AppRun --no-sandbox %U\n')
  rmSync(path.join(copy, 'resources/licences/window.txt'))
  expect(await findPackageProblems(copy)).toEqual([
    'The fuse RunAsNode is wrong',
    'stallhand.desktop switches the sandbox off',
    'licences/window.txt is missing',
  ])
})

test('it starts from the contents of the archive alone', async ({ browser, contextOptions }) => {
  const problems: (readonly string[])[] = []
  const stage = await startStage({
    entry: path.join(inside(), 'out/main/electron.js'),
    args: [`--data-dir=${path.join(folder, 'data')}`],
    given: { isPackaged: true, appPath: inside(), resourcesPath: path.join(unpacked(), 'resources'), home: folder },
    browser,
    contextOptions,
    onPage: async (page) => {
      problems.push(await watchForProblems(page, () => true))
    },
  })
  await stage.shown
  const page = stage.page()
  await expectReady(page)
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible()
  const { windows, linkSchemes } = await stage.desktop()
  expect(windows[0]?.webPreferences.devTools).toBe(false)
  expect(linkSchemes).toEqual(['app.stallhand.desktop'])
  expect(await stage.stop()).toEqual({ exitCode: 0, output: '' })
  expect(problems.flat()).toEqual([])
  expect(existsSync(path.join(folder, 'data/practice.sqlite'))).toBe(true)
})
