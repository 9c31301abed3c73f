// Item changes in the last 24 hours: used, planned, left, reserved.
import { Button as AriaButton } from 'react-aria-components'
import type { Budget } from '../../../shared/inventory/contract.ts'
import { useApiMutation, useApiQuery } from '../../api/hooks.ts'
import { useNow } from '../../api/use-now.ts'
import { classNames } from '../../ui/class-names.ts'
import { formatAbsoluteTime } from '../../ui/format-time.ts'
import { KeyValue } from '../../ui/key-value.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { formatCount, formatNumber } from '../../ui/locale-format.ts'
import { Popover } from '../../ui/popover.tsx'
import { formatUpcomingTime } from '../item-labels.ts'
import { StoredNumber } from '../stored-number.tsx'
import styles from './budget-gauge.module.css'

/** The lengths of the bar's parts. Planned changes beyond the limit are only in the text. */
export const measureBudget = ({
  cap,
  used,
  planned,
  reserve,
  left,
}: Pick<Budget, 'cap' | 'used' | 'planned' | 'reserve' | 'left'>) => {
  const free = Math.max(0, left)
  const kept = Math.min(reserve, free)
  const soon = Math.min(planned, free - kept)
  return { used: Math.min(used, cap), planned: soon, reserve: kept, left: free - kept - soon }
}

const parts = ['used', 'planned', 'left', 'reserve'] as const

function BudgetBar({ budget }: { readonly budget: Budget }) {
  const sizes = measureBudget(budget)
  return (
    <span aria-hidden="true" className={styles.bar}>
      {parts.map((part) => (
        <span className={styles[part]} key={part} style={{ flexGrow: sizes[part] }} />
      ))}
    </span>
  )
}

/** Opens into all figures. */
export function BudgetGauge() {
  const budget = useApiQuery('inventory', 'budget', {}).data
  if (budget === undefined) return null
  const { cap, used, planned, left, per, busiest } = budget
  // A limit for each listing is of interest only where one comes near it (PLT-14).
  if (per === 'listing' && left > cap / 10) return null
  const title = busiest === null ? 'Item changes of the last 24 hours' : `Changes of ${busiest} in the last 24 hours`
  const usedText = `${formatNumber(used)} of ${formatNumber(cap)}`
  const plan = planned > 0 ? ` + ${formatNumber(planned)}` : ''
  return (
    <Popover
      label={title}
      placement="bottom end"
      trigger={
        <AriaButton
          aria-label={`${title}: ${usedText}${plan === '' ? ' used' : `${plan} planned`}, ${formatNumber(left)} left`}
          className={classNames(styles.gauge)}
          data-state={left === 0 ? 'spent' : left <= cap / 10 ? 'low' : 'good'}
        >
          <span className={styles.text}>
            {usedText}
            {plan !== '' && <span className={styles.plan}>{plan}</span>}
          </span>
          <BudgetBar budget={budget} />
        </AriaButton>
      }
    >
      <Account budget={budget} />
    </Popover>
  )
}

function Account({ budget }: { readonly budget: Budget }) {
  const now = useNow()
  const setReserve = useApiMutation('inventory', 'setChangeReserve')
  const { cap, used, calls, planned, left, reserve, nextFreeAtMs, busiest } = budget
  return (
    <Stack className={styles.account} gap={3}>
      <Text as="h3" strong>
        {busiest === null ? 'Item changes, last 24 hours' : `Changes of ${busiest}, last 24 hours`}
      </Text>
      <BudgetBar budget={budget} />
      <KeyValue
        facts={[
          { label: 'Used', value: `${formatCount(used, 'item')} in ${formatCount(calls, 'call')}` },
          { label: 'Planned', value: planned === 0 ? 'Nothing' : formatCount(planned, 'item') },
          { label: 'Left', value: `${formatNumber(left)} of ${formatNumber(cap)}` },
          ...(nextFreeAtMs === null
            ? []
            : [
                {
                  label: 'Next one free',
                  value: <time title={formatAbsoluteTime(nextFreeAtMs)}>{formatUpcomingTime(nextFreeAtMs, now)}</time>,
                },
              ]),
        ]}
      />
      {busiest === null && (
        <StoredNumber
          description="Kept for stock corrections and single saves. Sending many items leaves it alone."
          error={setReserve.error?.message}
          key={reserve}
          label="Reserve"
          max={cap - 1}
          onStore={(changes) => setReserve.mutate({ changes })}
          stored={reserve}
        />
      )}
      <Text as="p" size="meta" tone="faint">
        {busiest === null
          ? 'The platform limits changes per day. If it does not say when a day begins, the limit applies to any 24 hours, and a call with several items counts for each.'
          : 'The platform limits the changes of each listing per day. This is the listing that was changed most.'}{' '}
        Set the limit in the connection’s settings.
      </Text>
    </Stack>
  )
}
