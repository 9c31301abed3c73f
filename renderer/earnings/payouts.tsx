/** Payouts, the newest first. Each opens to its transactions, and says whether they add up. */
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { EarningsPayout, EarningsTransaction } from '../../shared/earnings/contract.ts'
import { useApiQuery } from '../api/hooks.ts'
import { inPlatformZone } from '../api/platform-zone.ts'
import { locationHref } from '../location.ts'
import { moneyLabel } from '../parts/earnings/money-label.ts'
import { Button } from '../ui/buttons/button.tsx'
import { QueryView } from '../ui/feedback/query-view.tsx'
import { formatCount } from '../ui/format/locale-format.ts'
import { Text } from '../ui/layout/layout.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import styles from './earnings.module.css'
import { checkLabel, statusLabel } from './payout-labels.ts'

const FIRST = 8
const MORE = 24

const day = inPlatformZone({ day: 'numeric', month: 'short' })
const dayAndYear = inPlatformZone({ day: 'numeric', month: 'short', year: 'numeric' })

const Line = ({ one }: { readonly one: EarningsTransaction }) => {
  const { label, title, lines, memo, buyer, orderId, gross, fees, net, isVoid } = one
  const what =
    title === null ? (memo ?? '') : lines > 1 ? `${title} and ${formatCount(lines - 1, 'more', 'more')}` : title
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className={styles.what}>
        {orderId === null ? what : <a href={locationHref({ screen: 'orders', path: [orderId] })}>{what || orderId}</a>}
        {buyer !== null && (
          <Text tone="faint">
            {' '}
            <bdi>{buyer}</bdi>
          </Text>
        )}
      </td>
      <td className={styles.detail}>
        {isVoid
          ? 'failed, not counted'
          : gross !== null && fees !== null && fees.minor !== 0 && `${moneyLabel(gross)}, fees ${moneyLabel(fees)}`}
      </td>
      <td>{net === null ? 'can’t be read' : moneyLabel(net)}</td>
    </tr>
  )
}

const PayoutLines = ({ payoutId }: { readonly payoutId: string }) => {
  const query = useApiQuery('earnings', 'payout', { payoutId })
  return (
    <QueryView label="The payout’s lines" query={query} skeleton={{ shape: 'lines' }}>
      {(payout) =>
        payout === null || payout.transactions.length === 0 ? (
          <Text as="p" className={styles.indented} tone="faint">
            No lines of this payout have been read yet.
          </Text>
        ) : (
          <table className={styles.lines}>
            <caption className="visually-hidden">Lines of the payout</caption>
            <tbody>
              {payout.transactions.map((one) => (
                <Line key={one.id} one={one} />
              ))}
            </tbody>
          </table>
        )
      }
    </QueryView>
  )
}

const Payout = ({ payout }: { readonly payout: EarningsPayout }) => {
  const [isOpen, setOpen] = useState(false)
  const { payoutId, atMs, amount, fee, account } = payout
  const check = checkLabel(payout)
  const status = statusLabel(payout)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <ChevronRight aria-hidden="true" className={styles.chevron} size={16} />
        <span title={atMs === null ? undefined : dayAndYear().format(atMs)}>
          {atMs === null ? 'No date' : day().format(atMs)}
        </span>
        <span>
          {status !== null && (
            <Text as="div" size="meta" tone={status.tone}>
              {status.text}
            </Text>
          )}
          <Text as="div" size="meta" tone={check.tone}>
            {check.text}
          </Text>
        </span>
        <Text strong={isOpen} tabular>
          {amount === null ? 'can’t be read' : moneyLabel(amount)}
        </Text>
      </summary>
      {isOpen && (
        <>
          <PayoutLines payoutId={payoutId} />
          <Text as="p" className={styles.indented} size="meta" tone="faint">
            {[payoutId, account === '' ? '' : `to ${account}`, fee.minor === 0 ? '' : `Payout fee ${moneyLabel(fee)}`]
              .filter((part) => part !== '')
              .join(' · ')}
          </Text>
        </>
      )}
    </details>
  )
}

export const Payouts = ({ currency }: { readonly currency: string }) => {
  const [limit, setLimit] = useState(FIRST)
  const query = useApiQuery('earnings', 'payouts', { currency, limit }, { keepPrevious: true })
  return (
    <Panel title="Payouts">
      <QueryView label="Payouts" query={query} skeleton={{ shape: 'lines' }}>
        {({ payouts, total }) =>
          total === 0 ? (
            <Text as="p" tone="faint">
              None yet.
            </Text>
          ) : (
            <div className={styles.payouts}>
              {payouts.map((payout) => (
                <Payout key={payout.payoutId} payout={payout} />
              ))}
              {total > payouts.length && (
                <Button onPress={() => setLimit(limit + MORE)} size="s">
                  Older payouts
                </Button>
              )}
            </div>
          )
        }
      </QueryView>
    </Panel>
  )
}
