/** Whether an event kept each of the six receiver rules. */
import type { RuleGrade } from '../../../shared/notifications/log-contract.ts'
import { Badge } from '../../ui/badge.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import styles from './event.module.css'

const verdicts = {
  kept: { label: 'Kept', tone: 'good' },
  broken: { label: 'Broken', tone: 'danger' },
  notKnown: { label: 'Unknown', tone: 'info' },
  notApplicable: { label: 'Not applicable', tone: 'neutral' },
} as const

export const EventRules = ({ rules }: { readonly rules: readonly RuleGrade[] }) => (
  <Stack aria-label="Receiver rules" as="ul" gap={4}>
    {rules.map(({ title, verdict, why }, index) => (
      <li className={styles.rule} key={title}>
        <span>
          <Badge tone={verdicts[verdict].tone}>{verdicts[verdict].label}</Badge>
        </span>
        <div>
          <strong>
            Rule {index + 1}: {title}
          </strong>
          <Text as="p" className={styles.breaking}>
            {why}
          </Text>
        </div>
      </li>
    ))}
  </Stack>
)
