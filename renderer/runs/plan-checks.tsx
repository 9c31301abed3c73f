/** The rows of a plan that need a look: what to confirm, and what can't be sent, each with its whole reason and its remedy. */
import { useState } from 'react'
import type { PlanLine } from '../../shared/outbound/run-contract.ts'
import { Picture } from '../parts/picture.tsx'
import { VisuallyHidden } from '../ui/base/visually-hidden.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { Checkbox } from '../ui/fields/checkbox.tsx'
import { formatCount, formatNumber } from '../ui/format/locale-format.ts'
import { startAtDifference } from '../ui/format/text-difference.ts'
import { Row, Stack, Text } from '../ui/layout/layout.tsx'
import styles from './plan-lines.module.css'

/** A row with all its lines. `asked`: what the seller confirms; empty if the row can't be sent. */
export type CheckRow = {
  readonly sku: string
  readonly asked: string
  readonly lines: readonly PlanLine[]
}

/** More would push the rest out of sight. */
const FIRST_ROWS = 20

const reasonOf = ({ asked, lines }: CheckRow): string => {
  if (asked !== '') return asked
  const problems = lines.flatMap(({ change }) =>
    change?.problem == null ? [] : [`${change.label}: ${change.problem}`],
  )
  return problems.length > 0 ? problems.join(' ') : (lines[0]?.problem ?? '')
}

const Values = ({ line: { change } }: { readonly line: PlanLine }) => {
  if (change === null) return null
  const [before, after] =
    change.before === null ? ['', change.after ?? ''] : startAtDifference(change.before, change.after ?? '')
  return (
    <Text as="div" className={styles.values} size="meta">
      <Text tone="soft">{change.label}</Text> {change.before !== null && <del>{before}</del>}{' '}
      <strong>{change.after === null ? 'Deleted' : after}</strong>
    </Text>
  )
}

type PlanChecksProps = {
  readonly rows: readonly CheckRow[]
  /** Number of rows to confirm that are in the plan, also beyond `rows`. */
  readonly asking: number
  /** Absent where nothing can be confirmed. */
  readonly ticks?:
    | {
        readonly isTicked: (row: CheckRow) => boolean
        readonly onToggle: (row: CheckRow) => void
        readonly onTickAll: () => void
      }
    | undefined
  /** Shows where a value is corrected. Absent: nowhere. */
  readonly onCorrect?: ((sku: string, path: readonly string[]) => void) | undefined
}

export const PlanChecks = ({ rows, asking, ticks, onCorrect }: PlanChecksProps) => {
  const [isWhole, setWhole] = useState(false)
  if (rows.length === 0) return null
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS)
  const refused = rows.filter(({ asked }) => asked === '').length
  const title = [
    ...(asking > 0 ? [`${formatNumber(asking)} to check`] : []),
    ...(refused > 0 ? [`${formatNumber(refused)} can’t be sent`] : []),
  ].join(', ')
  return (
    <Stack aria-label="Check first" as="section" gap={1}>
      <Row justify="between">
        <Text strong>{title}</Text>
        {asking > 1 && ticks !== undefined && (
          <Button onPress={ticks.onTickAll} size="s" variant="quiet">
            Tick all {formatNumber(asking)}
          </Button>
        )}
      </Row>
      <ul className={styles.checks}>
        {shown.map((row) => {
          const { sku, asked, lines } = row
          const [first] = lines
          const path = lines.find(({ change }) => change?.problem != null)?.change?.path ?? first?.change?.path ?? []
          return (
            <li className={styles.check} key={sku}>
              <span className={styles.tick}>
                {asked !== '' && ticks !== undefined && (
                  <Checkbox isSelected={ticks.isTicked(row)} onChange={() => ticks.onToggle(row)}>
                    <VisuallyHidden>Send {sku} too</VisuallyHidden>
                  </Checkbox>
                )}
              </span>
              <Picture size="medium" url={first?.pictureUrl} />
              <div className={styles.what}>
                <div>
                  <strong>{first?.title ?? ''}</strong>{' '}
                  <Text mono tone="faint">
                    {sku}
                  </Text>
                </div>
                <Text as="div" className={styles.reason} tone={asked === '' ? 'danger' : 'caution'}>
                  {reasonOf(row)}
                </Text>
                {lines.map((line) => (
                  <Values key={line.change?.path?.join('.') ?? line.change?.label ?? ''} line={line} />
                ))}
              </div>
              {onCorrect !== undefined && (
                <Button aria-label={`Correct it: ${sku}`} onPress={() => onCorrect(sku, path)} size="s">
                  Correct it
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {rows.length > shown.length && (
        <Row>
          <Button onPress={() => setWhole(true)} size="s" variant="quiet">
            Show {formatCount(rows.length - shown.length, 'more row')}
          </Button>
        </Row>
      )}
    </Stack>
  )
}
