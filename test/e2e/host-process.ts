/** Starts, stops and kills the built app in a separate process. */
import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { findElectron, windowProblem } from '../../main/hosts/launch/electron-runtime.ts'

export const root = path.join(import.meta.dirname, '../..')

/** Why Electron cannot be tested here; undefined if it can. */
export const electronProblem = (): string | undefined =>
  windowProblem(process.platform, process.env, process.getuid?.()) ??
  (findElectron(root) === undefined ? "Electron's runtime isn’t installed" : undefined)

export type Ended = { readonly exitCode: number | null; readonly stdout: string; readonly stderr: string }

/** Runs a file under Node until it exits. Resolves with its output; kills it after `limitMs` so no test hangs. */
export const runToEnd = (file: string, args: readonly string[], limitMs = 30_000): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, file), ...args], { cwd: root })
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => {
      stdout += String(chunk)
    })
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk)
    })
    child.once('error', reject)
    child.once('close', (exitCode) => {
      clearTimeout(timer)
      resolve({ exitCode, stdout, stderr })
    })
  })

export type LocalProcess = {
  /** The printed address. Logs one browser in, once. */
  readonly address: string
  readonly origin: string
  readonly port: number
  readonly pid: number
  /** Everything printed so far. */
  readonly output: () => string
  /** Ends the process as Ctrl+C does. Resolves with its exit code. */
  readonly stop: () => Promise<number | null>
  /** Ends the process as a crash does. */
  readonly kill: () => Promise<void>
}

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode)
    else child.once('close', (code) => resolve(code))
  })

/** Less than a test's own limit (playwright.config.ts), so that a host that never gets ready is named with its output. */
const MAX_START_MS = 100_000

/** Starts the built local host and waits until it prints its address. Rejects with its output if it exits first. */
export const startLocalProcess = (args: readonly string[]): Promise<LocalProcess> =>
  new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [path.join(root, 'out/main/local.js'), '--no-open', '--no-key-ring', ...args],
      {
        cwd: root,
        // A sign-in opens the user's browser. This PATH contains none, so no test ever opens one.
        env: { ...process.env, PATH: path.dirname(process.execPath) },
      },
    )
    let output = ''
    let isReady = false
    const timer = setTimeout(() => child.kill('SIGKILL'), MAX_START_MS)
    const hear = (chunk: Buffer): void => {
      output += chunk.toString('utf8')
      const address = /http:\/\/127\.0\.0\.1:\d+\/open#[\w-]+(?=\s)/.exec(output)?.[0]
      if (address === undefined || isReady) return
      isReady = true
      clearTimeout(timer)
      const { origin, port } = new URL(address)
      resolve({
        address,
        origin,
        port: Number(port),
        pid: child.pid ?? 0,
        output: () => output,
        stop: () => {
          child.kill('SIGTERM')
          return ended(child)
        },
        kill: async () => {
          child.kill('SIGKILL')
          await ended(child)
        },
      })
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      if (!isReady) reject(new Error(`The host ended with ${code} before it was ready. It said:\n${output}`))
    })
  })
