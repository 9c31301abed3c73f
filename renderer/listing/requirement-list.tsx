/** The requirements for publishing, each with a way to fix it (LST-01). */

import { Check, Circle, CircleAlert, CircleDashed } from 'lucide-react'
import type { Requirement } from '../../shared/listing/contract.ts'
import { Button } from '../ui/buttons/button.tsx'
import { formatNumber } from '../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../ui/layout/layout.tsx'
import styles from './listing.module.css'

const looks = {
  missing: { icon: Circle, label: 'To do', tone: undefined },
  wrong: { icon: CircleAlert, label: 'Wrong', tone: 'danger' },
  notKnown: { icon: CircleDashed, label: 'Not checked yet', tone: 'soft' },
} as const

export type Fix = NonNullable<Requirement['fix']>

type RequirementListProps = {
  readonly requirements: readonly Requirement[]
  readonly onFix: (fix: Fix) => void
  readonly onFill: (fill: NonNullable<Requirement['fill']>) => void
}

/** Shows open requirements, and how many are done. */
export const RequirementList = ({ requirements, onFix, onFill }: RequirementListProps) => {
  const shown = requirements.flatMap(({ state, ...rest }) => (state === 'met' ? [] : [{ ...rest, state }]))
  const done = requirements.length - shown.length
  return (
    <Stack aria-label="What publishing needs" as="section" gap={1}>
      {shown.length === 0 ? (
        <Text as="div" tone="good">
          <Row>
            <Check aria-hidden="true" size={14} /> Nothing is missing to publish.
          </Row>
        </Text>
      ) : (
        <Text tone="soft">{`${formatNumber(done)} of ${formatNumber(requirements.length)} done. Still open:`}</Text>
      )}
      <Stack as="ol" gap={0}>
        {shown.map(({ key, state, message, fix, fill }) => {
          const { icon: Icon, label, tone } = looks[state]
          return (
            <Row as="li" className={styles.step} key={`${key} ${message}`}>
              <Text tone={tone}>
                <Icon aria-label={label} size={14} />
              </Text>
              <Text className={styles.stepText} tone={tone}>
                {message}
              </Text>
              {fill !== null && (
                <Button onPress={() => onFill(fill)} size="s" variant="quiet">
                  {fill.value}
                </Button>
              )}
              {state !== 'notKnown' && fix !== null && (
                <Button aria-label={`Go to: ${message}`} onPress={() => onFix(fix)} size="s" variant="quiet">
                  Go to
                </Button>
              )}
            </Row>
          )
        })}
      </Stack>
    </Stack>
  )
}
