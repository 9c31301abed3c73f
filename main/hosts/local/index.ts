/**
 * The entry file of the local host: enables Node's compile cache
 * (https://nodejs.org/api/module.html#module-compile-cache) before loading the rest.
 *
 * SECURITY: the cache is beside the built files, so a user who can change it can change those as well. Node's default
 * is a system folder shared by all users.
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
