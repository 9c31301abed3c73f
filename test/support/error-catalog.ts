/** The errors of a service without ids of its own, for tests that don't need a platform's catalog. */
import { createErrorCatalog } from '../../main/http/failures.ts'
import { platforms } from '../../shared/connection/platforms.ts'

export const noErrors = createErrorCatalog(platforms.neutral.name)
