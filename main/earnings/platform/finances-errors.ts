/** What the finances service's refusals mean: https://developer.ebay.com/api-docs/sell/finances/resources/transaction/methods/getTransactions */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import type { ErrorMeaning, ErrorMeanings } from '../../http/failures.ts'

export const financesErrors = ({ The, the }: PlatformName): ErrorMeanings => {
  const wrongTime: ErrorMeaning = {
    cause: `${The} doesn’t list earnings for this time, or this computer’s clock is wrong.`,
    whatToDo: 'Set the clock of this computer, then read the earnings again.',
  }
  return {
    135001: { cause: `${The} doesn’t have this payout.`, whatToDo: 'Read the earnings again.' },
    135004: wrongTime,
    135008: wrongTime,
    135000: {
      cause: `${The} has an internal problem.`,
      whatToDo: `Read the earnings again later; ${the} may be busy.`,
    },
  }
}
