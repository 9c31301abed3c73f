/** Run before the app's own entry (`node --import`): from here on `electron` is the double, whoever asks for it. */
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
// An installed program's first argument is the user's; one that is developed on is called with its folder.
if (given.isPackaged) process.argv.splice(1, 1)
