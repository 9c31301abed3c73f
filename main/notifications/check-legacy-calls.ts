/** The legacy calls' part of "Check connection": one safe read, told in words. */
import type { ServiceCheck } from '../../shared/connection/contract.ts'
import { Failure } from '../../shared/result.ts'
import type { TradingClient } from './trading-client.ts'

/**
 * Reads the present preferences (GetNotificationPreferences at UserData; document 3, section 4), which needs the
 * application's credentials and the user's token and changes nothing. Never rejects for what the service answers.
 */
export const checkLegacyCalls = async (trading: TradingClient): Promise<ServiceCheck> => {
  const about = { name: 'Legacy notifications', operation: 'GetNotificationPreferences' } as const
  try {
    const { applicationUrl } = await trading.getNotificationPreferences('UserData')
    const words =
      applicationUrl === null
        ? 'Answers, and the credentials are right. No address is registered yet.'
        : 'Answers, and the credentials are right. An address is registered.'
    return { ...about, ok: true, words, detail: null }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { ...about, ok: false, words: error.message, detail: `POST {trading_endpoint} ${about.operation}` }
  }
}
