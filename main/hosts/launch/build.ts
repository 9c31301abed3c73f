/** Checks whether `out/` is up to date, and builds it. */
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

/** The newest change at or below `file`. Includes the folder's own time, which reveals removed files. */
const findNewestMs = (file: string): number => {
  const stat = statSync(file)
  if (!stat.isDirectory()) return stat.mtimeMs
  let newest = stat.mtimeMs
  for (const name of readdirSync(file)) newest = Math.max(newest, findNewestMs(path.join(file, name)))
  return newest
}

export const isBuilt = (root: string): boolean => {
  try {
    const builtMs = Math.min(...products.map((product) => statSync(path.join(root, product)).mtimeMs))
    return sources.every((source) => findNewestMs(path.join(root, source)) <= builtMs)
  } catch {
    return false
  }
}

export type Built = { readonly ok: true } | { readonly ok: false; readonly output: string }

/** Builds `out/`, and returns the output if the build fails. */
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
