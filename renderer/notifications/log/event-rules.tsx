/** How an event kept the six receiver rules, broken ones first. */
import type { EventPage } from '../../../shared/notifications/log-contract.ts'
import { type RuleGrade, receiverRules } from '../../../shared/notifications/receiver-rules.ts'
import { Badge } from '../../ui/badge.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import styles from './event.module.css'

const verdicts = {
  kept: { label: 'Kept', tone: 'good' },
  broken: { label: 'Broken', tone: 'danger' },
  notKnown: { label: 'Unknown', tone: 'info' },
  notApplicable: { label: 'Not applicable', tone: 'neutral' },
} as const

const brokenBy = { sender: 'Broken by the sender.', receiver: 'Broken by this receiver.' } as const

/** `5 of 6 kept, 1 broken`. */
const summarize = (rules: readonly RuleGrade[]): string => {
  const count = (verdict: RuleGrade['verdict']): number => rules.filter((rule) => rule.verdict === verdict).length
  const broken = count('broken')
  return `${count('kept')} of ${rules.length - count('notApplicable')} kept${broken === 0 ? '' : `, ${broken} broken`}`
}

export const EventRules = ({ rules }: { readonly rules: EventPage['rules'] }) => {
  const graded = receiverRules
    .flatMap((rule) => {
      const grade = rules.find(({ number }) => number === rule.number)
      return grade === undefined ? [] : [{ ...rule, grade }]
    })
    .toSorted((a, b) => Number(b.grade.verdict === 'broken') - Number(a.grade.verdict === 'broken'))
  return (
    <>
      <Text as="p" tone="soft">
        Receiver rules: {summarize(rules)}.
      </Text>
      <Stack aria-label="Receiver rules" as="ul" gap={4}>
        {graded.map(({ number, title, text, grade }) => (
          <li className={styles.rule} key={number}>
            <span>
              <Badge tone={verdicts[grade.verdict].tone}>{verdicts[grade.verdict].label}</Badge>
            </span>
            <div>
              <strong>
                Rule {number}: {title}
              </strong>
              <Text as="p" className={styles.breaking}>
                {grade.by !== null && `${brokenBy[grade.by]} `}
                {grade.why}
              </Text>
              <details className={styles.ruleText}>
                <summary>What the rule says</summary>
                <p>{text}</p>
              </details>
            </div>
          </li>
        ))}
      </Stack>
    </>
  )
}
