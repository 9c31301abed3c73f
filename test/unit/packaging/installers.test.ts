/** The installers besides the program: icons in every size, entitlements, fuses, and the CI machines that build them. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findNextVersion, listOverrides } from '../../installed/prepare.ts'

const root = path.join(import.meta.dirname, '../../..')
const bytes = (file: string): Buffer => readFileSync(path.join(root, file))
const text = (file: string): string => readFileSync(path.join(root, file), 'utf8')

/** Reads width and height from a PNG's first chunk. */
const sizeOfPng = (png: Buffer): readonly [number, number] => {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}

const builder = text('electron-builder.yml')

describe('the icons', () => {
  it('exist for Linux in each size, and have the size in their names', () => {
    const names = readdirSync(path.join(root, 'packaging/icons'))
    expect(names.toSorted()).toEqual(
      [16, 24, 32, 48, 64, 128, 256, 512].map((size) => `${size}x${size}.png`).toSorted(),
    )
    for (const name of names) {
      const size = Number.parseInt(name, 10)
      expect(sizeOfPng(bytes(`packaging/icons/${name}`)), name).toEqual([size, size])
    }
  })

  it('are in the Windows file from 16 to 256 points', () => {
    const ico = bytes('packaging/icon.ico')
    expect([ico.readUInt16LE(0), ico.readUInt16LE(2)]).toEqual([0, 1])
    const sizes = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => ico.readUInt8(6 + 16 * index) || 256)
    for (const size of [16, 32, 48, 256]) expect(sizes).toContain(size)
  })

  it('are in the macOS file up to 1024 points, and the file is valid', () => {
    const icns = bytes('packaging/icon.icns')
    expect(icns.subarray(0, 4).toString('latin1')).toBe('icns')
    expect(icns.readUInt32BE(4)).toBe(icns.length)
    const kinds: string[] = []
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
      kinds.push(icns.subarray(at, at + 4).toString('latin1'))
    }
    // 512 points, at single and double density.
    expect(kinds).toEqual(expect.arrayContaining(['ic09', 'ic10']))
  })

  it('exist for the tray of each system, at double size for dense screens', () => {
    expect(sizeOfPng(bytes('resources/trayTemplate@2x.png'))[0]).toBe(
      2 * sizeOfPng(bytes('resources/trayTemplate.png'))[0],
    )
    expect(readdirSync(path.join(root, 'resources'))).toEqual(expect.arrayContaining(['tray.png', 'tray.ico']))
  })
})

describe('the installers', () => {
  it('are made for three systems, from only the bundles', () => {
    expect(builder).toContain('target: [AppImage, deb]')
    expect(builder).toContain('target: [nsis]')
    for (const target of ['dmg', 'zip']) expect(builder).toContain(`{ target: ${target}, arch: [x64, arm64] }`)
    expect(builder).toMatch(/files:\n {2}- '!\*\*\/\*'/)
    expect(builder).toContain('deleteAppDataOnUninstall: false')
  })

  it('19 switch off in the binary the features a packaged app never needs', () => {
    for (const fuse of ['runAsNode', 'enableNodeOptionsEnvironmentVariable', 'enableNodeCliInspectArguments'])
      expect(builder).toContain(`${fuse}: false`)
    for (const fuse of ['enableEmbeddedAsarIntegrityValidation', 'onlyLoadAppFromAsar', 'enableCookieEncryption'])
      expect(builder).toContain(`${fuse}: true`)
    expect(builder).toContain('grantFileProtocolExtraPrivileges: false')
  })

  it('request only Chromium’s entitlements on macOS, under the hardened runtime, and no camera, microphone or files', () => {
    expect(builder).toContain('hardenedRuntime: true')
    const keys = [...text('packaging/entitlements.mac.plist').matchAll(/<key>([^<]+)<\/key>/g)].map((match) => match[1])
    expect(keys).toEqual(['com.apple.security.cs.allow-jit'])
  })

  it('4 start an AppImage with Chromium’s sandbox: the entry that electron-builder would write has no switch', async () => {
    const require = createRequire(import.meta.url)
    const config = (require('js-yaml') as { load: (text: string) => Record<string, object> }).load(builder)
    const entryOf = (appImage: object | undefined): Promise<string> => {
      const { default: AppImageTarget } = require('app-builder-lib/out/targets/appimage/AppImageTarget.js') as {
        default: new (...parts: unknown[]) => { readonly desktopEntry: { readonly value: Promise<string> } }
      }
      const packager = { platformSpecificBuildOptions: config.linux, config: { ...config, appImage }, appInfo: {} }
      // The helper would add the other lines of the entry.
      const helper = { computeDesktopEntry: (_options: object, exec: string) => exec }
      return new AppImageTarget('', packager, helper, '').desktopEntry.value
    }
    expect(await entryOf(config.appImage)).toBe('AppRun %U')
    // Null control: without the setting it has.
    expect(await entryOf(undefined)).toContain('--no-sandbox')
  })

  it('contain no publishing address, so that nothing is fetched until a feed is set', () => {
    const [, feed] = /provider: generic\n\s+url: (\S+)/.exec(builder) ?? []
    // A name that can never be registered (RFC 2606).
    expect(new URL(feed ?? '').hostname).toMatch(/\.invalid$/)
  })
})

