import { Hono } from 'hono'
import { authenticate, demandScope } from '../api/oauth-service.ts'
import { scopes } from '../api/scopes.ts'
import type { Faults, PracticeApp, PracticeEnv } from '../control/faults.ts'
import type { Practice } from '../shop/shop-state.ts'

const DOMAIN = 'API_IDENTITY'

/** Says who is signed in. */
export const createIdentityService = (practice: Practice, faults: Faults): PracticeApp => {
  const app = new Hono<PracticeEnv>()
  app.get('/commerce/identity/v1/user/', faults.guard('identity', 'getUser'), (c) => {
    demandScope(authenticate(practice, c, DOMAIN), [scopes.identity], DOMAIN)
    const { seller, seed } = practice.state
    return c.json({
      userId: `practice-user-${seed}`,
      username: seller,
      accountType: 'INDIVIDUAL',
      registrationMarketplaceId: practice.names.marketplaceId,
      status: 'CONFIRMED',
    })
  })
  return app
}
