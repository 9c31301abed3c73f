/** Electron's runtime: finds and downloads it, and checks whether it can open a window here. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const MAX_DOWNLOAD_MS = 180_000

/** The runtime's path; undefined if it isn't downloaded or has another version. */
export const findElectron = (root: string): string | undefined => {
  const folder = path.join(root, 'node_modules/electron')
  try {
    const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }
    if (readFileSync(path.join(folder, 'dist/version'), 'utf8').trim().replace(/^v/, '') !== version) return undefined
    const program = path.join(folder, 'dist', readFileSync(path.join(folder, 'path.txt'), 'utf8').trim())
    return existsSync(program) ? program : undefined
  } catch {
    return undefined
  }
}

/** Why no window can open here even with the runtime; undefined if one can. */
export const windowProblem = (
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  userId: number | undefined,
): string | undefined => {
  if (platform !== 'linux') return undefined
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return 'There is no display here for a desktop window'
  // Chromium's sandbox refuses to run as root, and this app doesn't run without the sandbox.
  return userId === 0 ? 'Electron’s sandbox doesn’t run as root' : undefined
}

/** Downloads the runtime with the electron package's own script. Returns the problem, or undefined. */
export const fetchElectron = (root: string, limitMs = MAX_DOWNLOAD_MS): Promise<string | undefined> =>
  new Promise((resolve) => {
    if (process.env.ELECTRON_SKIP_BINARY_DOWNLOAD) {
      resolve('Electron’s runtime isn’t installed, and ELECTRON_SKIP_BINARY_DOWNLOAD says not to fetch it')
      return
    }
    const child = spawn(process.execPath, [path.join(root, 'node_modules/electron/install.js')], {
      cwd: root,
      stdio: 'ignore',
    })
    let late = false
    const timer = setTimeout(() => {
      late = true
      child.kill('SIGKILL')
    }, limitMs)
    child.once('error', () => resolve('Electron’s runtime couldn’t be fetched'))
    child.once('close', () => {
      clearTimeout(timer)
      if (findElectron(root) !== undefined) resolve(undefined)
      else resolve(late ? 'Electron’s runtime didn’t arrive in time' : 'Electron’s runtime couldn’t be downloaded')
    })
  })