describe('CI', () => {
  it('runs the same two commands on three systems, with Electron itself where a window can open', () => {
    const check = text('.github/workflows/check.yml')
    for (const system of ['ubuntu-', 'macos-', 'windows-']) expect(check).toContain(system)
    expect(check).toContain('run: npm ci')
    expect(check).toMatch(/run: (xvfb-run --auto-servernum )?npm test/)
    expect(check).toContain('node_modules/electron/install.js')
  })

  it('gives the signing secrets to one step, and runs no action before it', () => {
    const load = (createRequire(import.meta.url)('js-yaml') as { load: (text: string) => unknown }).load
    type Step = { readonly uses?: string; readonly env?: Readonly<Record<string, string>> }
    type Workflow = { readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>> }
    const workflow = text('.github/workflows/package.yml')
    const { jobs } = load(workflow) as Workflow
    const steps = Object.values(jobs).flatMap((job) => job.steps)
    const hasSecrets = ({ env = {} }: Step): boolean => JSON.stringify(env).includes('secrets.')
    expect(steps.filter(hasSecrets)).toHaveLength(1)
    expect(workflow.match(/secrets\./g)).toHaveLength(2)
    expect(steps.slice(0, steps.findIndex(hasSecrets)).filter(({ uses }) => uses !== undefined)).toEqual([])
  })

  it('makes the installers with the documented command, and publishes nothing', () => {
    const workflow = text('.github/workflows/package.yml')
    expect(workflow).toContain('npm run package -- --publish never')
    for (const kind of ['AppImage', 'deb', 'dmg', 'zip', 'exe']) expect(workflow).toContain(`dist/*.${kind}`)
    for (const file of ['check.yml', 'package.yml'])
      expect(text(`.github/workflows/${file}`)).toMatch(/permissions:\n {2}contents: read/)
  })

  it('SEC-03 proves the installed app on three systems: it opens, keeps a secret, survives a kill and updates itself', () => {
    const workflow = text('.github/workflows/installed.yml')
    for (const system of ['ubuntu-', 'macos-', 'windows-']) expect(workflow).toContain(system)
    expect(workflow).toContain('run: node test/installed/prepare.ts')
    expect(workflow).toContain('npx playwright test --project=installed')
    // Everything that signs is made in the run.
    expect(workflow).not.toContain('secrets.')
  })

  it('tests the installed app with the release’s fuses, except the one that lets a test control it', () => {
    const fuses = listOverrides('linux').filter((each) => each.includes('Fuses'))
    expect(fuses).toEqual(['-c.electronFuses.enableNodeCliInspectArguments=true'])
    expect(listOverrides('win32')).toEqual(fuses)
    expect(builder).toContain('enableNodeCliInspectArguments: false')
  })

  it('offers the installed app the next version', () => {
    expect(findNextVersion('0.3.0')).toBe('0.3.1')
    expect(findNextVersion('0.3.9')).toBe('0.3.10')
  })
})
