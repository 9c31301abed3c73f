/** The finances service: the seller's transactions and payouts; eBay only. */
import { createRefusals } from '../api/refusal.ts'
import { scopes } from '../api/scopes.ts'
import { admitByScope, type Call, createService } from '../api/service.ts'
import { requireSignature } from '../api/signing-key-service.ts'
import type { Faults, PracticeApp } from '../control/faults.ts'
import type { JsonObject } from '../json-body.ts'
import type { Practice } from '../shop/shop-state.ts'
import { createLedger, toPayoutJson, toTransactionJson } from './ledger.ts'
import { parsePayoutFilter, parseTransactionFilter } from './money-filters.ts'

const DOMAIN = 'API_FINANCES'
const BASE = '/sell/finances/v1'
const DEFAULT_LIMIT = 20
const MAX_TRANSACTIONS = 1_000
const MAX_PAYOUTS = 200

const { refuse } = createRefusals(DOMAIN)

const readCount = (text: string | undefined, usual: number): number =>
  text === undefined ? usual : /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN

export const createFinancesService = (practice: Practice, faults: Faults): PracticeApp => {
  /** One page; 204 without a body if nothing matches. */
  const answerPage = (
    c: Call,
    {
      path,
      name,
      found,
      maxLimit,
    }: {
      readonly path: string
      readonly name: string
      readonly found: readonly JsonObject[]
      readonly maxLimit: number
    },
  ): Response => {
    const limit = readCount(c.req.query('limit'), DEFAULT_LIMIT)
    const offset = readCount(c.req.query('offset'), 0)
    if (!(limit >= 1 && limit <= maxLimit) || Number.isNaN(offset)) {
      refuse(400, 135003, 'The value of pagination is invalid.')
    }
    if (found.length === 0) return c.body(null, 204)
    const link = (from: number): string => {
      const parameters = new URLSearchParams()
      for (const filter of c.req.queries('filter') ?? []) parameters.append('filter', filter)
      parameters.set('limit', String(limit))
      parameters.set('offset', String(from))
      return `${practice.url}${BASE}${path}?${parameters}`
    }
    return c.json({
      href: link(offset),
      total: found.length,
      limit,
      offset,
      ...(offset + limit < found.length ? { next: link(offset + limit) } : {}),
      ...(offset > 0 ? { prev: link(Math.max(0, offset - limit)) } : {}),
      [name]: found.slice(offset, offset + limit),
    })
  }

  const getTransactions = (c: Call): Response => {
    if (c.req.query('sort') !== undefined) refuse(400, 135005, 'The value of sorting is invalid.')
    const nowMs = practice.now()
    const matches = parseTransactionFilter(c.req.queries('filter') ?? [], nowMs, (one) =>
      String(toTransactionJson(one, nowMs).transactionStatus),
    )
    const found = createLedger(practice)
      .transactions.filter(matches)
      .map((one) => toTransactionJson(one, nowMs))
    return answerPage(c, { path: '/transaction', name: 'transactions', found, maxLimit: MAX_TRANSACTIONS })
  }

  const getPayouts = (c: Call): Response => {
    const nowMs = practice.now()
    const sort = c.req.query('sort')
    if (sort !== undefined && sort !== 'payoutDate') refuse(400, 135005, 'The value of sorting is invalid.')
    const matches = parsePayoutFilter(c.req.queries('filter') ?? [], nowMs, (one) =>
      String(toPayoutJson(one, nowMs).payoutStatus),
    )
    const payouts = createLedger(practice).payouts.filter(matches)
    const sorted = sort === undefined ? payouts : payouts.toReversed()
    const found = sorted.map((one) => toPayoutJson(one, nowMs))
    return answerPage(c, { path: '/payout', name: 'payouts', found, maxLimit: MAX_PAYOUTS })
  }

  const getPayout = (c: Call): Response => {
    const wanted = c.req.param('payoutId')
    const found = createLedger(practice).payouts.find(({ id }) => id === wanted)
    return c.json(toPayoutJson(found ?? refuse(404, 135001, 'The payout id was not found.'), practice.now()))
  }

  /** FACT-171: only for sellers whom the platform approved. */
  const refuseOrderEarnings = (): Response => refuse(403, 1100, 'Access denied')

  /** FACT-170: all calls for sellers of the EU and the UK have to be signed. */
  const signed =
    (operation: string, answer: (c: Call) => Response) =>
    async (c: Call): Promise<Response> => {
      await requireSignature(practice, faults, c, ['finances', operation])
      return answer(c)
    }

  const admit = admitByScope(practice, DOMAIN, { read: [scopes.finances], write: [scopes.finances] })
  return createService(faults, { service: 'finances', base: BASE, admit }, [
    ['GET', '/transaction', 'getTransactions', signed('getTransactions', getTransactions)],
    ['GET', '/payout', 'getPayouts', signed('getPayouts', getPayouts)],
    ['GET', '/payout/:payoutId', 'getPayout', signed('getPayout', getPayout)],
    ['GET', '/order_earnings', 'getOrderEarnings', signed('getOrderEarnings', refuseOrderEarnings)],
  ])
}
