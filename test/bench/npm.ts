/** npm in a process group of its own, so that what it starts can be ended with it: its shell passes no signal on. */
import { type ChildProcess, spawn } from 'node:child_process'

const isWindows = process.platform === 'win32'

export type NpmRun = {
  /** Calls `hear` with all output so far, at each piece of it. */
  readonly onOutput: (hear: (output: string) => void) => void
  /** The exit code (null after a signal) and all output. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>
  readonly stop: () => Promise<void>
}

const end = (child: ChildProcess): void => {
  if (child.pid === undefined || child.exitCode !== null) return
  if (isWindows) child.kill()
  else process.kill(-child.pid, 'SIGTERM')
}

/** Runs npm in `cwd`, and ends it and what it started after `limitMs`. */
export const runNpm = (args: readonly string[], cwd: string, limitMs: number): NpmRun => {
  const child = spawn('npm', [...args], {
    cwd,
    detached: !isWindows,
    shell: isWindows,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const timer = setTimeout(() => end(child), limitMs)
  // Ctrl+C does not reach another process group.
  const onInterrupt = (): void => {
    end(child)
    process.exit(130)
  }
  process.once('SIGINT', onInterrupt)
  let output = ''
  const hearers: ((output: string) => void)[] = []
  const hear = (chunk: Buffer): void => {
    output += chunk.toString('utf8')
    for (const each of hearers) each(output)
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ended = new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      process.off('SIGINT', onInterrupt)
      resolve({ code, output })
    })
  })
  return {
    onOutput: (added) => void hearers.push(added),
    ended,
    stop: async () => {
      end(child)
      await ended
    },
  }
}
