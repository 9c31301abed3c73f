/**
 * What a packed app must be, read from its unpacked files: the entry, the archive, the fuses, the sandbox and the licences.
 * `node test/installed/packed-app.ts FOLDER…` reads packages that were made, and ends with 1 if one is not as it must be.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { extractFile, getRawHeader, listPackage } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'

/** The characters of a fuse in the wire. */
const ON = '1'.charCodeAt(0)

/** Electron checklist 19. */
const fuses = {
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
} as const

/** Every file that the archive may have. */
const allowed =
  /^\/(package\.json|resources(\/tray[\w@]*\.(png|ico))?|out(\/(main(\/electron\.js|\/chunks(\/[\w-]+\.js)?)?|preload(\/index\.cjs)?|renderer(\/index\.html|\/assets(\/[\w.-]+)?)?))?)$/
const entries = ['/package.json', '/out/main/electron.js', '/out/preload/index.cjs', '/out/renderer/index.html']

const findAll = (folder: string, isWanted: (file: string) => boolean): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file))
    .filter(isWanted)

type Entry = { readonly files?: Readonly<Record<string, Entry>>; readonly integrity?: object; readonly size?: number }

/** Files of an archive without a digest, which its header needs for Electron to check them. */
const findUnsealed = (entry: Entry, at = ''): readonly string[] =>
  entry.files === undefined
    ? entry.integrity === undefined
      ? [at]
      : []
    : Object.entries(entry.files).flatMap(([name, child]) => findUnsealed(child, `${at}/${name}`))

/** What is wrong with an unpacked package of Linux; empty if nothing is. */
export const findPackageProblems = async (folder: string): Promise<readonly string[]> => {
  const [archive] = findAll(folder, (file) => file.endsWith('/resources/app.asar'))
  if (archive === undefined) return ['It has no archive']
  const app = path.dirname(path.dirname(archive))
  const files = listPackage(archive, { isPack: false }).map((file) => file.replaceAll('\\', '/'))
  const manifest = JSON.parse(extractFile(archive, 'package.json').toString('utf8')) as { readonly main?: string }
  const wire = await getCurrentFuseWire(path.join(app, 'stallhand'))
  const wrongFuses = Object.entries(fuses).filter(
    ([fuse, isOn]) => (wire[Number(fuse) as FuseV1Options] === ON) !== isOn,
  )
  const starters = findAll(folder, (file) => file.endsWith('.desktop')).filter((file) =>
    readFileSync(file, 'utf8').includes('--no-sandbox'),
  )
  return [
    ...entries.filter((entry) => !files.includes(entry)).map((entry) => `The archive lacks ${entry}`),
    ...files.filter((file) => !allowed.test(file)).map((file) => `The archive has ${file}`),
    ...(manifest.main === 'out/main/electron.js' ? [] : ['The manifest names another entry']),
    ...findUnsealed(getRawHeader(archive).header as Entry).map((file) => `The archive has no digest of ${file}`),
    ...wrongFuses.map(([fuse]) => `The fuse ${FuseV1Options[Number(fuse)]} is wrong`),
    ...starters.map((file) => `${path.basename(file)} switches the sandbox off`),
    ...['main.txt', 'window.txt']
      .filter((name) => !existsSync(path.join(app, 'resources/licences', name)))
      .map((name) => `licences/${name} is missing`),
  ]
}

if (import.meta.main) {
  for (const folder of process.argv.slice(2)) {
    const problems = await findPackageProblems(folder)
    console.log(problems.length === 0 ? `${folder} is as it must be` : `${folder}:\n  ${problems.join('\n  ')}`)
    if (problems.length > 0) process.exitCode = 1
  }
}
