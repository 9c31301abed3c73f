/**
 * The entry file of the local host: turns on Node's compile cache, and only then loads the rest.
 *
 * SECURITY: the cache is beside the built files, so a user who could change it could change those as well. Node's default is a
 * system folder that all users share.
 */
import { enableCompileCache } from 'node:module'
import path from 'node:path'

enableCompileCache(path.join(import.meta.dirname, 'compiled'))
const { startLocal } = await import('./start-local.ts')
startLocal(import.meta.dirname).catch(async (error: unknown) => {
  const { explain } = await import('../common/explain.ts')
  console.error(explain(error))
  process.exit(1)
})
