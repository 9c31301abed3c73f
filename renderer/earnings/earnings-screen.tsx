/** What was earned: the months of a year, what is left of one and why, payouts, and the items that earned most and least. */
import { ChartNoAxesColumn, FileDown, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { EarningsState } from '../../shared/earnings/contract.ts'
import { useApiQuery, useReportedMutation } from '../api/hooks.ts'
import { useConnection, usePlatformName } from '../api/use-connection.ts'
import { useViewState } from '../api/use-view-state.ts'
import { CommandButton, CommandIconButton } from '../commands/command-button.tsx'
import { navigate } from '../location.ts'
import { errorStateProps } from '../parts/error-state-props.ts'
import { useIsSignedOut } from '../parts/orders/reading-problem.tsx'
import { presetNames, presetPath } from '../parts/preset-names.ts'
import { Banner } from '../ui/feedback/banner.tsx'
import { QueryView } from '../ui/feedback/query-view.tsx'
import { EmptyState, ErrorState, LoadingState } from '../ui/feedback/states.tsx'
import { Select } from '../ui/fields/select.tsx'
import { formatShortTime } from '../ui/format/format-time.ts'
import { formatNumber } from '../ui/format/locale-format.ts'
import { useNow } from '../ui/hooks/use-now.ts'
import { Pane } from '../ui/layout/pane.tsx'
import { AccountantDialog } from './accountant-dialog.tsx'
import styles from './earnings.module.css'
import { monthsOf } from './month-lines.ts'
import { MonthSum } from './month-sum.tsx'
import { MonthsChart } from './months-chart.tsx'
import { Payouts } from './payouts.tsx'
import { RankedItems } from './ranked-items.tsx'
import { ageText } from './state-texts.ts'

const signIn = (): void => navigate({ screen: 'settings', path: ['section', 'sign-in'] })

/** What is on screen while nothing new can be read. */
const sinceText = (toMs: number | null): string =>
  toMs === null
    ? 'Until then, sales are estimated from your orders.'
    : `Showing earnings as of ${formatShortTime(toMs, Date.now())}; later sales are estimated from your orders.`

/** Why what is shown isn't current, or is only an estimate. Nothing while all is well. */
const ReadingNotice = ({ state }: { readonly state: EarningsState }) => {
  const { The } = usePlatformName()
  const read = useReportedMutation('earnings', 'readNow')
  const isSignedOut = useIsSignedOut()
  const { canRead, problem, toMs } = state
  if (!canRead) {
    return (
      <Banner>{`${The} doesn’t list earnings. What you see is estimated from your orders, without labels and most fees.`}</Banner>
    )
  }
  if (problem === null) return null
  return (
    <ErrorState
      {...errorStateProps(problem, () => read.mutate({}))}
      ageText={sinceText(toMs)}
      isRetrying={read.isPending}
      needsSignIn={isSignedOut}
      what="Couldn’t read new earnings"
    />
  )
}

const NoEarnings = ({ state }: { readonly state: EarningsState }) => {
  const { The, the } = usePlatformName()
  const isPractice = useConnection()?.kind === 'practice'
  const isSignedOut = useIsSignedOut()
  if (isSignedOut) {
    return (
      <EmptyState
        action={{ label: 'Sign in', onPress: signIn }}
        heading="Not signed in"
        icon={ChartNoAxesColumn}
        text="Earnings are read from your shop once you sign in."
      />
    )
  }
  if (!state.canRead) {
    const preset = isPractice ? presetNames.find(({ kind }) => kind === 'practice') : undefined
    return (
      <EmptyState
        action={
          preset && {
            label: preset.label,
            onPress: () => navigate({ screen: 'settings', path: presetPath(preset.id) }),
          }
        }
        heading="Nothing earned yet"
        icon={ChartNoAxesColumn}
        text={`${The} lists neither orders nor earnings.${preset === undefined ? '' : ` An ${preset.name} has both.`}`}
      />
    )
  }
  if (state.toMs === null && state.problem === null) return <LoadingState label="Reading your earnings" shape="lines" />
  return (
    <EmptyState
      heading={state.toMs === null ? 'Nothing read yet' : 'Nothing earned yet'}
      icon={ChartNoAxesColumn}
      text={
        state.toMs === null
          ? 'Your sales appear here once they can be read.'
          : `Sales, fees and payouts appear here as ${the} lists them.`
      }
    />
  )
}

const Month = ({ currency, month }: { readonly currency: string; readonly month: string }) => {
  const query = useApiQuery('earnings', 'month', { currency, month }, { keepPrevious: true })
  return (
    <QueryView label="The month" query={query} skeleton={{ shape: 'facts' }}>
      {(detail) => (
        <>
          <MonthSum month={detail} />
          <RankedItems best={detail.best} worst={detail.worst} />
        </>
      )}
    </QueryView>
  )
}

type Chosen = { readonly currency: string; readonly years: readonly number[]; readonly year: number }

const Earned = ({
  currency,
  year,
  stored,
  onMonth,
}: Omit<Chosen, 'years'> & { readonly stored: string; readonly onMonth: (month: string) => void }) => {
  const query = useApiQuery('earnings', 'months', { currency, year }, { keepPrevious: true })
  const [isExporting, setExporting] = useState(false)
  const months = query.data?.months ?? []
  const month = (months.find((one) => one.month === stored) ?? months.at(-1))?.month
  return (
    <div className={styles.page}>
      <div className={styles.months}>
        <QueryView label="Months" query={query} skeleton={{ shape: 'lines' }}>
          {(data) => (
            <MonthsChart
              chosen={month ?? ''}
              months={data.months}
              names={monthsOf(Number(data.months[0]?.month.slice(0, 4) ?? year))}
              onChoose={onMonth}
              year={year}
            />
          )}
        </QueryView>
        {month !== undefined && (
          <span>
            <CommandButton command="earnings.export" icon={FileDown} onPress={() => setExporting(true)} />
          </span>
        )}
      </div>
      <div className={styles.side}>{month !== undefined && <Month currency={currency} month={month} />}</div>
      <div className={styles.paid}>
        <Payouts currency={currency} key={currency} />
      </div>
      {isExporting && month !== undefined && (
        <AccountantDialog currency={currency} month={month} onClose={() => setExporting(false)} />
      )}
    </div>
  )
}

/** The currency and year on screen: those that the seller chose, else the first. */
const useChosen = (state: EarningsState | undefined) => {
  const [storedCurrency, setCurrency] = useViewState('earnings.currency', '')
  const [stored, setMonth] = useViewState('earnings.month', '')
  const currencies = state?.currencies ?? []
  const known = currencies.find(({ currency }) => currency === storedCurrency) ?? currencies[0]
  const wanted = Number(stored.slice(0, 4))
  const year = known?.years.includes(wanted) === true ? wanted : known?.years[0]
  const chosen: Chosen | undefined =
    known === undefined || year === undefined ? undefined : { currency: known.currency, years: known.years, year }
  return { chosen, stored, setMonth, setCurrency }
}

export const EarningsScreen = () => {
  const platformName = usePlatformName()
  const nowMs = useNow()
  const query = useApiQuery('earnings', 'state', {})
  const read = useReportedMutation('earnings', 'readNow')
  const state = query.data
  const { chosen, stored, setMonth, setCurrency } = useChosen(state)
  const currencies = state?.currencies ?? []
  return (
    <Pane
      actions={
        <>
          {chosen !== undefined && currencies.length > 1 && (
            <Select
              isLabelHidden
              label="Currency"
              onChange={setCurrency}
              options={currencies.map(({ currency }) => ({ id: currency, label: currency }))}
              value={chosen.currency}
            />
          )}
          {chosen !== undefined && (
            <Select
              isLabelHidden
              label="Year"
              // Of a year without this month, the last one with earnings is shown.
              onChange={(year) => setMonth(`${year}-12`)}
              options={chosen.years.map((year) => ({ id: String(year), label: String(year) }))}
              value={String(chosen.year)}
            />
          )}
          {state?.canRead === true && (
            <CommandIconButton
              command="earnings.refresh"
              icon={RefreshCw}
              isPending={read.isPending}
              onPress={() => read.mutate({})}
              shortLabel="Check"
            />
          )}
        </>
      }
      subtitle={state === undefined ? null : ageText(state, platformName, nowMs)}
      title="Earnings"
    >
      <QueryView label="Earnings" query={query} skeleton={{ shape: 'facts' }}>
        {(loaded) => (
          <>
            {(loaded.canRead || chosen !== undefined) && <ReadingNotice state={loaded} />}
            {loaded.unclear.length > 0 && (
              <Banner tone="caution">
                {`Not counted, because the amount or the date can’t be read: ${loaded.unclear
                  .map(({ label, count }) => `${label} (${formatNumber(count)})`)
                  .join(', ')}.`}
              </Banner>
            )}
            {chosen === undefined ? (
              <NoEarnings state={loaded} />
            ) : (
              <Earned currency={chosen.currency} onMonth={setMonth} stored={stored} year={chosen.year} />
            )}
          </>
        )}
      </QueryView>
    </Pane>
  )
}
