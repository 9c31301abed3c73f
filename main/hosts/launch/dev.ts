/**
 * `npm run dev`: rebuilds and restarts the app whenever its sources change.
 *
 * There is no development server, so the same security rules apply as in the shipped app. A change in `renderer/`
 * requires a page reload; any other change restarts the host, which prints a new address.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, watch } from 'node:fs'
import path from 'node:path'
import { parseFlags, usage } from '../common/flags.ts'
import { build } from './build.ts'
import { findElectron, windowProblem } from './electron-runtime.ts'

const root = path.join(import.meta.dirname, '../../..')
/** Waits for editors that write a file in several steps. */
const SETTLE_MS = 150

const parsed = parseFlags(process.argv.slice(2), { cwd: process.cwd(), unknown: 'reject' })
if (!parsed.ok || parsed.flags.help) {
  console.log(parsed.ok ? usage : parsed.sentence)
  process.exit(parsed.ok ? 0 : 2)
}
const { flags } = parsed

const electron =
  windowProblem(process.platform, process.env, process.getuid?.()) === undefined ? findElectron(root) : undefined
const isLocal = flags.host === 'local' || (flags.host === undefined && electron === undefined)
if (!isLocal && electron === undefined) {
  console.error('Electron can’t open a window here. Use --host=local, or npm start to have its runtime fetched.')
  process.exit(1)
}
// A separate data folder, so that development never touches the seller's data.
const dataDir = flags.dataDir ?? path.join(root, 'node_modules/.cache/stallhand-dev')
mkdirSync(dataDir, { recursive: true, mode: 0o700 })

let host: ChildProcess | undefined
let starts = 0

const start = (): void => {
  starts += 1
  const args = [
    `--data-dir=${dataDir}`,
    ...(flags.connection === undefined ? [] : [`--connection=${flags.connection}`]),
    `--port=${flags.port}`,
    ...(flags.open && starts === 1 ? [] : ['--no-open']),
    ...(flags.keyRing ? [] : ['--no-key-ring']),
  ]
  const [program, ...first] = isLocal
    ? [process.execPath, path.join(root, 'out/main/local.js')]
    : [electron ?? '', root]
  host = spawn(program ?? '', [...first, ...args], { stdio: 'inherit' })
}

const stop = (): Promise<void> =>
  new Promise((resolve) => {
    if (host === undefined || host.exitCode !== null || host.signalCode !== null) return resolve()
    host.once('close', () => resolve())
    host.kill('SIGTERM')
  })

const rebuild = async (restart: boolean): Promise<void> => {
  const built = await build(root)
  if (!built.ok) {
    console.error(`${built.output}\nThe build failed; the last good one keeps running.`)
    return
  }
  if (restart || host === undefined) {
    await stop()
    start()
  } else console.log('Built. Reload the page.')
}

let queue: Promise<void> = rebuild(true)
let timer: NodeJS.Timeout | undefined
let needsRestart = false

for (const folder of ['shared', 'preload', 'main', 'renderer']) {
  watch(path.join(root, folder), { recursive: true }, () => {
    needsRestart ||= folder !== 'renderer'
    clearTimeout(timer)
    timer = setTimeout(() => {
      const restart = needsRestart
      needsRestart = false
      queue = queue.then(() => rebuild(restart))
    }, SETTLE_MS)
  })
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void stop().then(() => process.exit(0)))
}
