/**
 * `npm start`: builds what is needed and opens the desktop, or the same app in the browser where no window can be had.
 *
 * Flags are checked before anything else happens. The host reads them again for itself.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { explain } from '../common/explain.ts'
import { parseFlags, usage } from '../common/flags.ts'
import { readProfileFile } from '../common/profile-file.ts'
import { build, isBuilt } from './build.ts'
import { fetchElectron, findElectron, windowProblem } from './electron-runtime.ts'

const root = path.join(import.meta.dirname, '../../..')

const PARENT_CHECK_MS = 500

/** The exit code of a program whose shared libraries are missing. */
const COULD_NOT_LOAD = 127

const runElectron = (program: string, args: readonly string[]): Promise<number> =>
  new Promise((resolve) => {
    const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env
    const child = spawn(program, [root, ...args], { stdio: 'inherit', env })
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
    child.once('error', () => resolve(COULD_NOT_LOAD))
    child.once('close', (code) => resolve(code ?? 1))
  })

/**
 * Ends the app when the command that started it ended. npm puts a shell between, which takes a signal for itself and dies
 * of it without a word to us: the app would run on unseen and hold the data folder.
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

/** In this process, so that a signal, an exit code and an ending terminal need no go-between. */
const runLocal = async (args: readonly string[]): Promise<void> => {
  const entry = path.join(root, 'out/main/local.js')
  process.argv.splice(1, process.argv.length, entry, ...args)
  await import(pathToFileURL(entry).href)
}

/** Opens the desktop. Undefined when it ran; otherwise why it could not. */
const tryElectron = async (args: readonly string[]): Promise<string | undefined> => {
  const problem = windowProblem(process.platform, process.env, process.getuid?.())
  if (problem !== undefined) return problem
  if (findElectron(root) === undefined) {
    console.log("Fetching Electron's runtime; this happens once.")
    const why = await fetchElectron(root)
    if (why !== undefined) return why
  }
  const program = findElectron(root)
  if (program === undefined) return "Electron's runtime is not complete"
  const exitCode = await runElectron(program, args)
  if (exitCode === COULD_NOT_LOAD) return 'Electron could not be started: this system lacks libraries it needs'
  process.exitCode = exitCode
  return undefined
}

const main = async (): Promise<void> => {
  const args = process.argv.slice(2)
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
  // Said now rather than after a build: the file is the user's, and only its sentence is wanted here.
  readProfileFile(flags.connection)

  endWithParent()
  if (!isBuilt(root)) {
    console.log('Building Stallhand; this takes a moment.')
    const built = await build(root)
    if (!built.ok) {
      console.error(`${built.output}\nStallhand could not be built. What the build says is above.`)
      process.exitCode = 1
      return
    }
  }

  if (flags.host !== 'local') {
    const why = await tryElectron(args)
    if (why === undefined) return
    if (flags.host === 'electron') {
      console.error(`${why}. Use --host=local to open Stallhand in the browser.`)
      process.exitCode = 1
      return
    }
    console.log(`${why}, so Stallhand runs in your browser instead.`)
  }
  await runLocal(args)
}

main().catch((error: unknown) => {
  console.error(explain(error))
  process.exitCode = 1
})
