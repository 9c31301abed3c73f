/** The installers besides the program: icons in every size, entitlements, fuses, and the CI machines that build them. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '../../..')
const bytes = (file: string): Buffer => readFileSync(path.join(root, file))
const text = (file: string): string => readFileSync(path.join(root, file), 'utf8')

/** Reads width and height from a PNG's first chunk. */
const sizeOfPng = (png: Buffer): readonly [number, number] => {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}

describe('the icons', () => {
  it('are there for Linux in each size, and are of the size that they are named after', () => {
    const names = readdirSync(path.join(root, 'packaging/icons'))
    expect(names.toSorted()).toEqual(
      [16, 24, 32, 48, 64, 128, 256, 512].map((size) => `${size}x${size}.png`).toSorted(),
    )
    for (const name of names) {
      const size = Number.parseInt(name, 10)
      expect(sizeOfPng(bytes(`packaging/icons/${name}`)), name).toEqual([size, size])
    }
  })

  it('are in the file for Windows from 16 to 256 points', () => {
    const ico = bytes('packaging/icon.ico')
    expect([ico.readUInt16LE(0), ico.readUInt16LE(2)]).toEqual([0, 1])
    const sizes = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => ico.readUInt8(6 + 16 * index) || 256)
    for (const size of [16, 32, 48, 256]) expect(sizes).toContain(size)
  })

  it('are in the file for macOS up to 1024 points, and the file is whole', () => {
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

  it('of the tray are there for each system, twice as large for dense screens', () => {
    expect(sizeOfPng(bytes('resources/trayTemplate@2x.png'))[0]).toBe(
      2 * sizeOfPng(bytes('resources/trayTemplate.png'))[0],
    )
    expect(readdirSync(path.join(root, 'resources'))).toEqual(expect.arrayContaining(['tray.png', 'tray.ico']))
  })
})

describe('the installers', () => {
  const builder = text('electron-builder.yml')

  it('are made for three systems, from the bundles alone', () => {
    expect(builder).toContain('target: [AppImage, deb]')
    expect(builder).toContain('target: [nsis]')
    for (const target of ['dmg', 'zip']) expect(builder).toContain(`{ target: ${target}, arch: [x64, arm64] }`)
    expect(builder).toMatch(/files:\n {2}- '!\*\*\/\*'/)
    expect(builder).toContain('deleteAppDataOnUninstall: false')
  })

  it('19 switch off in the binary what a packaged app never needs', () => {
    for (const fuse of ['runAsNode', 'enableNodeOptionsEnvironmentVariable', 'enableNodeCliInspectArguments'])
      expect(builder).toContain(`${fuse}: false`)
    for (const fuse of ['enableEmbeddedAsarIntegrityValidation', 'onlyLoadAppFromAsar', 'enableCookieEncryption'])
      expect(builder).toContain(`${fuse}: true`)
    expect(builder).toContain('grantFileProtocolExtraPrivileges: false')
  })

  it('ask macOS for what Chromium needs, under the hardened runtime, and for no camera, microphone or file', () => {
    expect(builder).toContain('hardenedRuntime: true')
    const keys = [...text('packaging/entitlements.mac.plist').matchAll(/<key>([^<]+)<\/key>/g)].map((match) => match[1])
    expect(keys).toEqual(['com.apple.security.cs.allow-jit'])
  })

  it('publish to no address of anybody’s, so that nothing is fetched until a feed is set', () => {
    const [, feed] = /provider: generic\n\s+url: (\S+)/.exec(builder) ?? []
    // A name that can never be registered (RFC 2606).
    expect(new URL(feed ?? '').hostname).toMatch(/\.invalid$/)
  })
})

describe('the hosted machines', () => {
  it('run the same two commands on three systems, with Electron itself where a window can open', () => {
    const check = text('.github/workflows/check.yml')
    for (const system of ['ubuntu-', 'macos-', 'windows-']) expect(check).toContain(system)
    expect(check).toContain('run: npm ci')
    expect(check).toMatch(/run: (xvfb-run --auto-servernum )?npm test/)
    expect(check).toContain('node_modules/electron/install.js')
  })

  it('make the installers by the command that anybody would use, and publish nothing', () => {
    const workflow = text('.github/workflows/package.yml')
    expect(workflow).toContain('npm run package -- --publish never')
    for (const kind of ['AppImage', 'deb', 'dmg', 'zip', 'exe']) expect(workflow).toContain(`dist/*.${kind}`)
    for (const file of ['check.yml', 'package.yml'])
      expect(text(`.github/workflows/${file}`)).toMatch(/permissions:\n {2}contents: read/)
  })
})
