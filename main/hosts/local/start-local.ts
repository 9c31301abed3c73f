/** The local host as a program: reads the flags, starts it, prints its one line, and ends in order. */
import { flushCompileCache } from 'node:module'
import path from 'node:path'
import { defaultDataDir } from '../common/data-dir.ts'
import { explain } from '../common/explain.ts'
import { parseFlags, usage } from '../common/flags.ts'
import { openInBrowser } from '../common/open-browser.ts'
import { type RunningLocalHost, runLocal } from './run-local.ts'
import { addressOfRunning } from './second-start.ts'
import { showProblem } from './show-problem.ts'

/** What an orderly end may take before the process ends anyway. */
const LONGEST_STOP_MS = 8_000

// Whatever is written, by whichever part, is this user's alone, even in a folder that others may enter.
process.umask(0o077)

/** `builtDir`: where the entry file lies, with the renderer beside it; this file itself is built into a folder below. */
export const startLocal = async (builtDir: string): Promise<void> => {
  const parsed = parseFlags(process.argv.slice(2), { cwd: process.cwd(), unknown: 'reject' })
  if (!parsed.ok) {
    console.error(parsed.sentence)
    process.exitCode = 2
    return
  }
  if (parsed.flags.help) {
    console.log(usage)
    return
  }

  const dataDir = parsed.flags.dataDir ?? defaultDataDir()
  const running = await addressOfRunning(dataDir)
  if (running !== undefined) {
    console.log(`Stallhand is open with the data folder ${dataDir} already. It is ready at ${running}`)
    if (parsed.flags.open) await openInBrowser(running)
    return
  }

  let host: RunningLocalHost
  try {
    host = await runLocal(parsed.flags, path.join(builtDir, '..', 'renderer'))
  } catch (error) {
    const sentence = explain(error)
    console.error(sentence)
    // Who looks at the browser that was to open, and not at the terminal, is told there.
    if (parsed.flags.open) await showProblem(sentence, openInBrowser)
    process.exit(1)
  }

  let stopping = false
  const stop = async (): Promise<void> => {
    // A second signal of the same Ctrl+C, from the terminal and from npm, must not cut the first one short.
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref()
    await host.stop()
    process.exit(0)
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())

  // Kept now and not at the end: a process that is killed leaves the next start as quick.
  flushCompileCache()
  console.log(`Stallhand is ready at ${host.newAddress()}`)
  // The browser gets an address of its own, so that the printed one still works for a script or another browser.
  if (parsed.flags.open) await openInBrowser(host.newAddress())
}
