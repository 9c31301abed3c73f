/** Runs npm in its own process group, so that its child processes can be ended too. Its shell doesn't forward signals. */
import { type ChildProcess, spawn } from 'node:child_process'

const isWindows = process.platform === 'win32'

export type NpmRun = {
  /** Calls `hear` with all output so far, whenever there is more. */
  readonly onOutput: (hear: (output: string) => void) => void
  /** Resolves with the exit code (null after a signal) and all output. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>
  readonly stop: () => Promise<void>
}

const end = (child: ChildProcess): void => {
  if (child.pid === undefined || child.exitCode !== null) return
  if (isWindows) child.kill()
  else process.kill(-child.pid, 'SIGTERM')
}

/** Runs npm in `cwd`, and ends it with its child processes after `limitMs`. */
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
