/** Builds the app into `out`, for programs that check their arguments first. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')

/** Ends this program if the build fails. The build prints why. */
export const buildApp = (): void => {
  const electronVite = path.join(root, 'node_modules/electron-vite/bin/electron-vite.js')
  const { status } = spawnSync(process.execPath, [electronVite, 'build'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
