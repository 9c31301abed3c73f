/** Runs the local host as a program. */
import { flushCompileCache } from 'node:module'
import packageJson from '../../../package.json' with { type: 'json' }
import { defaultDataDir } from '../common/data-dir.ts'
import { explain } from '../common/explain.ts'
import { isMcpRun, parseFlags, usage } from '../common/flags.ts'
import { openLogin } from '../common/open-browser.ts'
import { MAX_STOP_MS } from '../common/stop-limit.ts'
import { type RunningLocalHost, runLocal } from './run-local.ts'
import { requestAddress } from './second-start.ts'

// SECURITY: only this user can read the app's files, even in a shared folder.
process.umask(0o077)

/** `builtDir`: the folder with the entry file. */
export const startLocal = async (builtDir: string): Promise<void> => {
  if (isMcpRun(process.argv.slice(2))) {
    // The protocol's library is large, and only this needs it.
    const { runMcp } = await import('../proposals/run-mcp.ts')
    process.exitCode = await runMcp(process.argv.slice(2), packageJson.version, process.stdin)
    return
  }
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
  const running = await requestAddress(dataDir, parsed.flags.open)
  if (running !== undefined) {
    console.log(`Stallhand is already open with the data folder ${dataDir}. It is ready at ${running.address}`)
    if (running.toOpen !== null) await openLogin(running.toOpen)
    return
  }

  let host: RunningLocalHost
  try {
    host = await runLocal(parsed.flags, builtDir)
  } catch (error) {
    console.error(explain(error))
    process.exit(1)
  }

  let stopping = false
  const stop = async (): Promise<void> => {
    // Ctrl+C sends two signals, from the terminal and from npm.
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), MAX_STOP_MS).unref()
    await host.stop()
    process.exit(0)
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())

  // Flushes now, so that the next start is fast even if this process is killed.
  flushCompileCache()
  console.log(`Stallhand is ready at ${host.newAddress()}`)
  // Tokens work once: the browser gets its own address, and the printed one stays valid for ten minutes.
  const toOpen = parsed.flags.open ? host.newAddressToOpen() : undefined
  if (toOpen !== undefined) await openLogin(toOpen)
}
