/**
 * The first file of the local host: it lets Node keep what it compiles, and only then loads the rest.
 *
 * SECURITY: the compiled code lies beside the built files, which whoever could change it could change as well; Node's own
 * choice would be a folder of the system that all users share.
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
