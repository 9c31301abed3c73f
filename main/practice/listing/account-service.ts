/** The account service: the seller's business policies, and the program that a seller joins to have them. */
import { Hono } from 'hono'
import { authenticate, demandScope } from '../api/oauth-service.ts'
import { createRefusals } from '../api/refusal.ts'
import { scopes } from '../api/scopes.ts'
import type { Faults, PracticeApp, PracticeEnv } from '../control/faults.ts'
import { isJsonType, type JsonObject, parseJsonObject } from '../json-body.ts'
import type { Practice } from '../shop/shop-state.ts'

const BASE = '/sell/account/v1'
const DOMAIN = 'API_ACCOUNT'
const PROGRAM = 'SELLING_POLICY_MANAGEMENT'

const { refuse } = createRefusals(DOMAIN)

type Kind = 'fulfillment' | 'payment' | 'return'

const listNames: Readonly<Record<Kind, string>> = {
  fulfillment: 'fulfillmentPolicies',
  payment: 'paymentPolicies',
  return: 'returnPolicies',
}

const categoryTypes = [{ name: 'ALL_EXCLUDING_MOTORS_VEHICLES', default: true }]

/** The policies of every practice seller: two ways to ship, one to be paid, two for returns. */
export const listPolicies = (kind: Kind, marketplaceId: string): readonly (JsonObject & { readonly id: string })[] => {
  const policy = (id: string, name: string, more: JsonObject) => ({ id, name, marketplaceId, categoryTypes, ...more })
  switch (kind) {
    case 'fulfillment':
      return [
        policy('6100001', 'Parcel, two days', { handlingTime: { unit: 'DAY', value: 2 }, globalShipping: false }),
        policy('6100002', 'Letter, next day', { handlingTime: { unit: 'DAY', value: 1 }, globalShipping: false }),
      ]
    case 'payment':
      return [policy('6200001', 'Pay at once', { immediatePay: true })]
    case 'return':
      return [
        policy('6300001', 'Returns within 30 days', {
          returnsAccepted: true,
          returnPeriod: { unit: 'DAY', value: 30 },
          returnShippingCostPayer: 'BUYER',
          refundMethod: 'MONEY_BACK',
        }),
        policy('6300002', 'No returns', { returnsAccepted: false }),
      ]
  }
}

export const createAccountService = (practice: Practice, faults: Faults): PracticeApp => {
  const app = new Hono<PracticeEnv>()
  const guard = (operation: string) => faults.guard('account', operation)
  const readScopes = [scopes.account, scopes.accountReadonly]

  const addList = (kind: Kind, operation: string): void => {
    app.get(`${BASE}/${kind}_policy`, guard(operation), (c) => {
      demandScope(authenticate(practice, c, DOMAIN), readScopes, DOMAIN)
      const marketplaceId = c.req.query('marketplace_id')
      if (marketplaceId === undefined) refuse(400, 20401, 'Missing field marketplaceId.')
      if (marketplaceId !== practice.names.marketplaceId) {
        refuse(400, 20402, 'Invalid input: the marketplace is unknown.', { marketplaceId: marketplaceId ?? '' })
      }
      if (!practice.state.optedIn) {
        refuse(400, 20403, 'Invalid request: the seller has not opted in to business policies.')
      }
      const policies = listPolicies(kind, practice.names.marketplaceId).map(({ id, ...policy }) => ({
        ...policy,
        [`${kind}PolicyId`]: id,
      }))
      return c.json({ total: policies.length, [listNames[kind]]: policies })
    })
  }
  addList('fulfillment', 'getFulfillmentPolicies')
  addList('payment', 'getPaymentPolicies')
  addList('return', 'getReturnPolicies')

  app.get(`${BASE}/program/get_opted_in_programs`, guard('getOptedInPrograms'), (c) => {
    demandScope(authenticate(practice, c, DOMAIN), readScopes, DOMAIN)
    return c.json({ programs: practice.state.optedIn ? [{ programType: PROGRAM }] : [] })
  })

  app.post(`${BASE}/program/opt_in`, guard('optInToProgram'), async (c) => {
    demandScope(authenticate(practice, c, DOMAIN), [scopes.account], DOMAIN)
    if (!isJsonType(c.req.header('content-type'))) refuse(415, 2004, 'Content-Type must be application/json.')
    const programType = parseJsonObject(await c.req.text())?.programType
    if (programType !== PROGRAM) refuse(400, 20402, 'Invalid input: programType.', { programType: String(programType) })
    if (practice.state.optedIn) refuse(409, 25803, 'The seller has opted in to this program already.')
    practice.state.optedIn = true
    return c.json({})
  })

  return app
}
