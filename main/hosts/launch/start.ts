/**
 * `npm start`: builds if needed and opens the desktop, or the app in the browser if no window can open.
 *
 * Checks the flags first. The host parses them again.
 */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { explain } from '../common/explain.ts'
import { findLostFlags, parseFlags, usage } from '../common/flags.ts'
import { readProfileFile } from '../common/profile-file.ts'
import { build, isBuilt } from './build.ts'
import { openHost } from './choose-host.ts'
import { fetchElectron, findElectron, windowProblem } from './electron-runtime.ts'
import { runElectron } from './run-electron.ts'

const root = path.join(import.meta.dirname, '../../..')

const PARENT_CHECK_MS = 500

/**
 * Ends the app once npm has ended: a signal kills npm's shell without being passed on, and the app would keep the
 * folder locked.
 */
const endWithParent = (): void => {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, PARENT_CHECK_MS)
  timer.unref()
}

/** Runs in this process, so signals and exit codes need no forwarding. */
const runLocal = async (args: readonly string[]): Promise<void> => {
  const entry = path.join(root, 'out/main/local.js')
  process.argv.splice(1, process.argv.length, entry, ...args)
  await import(pathToFileURL(entry).href)
}

const main = async (): Promise<void> => {
  const args = process.argv.slice(2)
  const lost = findLostFlags(process.env)
  if (lost !== undefined) {
    console.error(lost)
    process.exitCode = 2
    return
  }
  const parsed = parseFlags(args, { cwd: process.cwd(), unknown: 'reject' })
  if (!parsed.ok) {
    console.error(parsed.sentence)
    process.exitCode = 2
    return
  }
  const { flags } = parsed
  if (flags.help) {
    console.log(usage)
    return
  }
  // Reports an invalid file before building.
  readProfileFile(flags.connection)

  endWithParent()
  if (!isBuilt(root)) {
    console.log('Building Stallhand; this takes a moment.')
    const built = await build(root)
    if (!built.ok) {
      console.error(`${built.output}\nStallhand couldn’t be built. The output of the build is above.`)
      process.exitCode = 1
      return
    }
  }

  const exitCode = await openHost(flags.host, {
    windowProblem: () => windowProblem(process.platform, process.env, process.getuid?.()),
    findElectron: () => findElectron(root),
    fetchElectron: () => fetchElectron(root),
    runElectron: (program) => runElectron(program, [root, ...args]),
    runLocal: () => runLocal(args),
    print: (line) => console.log(line),
    printError: (line) => console.error(line),
  })
  if (exitCode !== undefined) process.exitCode = exitCode
}

main().catch((error: unknown) => {
  console.error(explain(error))
  process.exitCode = 1
})
