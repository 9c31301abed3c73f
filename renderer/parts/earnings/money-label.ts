/** Amounts of earnings as text. */
import { type Money, moneyText } from '../../../shared/money.ts'
import { formatMoney } from '../../ui/format/locale-format.ts'

/** `$1,505.85` in the chosen locale. */
export const moneyLabel = (money: Money): string => formatMoney(Number(moneyText(money)), money.currency)
