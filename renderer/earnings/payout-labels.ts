/** What a payout's row says. Pure. */
import type { EarningsPayout } from '../../shared/earnings/contract.ts'
import { moneyLabel } from '../parts/earnings/money-label.ts'
import { formatCount, formatNumber } from '../ui/format/locale-format.ts'

type Label = { readonly text: string; readonly tone: 'good' | 'caution' | 'danger' | 'soft' }

/** Whether its transactions sum to it, in one sentence (FIN-01). */
export const checkLabel = ({ check }: Pick<EarningsPayout, 'check'>): Label => {
  if (check.state === 'addsUp') return { text: `Adds up: ${formatCount(check.count, 'transaction')}`, tone: 'good' }
  if (check.state === 'partlyRead') {
    const read = formatNumber(check.count)
    if (check.count === 0 && check.of === null) return { text: 'Its lines haven’t been read yet', tone: 'soft' }
    const all = check.of === null ? read : `${read} of ${formatNumber(check.of)}`
    return { text: `Not all lines have been read: ${all}`, tone: 'soft' }
  }
  const { difference, name, count } = check
  const amount = moneyLabel({ ...difference, minor: Math.abs(difference.minor) })
  if (name === 'payoutFee') {
    return { text: `Adds up with the payout fee of ${amount}: ${formatCount(count, 'transaction')}`, tone: 'good' }
  }
  const side = difference.minor < 0 ? 'less' : 'more'
  return { text: `${amount} ${side} than its ${formatCount(count, 'transaction')}`, tone: 'caution' }
}

/** Where the money is; null once it has arrived. */
export const statusLabel = ({ status, account }: Pick<EarningsPayout, 'status' | 'account'>): Label | null => {
  const to = account === '' ? '' : ` to ${account}`
  switch (status) {
    case 'SUCCEEDED':
      return null
    case 'INITIATED':
      return { text: `On its way${to}`, tone: 'soft' }
    case 'RETRYABLE_FAILED':
      return { text: `Failed${to}, will be tried again`, tone: 'caution' }
    case 'TERMINAL_FAILED':
      return { text: `Failed${to}`, tone: 'danger' }
    case 'REVERSED':
      return { text: 'Reversed', tone: 'danger' }
    default:
      return { text: status.toLowerCase().replaceAll('_', ' '), tone: 'soft' }
  }
}
