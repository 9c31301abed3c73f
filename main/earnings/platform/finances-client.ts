/**
 * The finances service: what came in and went out, and what was paid out.
 *
 * https://developer.ebay.com/api-docs/sell/finances/overview.html
 */
import * as z from 'zod'
import { marketplaceHeader } from '../../../shared/connection/platforms.ts'
import { type ConnectionProfile, getPlatform, nameScope } from '../../../shared/connection/profile.ts'
import { readJson } from '../../http/answers.ts'
import { createErrorCatalog, responseFailure } from '../../http/failures.ts'
import type { HttpRequest, Send } from '../../http/request.ts'
import { createServiceClient } from '../../http/service-client.ts'
import { financesErrors } from './finances-errors.ts'

const MAX_TRANSACTIONS = 1_000
const MAX_PAYOUTS = 200

/** Both ends count. With `toMs` null, up to now and at most ninety days. */
export type MoneyWindow = { readonly fromMs: number; readonly toMs: number | null }

/** `step`: how many entries the page has. `total`: how many the whole list has. */
export type MoneyPage = { readonly entries: readonly unknown[]; readonly total: number; readonly step: number }

const total = z.number().int().min(0).catch(0)
const entries = z.array(z.unknown()).nullish()
const transactionsSchema = z.looseObject({ total, transactions: entries })
const payoutsSchema = z.looseObject({ total, payouts: entries })

type ReadOptions = Pick<HttpRequest, 'purpose' | 'signal'>

const formatTime = (atMs: number): string => new Date(atMs).toISOString()
const formatWindow = (name: string, { fromMs, toMs }: MoneyWindow): string =>
  `${name}:[${formatTime(fromMs)}..${toMs === null ? '' : formatTime(toMs)}]`

export type FinancesClient = ReturnType<typeof createFinancesClient>

export const createFinancesClient = ({
  profile,
  send,
}: {
  readonly profile: ConnectionProfile
  readonly send: Send
}) => {
  const { name: platformName } = getPlatform(profile)
  const scope = nameScope(profile, 'sell.finances')
  const errors = createErrorCatalog(platformName, financesErrors(platformName))
  const service = createServiceClient({
    send,
    service: 'finances',
    root: profile.financesUrl,
    // Required outside the United States.
    headers: { [marketplaceHeader(profile).toLowerCase()]: profile.marketplaceId },
    toFailure: (response) => responseFailure('finances', response, errors, { scope }),
  })

  const list = async (
    what: 'transaction' | 'payout',
    query: { readonly filter: string | undefined; readonly limit: number; readonly offset: number },
    options: ReadOptions,
  ): Promise<MoneyPage> => {
    const operation = what === 'transaction' ? 'getTransactions' : 'getPayouts'
    const response = await service.request({ ...options, operation, path: `/${what}`, query })
    // Nothing matches.
    if (response.status === 204) return { entries: [], total: 0, step: 0 }
    if (what === 'transaction') {
      const page = readJson(response, transactionsSchema, 'The list of transactions')
      const found = page.transactions ?? []
      return { entries: found, total: page.total, step: found.length }
    }
    const page = readJson(response, payoutsSchema, 'The list of payouts')
    const found = page.payouts ?? []
    return { entries: found, total: page.total, step: found.length }
  }

  return {
    /** The newest first. Without a window, those of the last ninety days by the platform's clock. */
    getTransactions: (window: MoneyWindow | null, offset: number, options: ReadOptions = {}): Promise<MoneyPage> => {
      const filter = window === null ? undefined : formatWindow('transactionDate', window)
      return list('transaction', { filter, limit: MAX_TRANSACTIONS, offset }, options)
    },

    getPayoutTransactions: (payoutId: string, offset: number, options: ReadOptions = {}): Promise<MoneyPage> =>
      list('transaction', { filter: `payoutId:{${payoutId}}`, limit: MAX_TRANSACTIONS, offset }, options),

    /** The newest first. */
    getPayouts: (window: MoneyWindow, offset: number, options: ReadOptions = {}): Promise<MoneyPage> =>
      list('payout', { filter: formatWindow('payoutDate', window), limit: MAX_PAYOUTS, offset }, options),
  }
}
