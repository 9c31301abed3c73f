/** The account and identity services: business policies, opting in to them, and who is signed in. */
import { createRefusals } from '../api/refusal.ts'
import { scopes } from '../api/scopes.ts'
import { admitByScope, type Call, createService } from '../api/service.ts'
import type { Faults, PracticeApp } from '../control/faults.ts'
import type { JsonObject } from '../json-body.ts'
import type { Practice } from '../shop/shop-state.ts'

const DOMAIN = 'API_ACCOUNT'
const PROGRAM = 'SELLING_POLICY_MANAGEMENT'
/** The platform needs up to a day; an hour is enough to show what happens in between. */
const OPT_IN_TAKES_MS = 60 * 60_000

const { refuse, readBody } = createRefusals(DOMAIN)

/** The policy whose price depends on weight and size. */
export const CALCULATED_POLICY_ID = '6100003'
/** Policies of another marketplace: an offer may name them, but can't be published with them. */
export const foreignPolicyIds: readonly string[] = ['6190001', '6290001', '6390001']

export type PolicyKind = 'fulfillment' | 'payment' | 'return'

/** The same policies for every practice seller: two for shipping, one for payment, two for returns. */
const policies: Readonly<Record<PolicyKind, readonly (readonly [id: string, name: string, details: JsonObject])[]>> = {
  fulfillment: [
    ['6100001', 'Parcel, two days', { handlingTime: { unit: 'DAY', value: 2 }, globalShipping: false }],
    ['6100002', 'Letter, next day', { handlingTime: { unit: 'DAY', value: 1 }, globalShipping: false }],
    [
      CALCULATED_POLICY_ID,
      'Parcel, by weight and distance',
      {
        handlingTime: { unit: 'DAY', value: 2 },
        globalShipping: false,
        shippingOptions: [{ costType: 'CALCULATED', optionType: 'DOMESTIC' }],
      },
    ],
  ],
  payment: [['6200001', 'Pay at once', { immediatePay: true }]],
  return: [
    [
      '6300001',
      'Returns within 30 days',
      {
        returnsAccepted: true,
        returnPeriod: { unit: 'DAY', value: 30 },
        returnShippingCostPayer: 'BUYER',
        refundMethod: 'MONEY_BACK',
      },
    ],
    ['6300002', 'No returns', { returnsAccepted: false }],
  ],
}

export const isPolicy = (kind: PolicyKind, id: string): boolean => policies[kind].some(([known]) => known === id)

export const createAccountService = (practice: Practice, faults: Faults): PracticeApp => {
  const { marketplaceId } = practice.names

  const listPolicies = (kind: PolicyKind) => (c: Call) => {
    const requested = c.req.query('marketplace_id')
    if (requested === undefined) refuse(400, 20401, 'Missing field marketplaceId.')
    if (requested !== marketplaceId) {
      refuse(400, 20402, 'Invalid input: the marketplace is unknown.', { marketplaceId: requested ?? '' })
    }
    // For up to a day after the opt-in, the platform says so too, although the program is listed.
    if (!practice.state.settings.hasPolicies || practice.now() < (practice.state.settings.policiesFromMs ?? 0)) {
      refuse(400, 20403, 'User is not eligible for Business Policy.')
    }
    const categoryTypes = [{ name: 'ALL_EXCLUDING_MOTORS_VEHICLES', default: true }]
    const listed = policies[kind].map(([id, name, details]) => ({
      name,
      marketplaceId,
      categoryTypes,
      ...details,
      ...(kind === 'fulfillment' ? { freightShipping: false, localPickup: false, pickupDropOff: false } : {}),
      [`${kind}PolicyId`]: id,
    }))
    return c.json({ total: listed.length, [`${kind}Policies`]: listed })
  }

  const optIn = async (c: Call): Promise<Response> => {
    const { programType } = await readBody(c)
    if (programType !== PROGRAM) refuse(400, 20402, 'Invalid input: programType.', { programType: String(programType) })
    if (practice.state.settings.hasPolicies) refuse(409, 25803, 'The seller has opted in to this program already.')
    practice.state.settings.hasPolicies = true
    practice.state.settings.policiesFromMs = practice.now() + OPT_IN_TAKES_MS
    return c.json({})
  }

  const getPrivileges = (c: Call): Response =>
    c.json({
      sellerRegistrationCompleted: practice.state.settings.isRegistrationIncomplete !== true,
      sellingLimit: { amount: { value: '5000.00', currency: 'USD' }, quantity: 500 },
    })

  const admit = admitByScope(practice, DOMAIN, {
    read: [scopes.account, scopes.accountReadonly],
    write: [scopes.account],
  })
  return createService(faults, { service: 'account', base: '/sell/account/v1', admit }, [
    ['GET', '/fulfillment_policy', 'getFulfillmentPolicies', listPolicies('fulfillment')],
    ['GET', '/payment_policy', 'getPaymentPolicies', listPolicies('payment')],
    ['GET', '/return_policy', 'getReturnPolicies', listPolicies('return')],
    [
      'GET',
      '/program/get_opted_in_programs',
      'getOptedInPrograms',
      (c) => c.json({ programs: practice.state.settings.hasPolicies ? [{ programType: PROGRAM }] : [] }),
    ],
    ['POST', '/program/opt_in', 'optInToProgram', optIn],
    ['GET', '/privilege', 'getPrivileges', getPrivileges],
  ])
}

/** Returns who is signed in; eBay only. */
export const createIdentityService = (practice: Practice, faults: Faults): PracticeApp => {
  const getUser = (c: Call): Response =>
    c.json({
      userId: `practice-user-${practice.state.seed}`,
      username: practice.state.seller,
      accountType: 'INDIVIDUAL',
      registrationMarketplaceId: practice.names.marketplaceId,
      status: 'CONFIRMED',
    })
  const admit = admitByScope(practice, 'API_IDENTITY', { read: [scopes.identity], write: [] })
  return createService(faults, { service: 'identity', admit }, [
    ['GET', '/commerce/identity/v1/user/', 'getUser', getUser],
  ])
}
