/** Preloaded with `node --import`: resolves every import of `electron` to the double. */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { given } from './given.ts'

const double = new URL('./electron.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: double, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
})

const runtime = JSON.parse(
  readFileSync(new URL('../../../node_modules/electron/package.json', import.meta.url), 'utf8'),
) as {
  readonly version: string
}
Object.defineProperty(process, 'versions', {
  value: { ...process.versions, electron: runtime.version, chrome: '0.0.0.0' },
})
Object.defineProperty(process, 'type', { value: 'browser' })
Object.defineProperty(process, 'resourcesPath', { value: given.resourcesPath })
// An installed app's arguments start with the user's; in development the app's path comes first.
if (given.isPackaged) process.argv.splice(1, 1)
