/** Entry of the local host: reads the flags, starts it, prints its one line, and ends in order. */
import path from 'node:path'
import { explain } from '../common/explain.ts'
import { parseFlags, usage } from '../common/flags.ts'
import { openInBrowser } from '../common/open-browser.ts'
import { runLocal } from './run-local.ts'

/** What an orderly end may take before the process ends anyway. */
const LONGEST_STOP_MS = 8_000

// Whatever is written, by whichever part, is this user's alone, even in a folder that others may enter.
process.umask(0o077)

const main = async (): Promise<void> => {
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

  const host = await runLocal(parsed.flags, path.join(import.meta.dirname, '..', 'renderer'))

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

  console.log(`Stallhand is ready at ${host.newAddress()}`)
  // The browser gets an address of its own, so that the printed one still works for a script or another browser.
  if (parsed.flags.open) await openInBrowser(host.newAddress())
}

main().catch((error: unknown) => {
  console.error(explain(error))
  process.exit(1)
})
