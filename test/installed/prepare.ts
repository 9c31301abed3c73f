/**
 * Makes two installers of this commit, one version apart, and a feed that offers the second to the first: `node
 * test/installed/prepare.ts FOLDER`. Only for a machine that is thrown away: it writes packaging/updates.json.
 *
 * Both are packed as a release is, with these differences: keys and feed are made in the run; the fuse for the inspector is
 * on, so that a test can control the app; and on macOS the run's own certificate signs, so the hardened runtime, which
 * accepts only libraries of one Team ID, is off.
 */
import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Prepared } from './installed-app.ts'

const root = path.join(import.meta.dirname, '../..')
const PORT = 47_613

/** The version after this one, which only this feed has. */
export const findNextVersion = (version: string): string =>
  version.replace(/\d+$/, (patch) => String(Number(patch) + 1))

/** What electron-builder makes on this system for an update. */
const targets: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ['--linux', 'AppImage'],
  darwin: ['--mac', 'zip', `--${process.arch}`],
  win32: ['--win', 'nsis'],
}

/** The settings of electron-builder that differ from a release. */
export const listOverrides = (platform: NodeJS.Platform): readonly string[] => [
  '-c.electronFuses.enableNodeCliInspectArguments=true',
  ...(platform === 'darwin' ? ['-c.mac.hardenedRuntime=false', '-c.mac.identity=Stallhand test'] : []),
]

const run = (file: string, args: readonly string[]): void => {
  const { status } = spawnSync(file, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${path.basename(file)} ${args.join(' ')} ended with ${status}`)
}

const runScript = (file: string, ...args: readonly string[]): void =>
  run(process.execPath, [path.join(root, file), ...args])

const prepare = (folder: string): void => {
  const target = targets[process.platform]
  if (target === undefined) throw new Error(`There is no installer for ${process.platform}`)
  mkdirSync(folder, { recursive: true })
  const inFolder = (name: string): string => path.join(folder, name)

  // The program trusts this certificate because the workflow adds it to the system's.
  const [key, certificate] = [inFolder('feed-key.pem'), inFolder('feed.pem')]
  run('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '7', '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost', '-addext', 'extendedKeyUsage=serverAuth'],
    ...['-keyout', key, '-out', certificate],
  ])
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const signingKey = inFolder('updates-key.pem')
  writeFileSync(signingKey, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 })
  const release = {
    feed: `https://localhost:${PORT}/`,
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  }
  writeFileSync(path.join(root, 'packaging/updates.json'), JSON.stringify(release))

  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { readonly version: string }
  const next = findNextVersion(version)
  runScript('node_modules/electron-vite/bin/electron-vite.js', 'build')
  const updates = inFolder('updates')
  for (const [each, output] of [
    [version, inFolder('installed')],
    [next, updates],
  ] as const) {
    runScript(
      'node_modules/electron-builder/cli.js',
      ...target,
      '--publish=never',
      ...listOverrides(process.platform),
      `-c.extraMetadata.version=${each}`,
      `-c.directories.output=${output}`,
    )
  }
  const installers = readdirSync(updates).filter((name) => /\.(AppImage|zip|exe)$/.test(name))
  runScript('packaging/sign-update.ts', signingKey, next, ...installers.map((name) => path.join(updates, name)))
  const prepared: Prepared = { version, next, port: PORT, key, certificate, updates }
  writeFileSync(inFolder('prepared.json'), JSON.stringify(prepared))
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) {
    console.error('Usage: node test/installed/prepare.ts FOLDER')
    process.exit(2)
  }
  prepare(path.resolve(folder))
}
