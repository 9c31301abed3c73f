/** Opens the desktop, or the same app in the browser if the desktop can't open. */
import type { Flags } from '../common/flags.ts'
import type { DesktopRun } from './run-electron.ts'

/** What the decision needs to know about this machine. */
export type Launcher = {
  /** Why no window can open here, even with everything installed; undefined if one can. */
  readonly windowProblem: () => string | undefined
  /** The path of Electron's executable; undefined if its runtime is missing. */
  readonly findElectron: () => string | undefined
  /** Downloads the runtime. Resolves with the problem, or undefined. */
  readonly fetchElectron: () => Promise<string | undefined>
  readonly runElectron: (program: string) => Promise<DesktopRun>
  /** Runs the app for the browser in this process. */
  readonly runLocal: () => Promise<void>
  readonly print: (line: string) => void
  readonly printError: (line: string) => void
}

/** Opens the desktop. Returns its exit code, or sentences that explain why its window didn't open. */
const openDesktop = async (launcher: Launcher): Promise<number | string> => {
  const problem = launcher.windowProblem()
  if (problem !== undefined) return `${problem}.`
  if (launcher.findElectron() === undefined) {
    launcher.print('Fetching Electron’s runtime; this happens once.')
    const failure = await launcher.fetchElectron()
    if (failure !== undefined) return `${failure}.`
  }
  const program = launcher.findElectron()
  if (program === undefined) return 'Electron’s runtime is incomplete. Delete the folder node_modules and run npm ci.'
  const run = await launcher.runElectron(program)
  return run.started ? run.exitCode : `${run.problem} ${run.remedy}`
}

/**
 * Opens the given host; undefined tries the desktop first. Returns the exit code, or undefined if the app keeps running
 * for the browser in this process.
 */
export const openHost = async (host: Flags['host'], launcher: Launcher): Promise<number | undefined> => {
  if (host !== 'local') {
    const outcome = await openDesktop(launcher)
    if (typeof outcome === 'number') return outcome
    if (host === 'electron') {
      launcher.printError(`${outcome} Use --host=local to open Stallhand in the browser.`)
      return 1
    }
    launcher.print(`${outcome} Stallhand opens in your browser instead.`)
  }
  await launcher.runLocal()
  return undefined
}
