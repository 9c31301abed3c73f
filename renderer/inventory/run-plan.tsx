// What of a run goes when: the calls that the day has room for, and what spills to later.
import type { Run } from '../../shared/inventory/run-contract.ts'
import { useNow } from '../api/use-now.ts'
import { formatAbsoluteTime } from '../ui/format-time.ts'
import { KeyValue } from '../ui/key-value.tsx'
import { formatCount, formatNumber } from '../ui/locale-format.ts'
import { whenOf } from './item-words.ts'
import styles from './run-panel.module.css'

/** Waves shown one by one; a shop of 100,000 items spills over months. */
const WAVES_SHOWN = 6

/** The plan as it stands now. */
export function RunPlan({ run }: { readonly run: Run }) {
  const now = useNow()
  const { plan, counts } = run
  if (plan.items === 0 && run.state !== 'ready') return null
  const waves = plan.waves.slice(0, WAVES_SHOWN)
  const last = plan.waves.at(-1)
  const later = plan.waves.slice(WAVES_SHOWN)
  return (
    <section aria-label="Plan" className={styles.plan}>
      {plan.items > 0 && (
        <table className={styles.waves}>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Items</th>
              <th scope="col">Calls</th>
            </tr>
          </thead>
          <tbody>
            {waves.map((wave, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two waves may go at one time
              <tr key={`${wave.atMs} ${index}`}>
                <th scope="row">
                  <time title={formatAbsoluteTime(wave.atMs)}>{whenOf(wave.atMs, now)}</time>
                </th>
                <td>{formatNumber(wave.items)}</td>
                <td>{formatNumber(wave.calls)}</td>
              </tr>
            ))}
            {later.length > 0 && last !== undefined && (
              <tr>
                <th scope="row">and on, until {whenOf(last.atMs, now)}</th>
                <td>{formatNumber(later.reduce((sum, { items }) => sum + items, 0))}</td>
                <td>{formatNumber(later.reduce((sum, { calls }) => sum + calls, 0))}</td>
              </tr>
            )}
          </tbody>
        </table>
      )}
      <KeyValue
        facts={[
          ...(plan.stockCorrections === 0
            ? []
            : [{ label: 'Goes first', value: formatCount(plan.stockCorrections, 'stock correction') }]),
          ...(counts.unchanged === 0
            ? []
            : [
                {
                  label: 'Left out',
                  value: `${formatCount(counts.unchanged, 'item')}: the platform holds all of it already`,
                },
              ]),
          ...(counts.held === 0
            ? []
            : [{ label: 'Held back', value: `${formatCount(counts.held, 'item')}; each says why below` }]),
          {
            label: 'Reserve',
            value: `${formatCount(plan.reserve, 'change')} stay for stock corrections and saves by hand`,
          },
        ]}
      />
    </section>
  )
}
