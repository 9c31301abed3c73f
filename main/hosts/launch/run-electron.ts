/**
 * Runs the desktop app and reports whether its window opened.
 *
 * Electron can be installed and still exit before its window opens: because the system denies Chromium's sandbox to
 * unknown programs (Ubuntu since 24.04, some containers,
 * https://ubuntu.com/blog/ubuntu-23-10-restricted-unprivileged-user-namespaces), libraries are missing, the download is
 * broken, or the runtime is for another processor. The app reports its progress over the process's IPC channel
 * (`LaunchReport`); an exit without a report is a failed start.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { LAUNCHER_VARIABLE, type LaunchReport } from '../common/launch-report.ts'

export type DesktopRun =
  /** The app was in control: its window opened, or it explained why it ended. */
  | { readonly started: true; readonly exitCode: number }
  /** One sentence with the likely cause, and one with the remedy. */
  | { readonly started: false; readonly problem: string; readonly remedy: string }

/** The time for the runtime to run the app's first line. */
const RUNTIME_TIMEOUT_MS = 30_000
/** The time from there to the window, including the check of a large database after a crash. */
const WINDOW_TIMEOUT_MS = 120_000
const MAX_STDERR_CHARACTERS = 20_000
const MAX_QUOTE_CHARACTERS = 200

type Problem = { readonly problem: string; readonly remedy: string }

const REINSTALL = 'Delete the folder node_modules, run npm ci, and start again.'

const knownCauses: readonly (Problem & { readonly pattern: RegExp })[] = [
  {
    pattern: /no usable sandbox|suid sandbox|setuid_sandbox|unprivileged_userns|namespace sandbox/i,
    problem: 'This system does not let Electron use Chromium’s sandbox.',
    remedy: 'Install the Stallhand package for this system, which brings the permission it needs.',
  },
  {
    pattern: /GPU process isn't usable|eglInitialize|libGL error|gl_surface/i,
    problem: 'Electron can’t use the graphics driver of this computer.',
    remedy: 'Update the graphics driver.',
  },
  {
    pattern: /missing X server|cannot open display|failed to connect to wayland/i,
    problem: 'Electron can’t reach a display.',
    remedy: 'Start Stallhand from a desktop session.',
  },
  {
    pattern: /exec format error|bad CPU type|not a valid Win32/i,
    problem: 'Electron’s runtime is built for another processor.',
    remedy: REINSTALL,
  },
  {
    pattern: /icudtl\.dat|invalid file descriptor to ICU|\.pak\b.*(missing|not found)|snapshot_blob/i,
    problem: 'Electron’s runtime is incomplete.',
    remedy: REINSTALL,
  },
]

const spawnProblems: Readonly<Record<string, Problem>> = {
  ENOENT: { problem: 'Electron’s runtime is incomplete.', remedy: REINSTALL },
  ENOEXEC: { problem: 'Electron’s runtime is built for another processor.', remedy: REINSTALL },
  UNKNOWN: { problem: 'Electron’s runtime is built for another processor.', remedy: REINSTALL },
  EACCES: {
    problem: 'This system does not let Electron’s runtime run.',
    remedy: 'Check that its folder allows programs to run.',
  },
}

/** Explains an exit before the window opened, from the program's output and how it ended. */
export const explainEarlyEnd = (stderr: string, end: string): Problem => {
  const library = /error while loading shared libraries: ([^\s:]+)/.exec(stderr)?.[1]
  if (library !== undefined) {
    return {
      problem: `Electron needs the system library ${library}, which is not installed.`,
      remedy: 'Install it with the system’s package manager.',
    }
  }
  const known = knownCauses.find(({ pattern }) => pattern.test(stderr))
  if (known !== undefined) return { problem: known.problem, remedy: known.remedy }
  const lastLine = stderr.trim().split('\n').at(-1)?.trim() ?? ''
  const quote = lastLine === '' ? '' : ` Its last words: “${lastLine.slice(0, MAX_QUOTE_CHARACTERS)}”.`
  return { problem: `Electron ${end} before its window opened.${quote}`, remedy: REINSTALL }
}

/**
 * Runs `program` with `args` until it ends.
 *
 * Until the app has reported, its stderr is withheld, because Chromium's own dump would bury the explanation. A signal
 * to this process is passed on to the app and counts as the user's wish, never as a failed start.
 */
export const runElectron = (
  program: string,
  args: readonly string[],
  limits: { readonly runtimeMs: number; readonly windowMs: number } = {
    runtimeMs: RUNTIME_TIMEOUT_MS,
    windowMs: WINDOW_TIMEOUT_MS,
  },
): Promise<DesktopRun> =>
  new Promise((resolve) => {
    const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env
    let child: ChildProcess
    try {
      child = spawn(program, args, {
        stdio: ['inherit', 'inherit', 'pipe', 'ipc'],
        env: { ...env, [LAUNCHER_VARIABLE]: '1' },
      })
    } catch (error) {
      resolve({ started: false, ...spawnProblem(error) })
      return
    }
    let stderr = ''
    let isInControl = false
    let isTooLate = false
    let isStoppedByUser = false

    const giveUp = (): void => {
      isTooLate = true
      child.kill('SIGKILL')
    }
    let timer = setTimeout(giveUp, limits.runtimeMs)

    const stop = (signal: NodeJS.Signals): void => {
      isStoppedByUser = true
      child.kill(signal)
    }
    const signals = ['SIGINT', 'SIGTERM'] as const
    for (const signal of signals) process.on(signal, stop)

    child.stderr?.on('data', (chunk: Buffer) => {
      if (isInControl) process.stderr.write(chunk)
      else stderr = (stderr + chunk.toString('utf8')).slice(-MAX_STDERR_CHARACTERS)
    })
    child.on('message', (message) => {
      const report = message as LaunchReport
      clearTimeout(timer)
      if (report === 'running') {
        timer = setTimeout(giveUp, limits.windowMs)
      } else if (report === 'windowShown' || report === 'explained') {
        isInControl = true
        process.stderr.write(stderr)
        stderr = ''
      }
    })

    const end = (run: DesktopRun): void => {
      clearTimeout(timer)
      for (const signal of signals) process.off(signal, stop)
      resolve(run)
    }
    child.once('error', (error) => end({ started: false, ...spawnProblem(error) }))
    child.once('close', (code, signal) => {
      if (isInControl || isStoppedByUser) return end({ started: true, exitCode: code ?? 1 })
      const how = isTooLate
        ? 'did not respond and was stopped'
        : signal !== null
          ? `was stopped by the system (${signal})`
          : `ended with code ${code}`
      end({ started: false, ...explainEarlyEnd(stderr, how) })
    })
  })

const spawnProblem = (error: unknown): Problem => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  return (
    spawnProblems[code] ?? {
      problem: `Electron could not be started${code === '' ? '' : ` (${code})`}.`,
      remedy: REINSTALL,
    }
  )
}
