/** Whether `out/` is what the sources say, and the one command that makes it so. */
import { spawn } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'

const sources = [
  'shared',
  'preload',
  'main',
  'renderer',
  'package.json',
  'package-lock.json',
  'electron.vite.config.ts',
]
const products = ['out/main/electron.js', 'out/main/local.js', 'out/preload/index.cjs', 'out/renderer/index.html']

/** The newest change below `file`; a folder's own time counts, so that a file that was removed is noticed. */
const newestMs = (file: string): number => {
  const stat = statSync(file)
  if (!stat.isDirectory()) return stat.mtimeMs
  let newest = stat.mtimeMs
  for (const name of readdirSync(file)) newest = Math.max(newest, newestMs(path.join(file, name)))
  return newest
}

/** True when everything is built, and nothing was changed since. */
export const isBuilt = (root: string): boolean => {
  try {
    const builtMs = Math.min(...products.map((product) => statSync(path.join(root, product)).mtimeMs))
    return sources.every((source) => newestMs(path.join(root, source)) <= builtMs)
  } catch {
    return false
  }
}

export type Built = { readonly ok: true } | { readonly ok: false; readonly output: string }

/** Builds `out/` quietly; what the build said is handed back where it failed. */
export const build = (root: string): Promise<Built> =>
  new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [path.join(root, 'node_modules/electron-vite/bin/electron-vite.js'), 'build'],
      {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    let output = ''
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString('utf8')).slice(-20_000)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', (error) => resolve({ ok: false, output: error.message }))
    child.once('close', (code) => resolve(code === 0 ? { ok: true } : { ok: false, output }))
  })
