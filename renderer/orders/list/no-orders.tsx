/** What the list shows without rows, and what is being read or missing. */
import { PackageOpen } from 'lucide-react'
import { useApiQuery, useReportedMutation } from '../../api/hooks.ts'
import { useConnection, usePlatform, usePlatformName } from '../../api/use-connection.ts'
import { navigate } from '../../location.ts'
import { errorStateProps } from '../../parts/error-state-props.ts'
import { formatDay } from '../../parts/orders/order-labels.ts'
import { ReadingProblem, useIsSignedOut } from '../../parts/orders/reading-problem.tsx'
import { presetNames, presetPath } from '../../parts/preset-names.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState, ErrorState, LoadingState, NoResults } from '../../ui/feedback/states.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'
import styles from './order-list.module.css'
import { type ListView, onlyLabels, onlyOf, viewLabels, viewOf } from './order-view.ts'

const signIn = (): void => navigate({ screen: 'settings', path: ['section', 'sign-in'] })

export const NoOrders = () => {
  const { the } = usePlatformName()
  const reading = useApiQuery('orders', 'reading', {}).data
  const refresh = useReportedMutation('orders', 'refresh')
  const isSignedOut = useIsSignedOut()
  const isPractice = useConnection()?.kind === 'practice'
  if (isSignedOut) {
    return (
      <EmptyState
        action={{ label: 'Sign in', onPress: signIn }}
        heading="Not signed in"
        icon={PackageOpen}
        text="Orders are read from your shop once you sign in."
      />
    )
  }
  if (reading === undefined) return <LoadingState label="Loading orders" shape="table" />
  if (!reading.canRead) {
    const preset = isPractice ? presetNames.find(({ kind }) => kind === 'practice') : undefined
    return preset !== undefined ? (
      <EmptyState
        action={{ label: preset.label, onPress: () => navigate({ screen: 'settings', path: presetPath(preset.id) }) }}
        heading="No sales yet"
        icon={PackageOpen}
        text={`This practice shop doesn’t list orders: a sale appears here when an instant alert reports it. An ${preset.name} has orders at once.`}
      />
    ) : (
      <EmptyState
        action={{
          label: 'Set up instant alerts',
          onPress: () => navigate({ screen: 'notifications', path: ['alerts'] }),
        }}
        heading="No sales yet"
        icon={PackageOpen}
        text={`This platform doesn’t list orders. A sale appears here when ${the} announces it.`}
      />
    )
  }
  if (reading.problem !== null) {
    return (
      <ErrorState
        {...errorStateProps(reading.problem, () => refresh.mutate({}))}
        isRetrying={refresh.isPending}
        what="Couldn’t read the orders"
      />
    )
  }
  if (reading.completeToMs === null) return <LoadingState label="Reading your orders" shape="table" />
  return (
    <EmptyState
      heading="No orders"
      icon={PackageOpen}
      text={`No sales${reading.completeFromMs === null ? '' : ` since ${formatDay(reading.completeFromMs)}`}. New orders appear here by themselves.`}
    />
  )
}

export const NoMatches = ({ view, onClear }: { readonly view: ListView; readonly onClear: () => void }) => {
  const searched = view.search === '' ? '' : ` for “${view.search}”`
  const only = onlyOf(view) === 'all' ? '' : `, ${onlyLabels[onlyOf(view)].toLowerCase()} only`
  const name = viewLabels[viewOf(view)]
  const canRead = usePlatform().capabilities.orders
  if (canRead && searched === '' && only === '' && viewOf(view) === 'toShip') {
    return <NoResults heading="Nothing to ship" onClear={onClear} text="Every paid order is shipped." />
  }
  return <NoResults heading="No results" onClear={onClear} text={`No orders in “${name}”${searched}${only}.`} />
}

/** What is being read, what failed, and how to read older orders. Nothing while all is well. */
export const ReadingLine = () => {
  const reading = useApiQuery('orders', 'reading', {}).data
  const total = useApiQuery('orders', 'counts', {}).data?.views.all
  const earlier = useReportedMutation('orders', 'readEarlier')
  if (reading === undefined || !reading.canRead) return null
  const { progress, problem, cases, completeToMs, completeFromMs, awaited, earlierFromMs } = reading
  if (problem !== null || cases.problem !== null) {
    // Without any order, `NoOrders` says why.
    return problem !== null && (total === undefined || total === 0) ? null : <ReadingProblem />
  }
  if (progress !== null && completeToMs === null) {
    const total = progress.total === null ? '' : ` of ${formatNumber(progress.total)}`
    return (
      <Text as="p" className={styles.reading} role="status" size="meta" tone="soft">
        {`Reading orders: ${formatNumber(progress.read)}${total}`}
      </Text>
    )
  }
  if (awaited > 0) {
    return (
      <Text as="p" className={styles.reading} role="status" size="meta" tone="soft">
        {`${formatCount(awaited, 'new order is', 'new orders are')} announced and will appear in a moment.`}
      </Text>
    )
  }
  if (completeFromMs === null || earlierFromMs === null) return null
  return (
    <Row className={styles.reading} gap={3}>
      <Text size="meta" tone="faint">{`Orders since ${formatDay(completeFromMs)}`}</Text>
      <Button isPending={earlier.isPending} onPress={() => earlier.mutate({})} size="s" variant="quiet">
        Read older orders
      </Button>
    </Row>
  )
}
